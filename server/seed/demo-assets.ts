import type { Transaction } from 'kysely';
import { demoGrant, sandboxWorld } from '#server/channel/sandbox/world.ts';
import type { Database } from '#server/database/schema.ts';
import { TOKEN_PLACE } from '#server/domain/assets/grants.ts';
import { toPersonalStatus } from '#server/domain/assets/personal.rules.ts';
import type { Vault } from '#server/domain/vault.ts';

/** Ids by account and by name of department. */
export interface PeopleIds {
  users: ReadonlyMap<string, number>;
  departments: ReadonlyMap<string, number>;
}

/** Ids by the id on the channel. */
export interface SeededAssets {
  persons: ReadonlyMap<string, number>;
  accounts: ReadonlyMap<string, number>;
}

interface AssetSeeding {
  vault: Vault;
  /** The day on which the history ends. */
  asOf: Date;
  /** Seed of the simulated channel that has these people and accounts. */
  seed: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Owners of the personal accounts in order, and the optimizers who work in their ad accounts. */
const owners = ['lead_a', 'lead_a', 'lead_a', 'lead_a', 'admin', 'lead_a', 'admin', 'admin', 'host_01', 'host_01'] as const;
const optimizers = ['opt_01', 'opt_02', 'opt_03', 'opt_04', 'opt_05', 'opt_06', 'opt_07', 'opt_08'] as const;

const holders = [
  { holder_name: '王建国', contact: 'wang@example.test', consent_note: '书面同意，合同附件三' },
  { holder_name: 'Olivia Bennett', contact: '+1 555 0100', consent_note: null },
] as const;

const requireId = (ids: ReadonlyMap<string, number>, name: string): number => {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo company has no ${name}`);
  return id;
};

async function seedPersons(
  db: Transaction<Database>,
  people: PeopleIds,
  { vault, asOf, seed }: AssetSeeding,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const created = new Date(asOf.getTime() - 70 * DAY);
  let [index, hosted] = [0, 0];
  for (const person of sandboxWorld(seed).persons) {
    const { id: platformId, name, usage } = person;
    const grant = demoGrant(seed, person, asOf);
    if (grant === null) continue;
    const { token, scopes, expires_at, data_access_expires_at, issued_at: issued } = grant;
    const status = toPersonalStatus({ state: 'valid', scopes: [...scopes], expires_at }, asOf);
    const holder = usage === 'host' ? { ...holders[hosted], consent_at: issued } : {};
    if (usage === 'host') hosted += 1;
    const { id } = await db
      .insertInto('personal_account')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_user_id: platformId,
        name,
        usage,
        owner_user_id: requireId(people.users, owners[index] ?? 'admin'),
        access_token_enc: vault.seal(token, TOKEN_PLACE),
        token_expires_at: expires_at,
        data_access_expires_at,
        scopes: [...scopes],
        status,
        last_checked_at: new Date(asOf.getTime() - 2 * HOUR),
        last_error: status === 'expired' ? 'Error validating access token: the session has expired' : null,
        ...holder,
        created_at: created,
        updated_at: issued,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(platformId, id);
    index += 1;
  }
  return ids;
}

async function seedAccounts(
  db: Transaction<Database>,
  persons: ReadonlyMap<string, number>,
  { asOf, seed }: AssetSeeding,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const lastSync = new Date(asOf.getTime() - HOUR);
  const demo = sandboxWorld(seed).accounts.filter((account) => account.demo);
  for (const [index, account] of demo.entries()) {
    const authoriser = account.people[0] ?? '';
    const authorised = new Date(asOf.getTime() - (60 - index) * DAY);
    const isStale = index === FAILED_SYNC_INDEX;
    const { id } = await db
      .insertInto('ad_account')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_account_id: account.id,
        name: account.name,
        business_id: account.business?.id ?? null,
        business_name: account.business?.name ?? null,
        currency: account.currency,
        timezone_name: account.timezone_name,
        account_status: account.account_status,
        disable_reason: account.disable_reason,
        balance: account.balance,
        spend_cap: account.spend_cap,
        amount_spent: account.amount_spent,
        min_daily_budget: account.min_daily_budget,
        biz: account.biz,
        usage: account.usage,
        personal_account_id: requireId(persons, authoriser),
        remark: null,
        authorised_at: authorised,
        last_sync_at: isStale ? new Date(asOf.getTime() - 3 * DAY) : lastSync,
        sync_error: isStale ? 'NOT_GRANTED' : null,
        enabled: true,
        created_at: authorised,
        updated_at: authorised,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(account.id, id);
    const log = (at: Date, account_status: number, disable_reason: number) =>
      db.insertInto('account_status_log').values({ ad_account_id: id, at, account_status, disable_reason }).execute();
    await log(authorised, 1, 0);
    if (account.account_status !== 1) await log(new Date(asOf.getTime() - 2 * DAY), account.account_status, account.disable_reason);
  }
  return ids;
}

/** Indexes of the account whose last refresh failed, and of the unassigned one. */
const FAILED_SYNC_INDEX = 10;
const UNASSIGNED_INDEX = 13;

async function seedAssignments(
  db: Transaction<Database>,
  people: PeopleIds,
  accounts: readonly { id: number; biz: 'dj' | 'ec'; usage: 'self' | 'host' }[],
  asOf: Date,
): Promise<void> {
  const by = requireId(people.users, 'admin');
  const assign = (
    row: {
      asset_type: 'ad_account' | 'personal_account';
      asset_id: number;
      user_id?: number;
      department_id?: number;
      is_primary?: boolean;
    },
    days: number,
    until?: number,
  ) =>
    db
      .insertInto('asset_assign')
      .values({
        ...row,
        from_at: new Date(asOf.getTime() - days * DAY),
        to_at: until === undefined ? null : new Date(asOf.getTime() - until * DAY),
        by_user_id: by,
      })
      .execute();
  for (const [index, { id, biz, usage }] of accounts.entries()) {
    if (index === UNASSIGNED_INDEX) continue;
    const assignee = usage === 'host' ? 'host_01' : biz === 'ec' ? 'opt_ec' : (optimizers[index % optimizers.length] ?? 'opt_01');
    await assign({ asset_type: 'ad_account', asset_id: id, user_id: requireId(people.users, assignee), is_primary: true }, 40);
    if (index % 6 === 0)
      await assign({ asset_type: 'ad_account', asset_id: id, department_id: requireId(people.departments, '英语组') }, 38);
    // A former assignment.
    if (index % 8 === 1)
      await assign({ asset_type: 'ad_account', asset_id: id, user_id: requireId(people.users, 'opt_09'), is_primary: true }, 55, 40);
  }
}

/**
 * The personal accounts and ad accounts of the demo company as the simulated channel has them: ten persons (one expired, one expiring in
 * three days, one with a missing scope, two hosted) and 24 accounts (one disabled for payment risk, one unsettled, one in yen, one with a
 * failed refresh, one unassigned), with their assignments, status history and an open authorisation link.
 */
export async function seedAuthorisedAssets(db: Transaction<Database>, people: PeopleIds, seeding: AssetSeeding): Promise<SeededAssets> {
  const { asOf } = seeding;
  const persons = await seedPersons(db, people, seeding);
  const accounts = await seedAccounts(db, persons, seeding);
  const rows = await db.selectFrom('ad_account').select(['id', 'biz', 'usage']).orderBy('id').execute();
  await seedAssignments(db, people, rows, asOf);
  await db
    .insertInto('auth_link')
    .values({
      // No state has this digest, so the link can only be seen and revoked.
      state_hash: '0'.repeat(64),
      channel: 'meta',
      connector: 'sandbox',
      usage: 'host',
      mode: 'link',
      user_id: requireId(people.users, 'host_01'),
      owner_user_id: requireId(people.users, 'host_01'),
      personal_account_id: null,
      holder: JSON.stringify({ holder_name: '刘志强', contact: 'liu@example.test', consent_note: null }),
      status: 'waiting',
      expires_at: new Date(asOf.getTime() + 20 * HOUR),
      created_at: new Date(asOf.getTime() - 4 * HOUR),
      updated_at: new Date(asOf.getTime() - 4 * HOUR),
    })
    .execute();
  return { persons, accounts };
}
