import type { RemoteAccount } from '#server/channel/ad-platform.ts';
import { refuseField } from '../refusal.ts';
import { alertAboutAccount } from './asset-alerts.ts';
import type { AssetChange, AssetKind, SaveContext } from './asset-kind.ts';

/** The columns filled from the channel. */
const toColumns = (remote: RemoteAccount) => ({
  name: remote.name,
  business_id: remote.business?.id ?? null,
  business_name: remote.business?.name ?? null,
  currency: remote.currency,
  timezone_name: remote.timezone_name,
  account_status: remote.account_status,
  disable_reason: remote.disable_reason,
  balance: remote.balance,
  spend_cap: remote.spend_cap,
  amount_spent: remote.amount_spent,
  min_daily_budget: remote.min_daily_budget,
});

type AccountColumns = ReturnType<typeof toColumns>;

/** Earlier notices are kept, because facts from before still have the old currency or timezone. */
function toSyncNotice(known: string | null, before: AccountColumns, after: AccountColumns): string | null {
  const notices = known ?? '';
  const currency = notices.includes('currency') || before.currency !== after.currency;
  const timezone = notices.includes('timezone') || before.timezone_name !== after.timezone_name;
  return [...(currency ? ['currency'] : []), ...(timezone ? ['timezone'] : [])].join('_') || null;
}

/** Refuses a currency that is not in the currency table. */
async function requireCurrency({ db }: SaveContext, currency: string): Promise<void> {
  const known = await db.selectFrom('currency').select('code').where('code', '=', currency).executeTakeFirst();
  if (known === undefined) throw refuseField('currency', 'currencyUnknown', { currency });
}

async function logStatus({ db, now }: SaveContext, id: number, { account_status, disable_reason }: AccountColumns): Promise<void> {
  await db.insertInto('account_status_log').values({ ad_account_id: id, at: now, account_status, disable_reason }).execute();
}

/** Ad accounts. Changes of the channel's account status are kept as a history. */
export const adAccountKind: AssetKind<RemoteAccount> = {
  type: 'ad_account',
  label: { zh: '广告账户', en: 'Ad account' },
  platformColumn: 'platform_account_id',
  list: ({ platform, tok }) => platform.listAdAccounts(tok),
  summarize: (remote) => ({
    platform_id: remote.id,
    name: remote.name,
    status: String(remote.account_status),
    sub: `${remote.currency} · ${remote.timezone_name}`,
  }),
  async insert(saving, remote, { person, biz }) {
    const { db, now } = saving;
    await requireCurrency(saving, remote.currency);
    const columns = toColumns(remote);
    const { id } = await db
      .insertInto('ad_account')
      .values({
        ...columns,
        channel: person.channel,
        connector: person.connector,
        platform_account_id: remote.id,
        biz,
        usage: person.usage,
        personal_account_id: person.id,
        authorised_at: now,
        last_sync_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logStatus(saving, id, columns);
    return id;
  },
  async refresh(saving, id, remote) {
    const { db } = saving;
    await requireCurrency(saving, remote.currency);
    const row = await db.selectFrom('ad_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const after = toColumns(remote);
    const keys = (Object.keys(after) as (keyof AccountColumns)[]).filter((key) => row[key] !== after[key]);
    if (keys.length === 0) return { before: {}, after: {} };
    await db
      .updateTable('ad_account')
      .set({ ...after, sync_notice: toSyncNotice(row.sync_notice, row, after) })
      .where('id', '=', id)
      .execute();
    if (keys.includes('account_status') || keys.includes('disable_reason')) await logStatus(saving, id, after);
    if (keys.includes('account_status')) await alertAboutAccount(db, id, after, saving.now);
    const pick = (from: AccountColumns): Record<string, unknown> => Object.fromEntries(keys.map((key) => [key, from[key]]));
    return { before: pick(row), after: pick(after) } satisfies AssetChange;
  },
  async setEnabled({ db }, id, isOn) {
    const row = await db.selectFrom('ad_account').select('enabled').where('id', '=', id).executeTakeFirstOrThrow();
    if (row.enabled === isOn) return null;
    await db.updateTable('ad_account').set({ enabled: isOn }).where('id', '=', id).execute();
    return { before: { enabled: row.enabled }, after: { enabled: isOn } };
  },
};
