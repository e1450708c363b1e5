import type { RemoteAccount } from '#server/channel/ad-platform.ts';
import { refuseField } from '../refusal.ts';
import { tellOfAccount } from './asset-alerts.ts';
import type { AssetChange, AssetKind, Saving } from './asset-kind.ts';

/** What the channel says of an account, as it is kept. */
const columnsOf = (remote: RemoteAccount) => ({
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

type Kept = ReturnType<typeof columnsOf>;

/** Notices that were given before stay: what was counted then has the old values. */
function noticeOf(known: string | null, before: Kept, after: Kept): string | null {
  const had = known ?? '';
  const currency = had.includes('currency') || before.currency !== after.currency;
  const timezone = had.includes('timezone') || before.timezone_name !== after.timezone_name;
  return [...(currency ? ['currency'] : []), ...(timezone ? ['timezone'] : [])].join('_') || null;
}

/** A currency we cannot count in. */
async function requireCurrency({ db }: Saving, currency: string): Promise<void> {
  const known = await db.selectFrom('currency').select('code').where('code', '=', currency).executeTakeFirst();
  if (known === undefined) throw refuseField('currency', 'currencyUnknown', { currency });
}

async function logStatus({ db, now }: Saving, id: number, { account_status, disable_reason }: Kept): Promise<void> {
  await db.insertInto('account_status_log').values({ ad_account_id: id, at: now, account_status, disable_reason }).execute();
}

/** Accounts that pay for ads. What the channel says of their status is kept as a history. */
export const adAccountKind: AssetKind<RemoteAccount> = {
  type: 'ad_account',
  label: { zh: '广告账户', en: 'Ad account' },
  platformColumn: 'platform_account_id',
  list: ({ platform, tok }) => platform.listAdAccounts(tok),
  shown: (remote) => ({
    platform_id: remote.id,
    name: remote.name,
    status: String(remote.account_status),
    sub: `${remote.currency} · ${remote.timezone_name}`,
  }),
  async insert(saving, remote, { person, biz }) {
    const { db, now } = saving;
    await requireCurrency(saving, remote.currency);
    const kept = columnsOf(remote);
    const { id } = await db
      .insertInto('ad_account')
      .values({
        ...kept,
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
    await logStatus(saving, id, kept);
    return id;
  },
  async refresh(saving, id, remote) {
    const { db } = saving;
    await requireCurrency(saving, remote.currency);
    const row = await db.selectFrom('ad_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const after = columnsOf(remote);
    const keys = (Object.keys(after) as (keyof Kept)[]).filter((key) => row[key] !== after[key]);
    if (keys.length === 0) return { before: {}, after: {} };
    await db
      .updateTable('ad_account')
      .set({ ...after, sync_notice: noticeOf(row.sync_notice, row, after) })
      .where('id', '=', id)
      .execute();
    if (keys.includes('account_status') || keys.includes('disable_reason')) await logStatus(saving, id, after);
    if (keys.includes('account_status')) await tellOfAccount(db, id, after, saving.now);
    const pick = (from: Kept): Record<string, unknown> => Object.fromEntries(keys.map((key) => [key, from[key]]));
    return { before: pick(row), after: pick(after) } satisfies AssetChange;
  },
  async switchTo({ db }, id, isOn) {
    const row = await db.selectFrom('ad_account').select('enabled').where('id', '=', id).executeTakeFirstOrThrow();
    if (row.enabled === isOn) return null;
    await db.updateTable('ad_account').set({ enabled: isOn }).where('id', '=', id).execute();
    return { before: { enabled: row.enabled }, after: { enabled: isOn } };
  },
};
