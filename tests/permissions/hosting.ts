import type { TestApp } from '#tests/support/app.ts';
import { testVault } from '#tests/support/outside.ts';

/** The accounts that the calls of hosted accounts need. */
export interface HostingFixtures {
  /** Of usage host, and not hosted. */
  hostableAccount: number;
  /** Not started, of version 1. */
  hostAccount: number;
  operator: number;
}

export async function createHostingFixtures({ db, clock }: TestApp): Promise<HostingFixtures> {
  const now = clock.now();
  const { id: operator } = await db.selectFrom('sys_user').select('id').where('account', '=', 'host_01').executeTakeFirstOrThrow();
  const times = { created_at: now, updated_at: now };
  const { id: personal_account_id } = await db
    .insertInto('personal_account')
    .values({
      channel: 'meta',
      connector: 'sandbox',
      platform_user_id: '920000000000001',
      name: 'Holder',
      usage: 'host',
      owner_user_id: operator,
      access_token_enc: testVault.seal('no-such-token-of-a-holder', 'personal_account.access_token'),
      status: 'active',
      holder_name: 'Holder',
      consent_at: now,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const account = async (platform_account_id: string) =>
    (
      await db
        .insertInto('ad_account')
        .values({
          channel: 'meta',
          connector: 'sandbox',
          platform_account_id,
          name: `Hosted ${platform_account_id}`,
          currency: 'USD',
          timezone_name: 'UTC',
          account_status: 1,
          balance: 0,
          amount_spent: 0,
          min_daily_budget: 100,
          biz: 'ec',
          usage: 'host',
          personal_account_id,
          authorised_at: now,
          ...times,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const { id: hostAccount } = await db
    .insertInto('host_account')
    .values({
      ad_account_id: await account('920000000000002'),
      personal_account_id,
      operator_user_id: operator,
      start_at: now,
      consent_at: now,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { hostableAccount: await account('920000000000003'), hostAccount, operator };
}

export const hostingBodies = {
  '/operation-accounts/list': () => ({}),
  '/operation-accounts/export': () => ({ columns: ['account', 'state'], locale: 'en' }),
  '/operation-accounts/create': (fixtures: HostingFixtures) => ({
    ad_account_id: fixtures.hostableAccount,
    operator_user_id: fixtures.operator,
    auto_level: 'suggest',
    start_at: '2026-11-21T00:00:00Z',
    consent: true,
  }),
  '/operation-accounts/edit': (fixtures: HostingFixtures) => ({ id: fixtures.hostAccount, version: 1, remark: 'x' }),
  // The edit before it raised the version.
  '/operation-accounts/set_state': (fixtures: HostingFixtures) => ({ id: fixtures.hostAccount, version: 2, state: 'hosting' }),
  '/operation-accounts/rules': (fixtures: HostingFixtures) => ({ id: fixtures.hostAccount }),
  '/operation-accounts/bind_rules': (fixtures: HostingFixtures) => ({ id: fixtures.hostAccount, rule_ids: [] }),
  '/operation-accounts/report_export': () => ({ date_from: '2026-11-14', date_to: '2026-11-20', columns: ['date', 'spend'], locale: 'en' }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of host operators and administrators. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NO_PATH', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const hostingMatrix = {
  '/operation-accounts/list': page,
  '/operation-accounts/export': page,
  '/operation-accounts/create': page,
  '/operation-accounts/edit': page,
  '/operation-accounts/set_state': page,
  '/operation-accounts/rules': page,
  '/operation-accounts/bind_rules': page,
  '/operation-accounts/report_export': page,
} as const;

/** Calls that take the id of a row, with the rest of the body. */
export const hostingById = {
  '/operation-accounts/edit': { by: 'host_01', body: (id: unknown) => ({ id, version: 1, remark: 'x' }) },
  '/operation-accounts/set_state': { by: 'host_01', body: (id: unknown) => ({ id, version: 1, state: 'paused' }) },
  '/operation-accounts/rules': { by: 'host_01', body: (id: unknown) => ({ id }) },
  '/operation-accounts/bind_rules': { by: 'host_01', body: (id: unknown) => ({ id, rule_ids: [] }) },
};
