import type { TestApp } from '#tests/support/app.ts';
import { testVault } from '#tests/support/outside.ts';

/** The objects that the calls of personal accounts, ad accounts and assignments need. lead_a owns those of our own people. */
export interface AuthorisingFixtures {
  leaderId: number;
  checkedPerson: number;
  deletedPerson: number;
  hostedPerson: number;
  deletedHosted: number;
  openLink: number;
  adAccount: number;
  unboundAccount: number;
}

export async function createAuthorisingFixtures({ db, clock }: TestApp): Promise<AuthorisingFixtures> {
  const now = clock.now();
  const { id: leaderId } = await db.selectFrom('sys_user').select('id').where('account', '=', 'lead_a').executeTakeFirstOrThrow();
  let number = 910_000_000_000_000;
  const person = async (usage: 'self' | 'host') => {
    number += 1;
    const { id } = await db
      .insertInto('personal_account')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_user_id: String(number),
        name: `Person ${number}`,
        usage,
        owner_user_id: leaderId,
        access_token_enc: testVault.seal(`no-such-token-${number}`, 'personal_account.access_token'),
        scopes: ['ads_management'],
        status: 'limited',
        ...(usage === 'host' ? { holder_name: 'Holder', consent_at: now } : {}),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const account = async (personal_account_id: number) => {
    number += 1;
    const { id } = await db
      .insertInto('ad_account')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_account_id: String(number),
        name: `Account ${number}`,
        currency: 'USD',
        timezone_name: 'UTC',
        account_status: 1,
        balance: 0,
        amount_spent: 0,
        min_daily_budget: 100,
        biz: 'dj',
        usage: 'self',
        personal_account_id,
        authorised_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const link = await db
    .insertInto('auth_link')
    .values({
      state_hash: 'f'.repeat(64),
      channel: 'meta',
      connector: 'sandbox',
      usage: 'host',
      mode: 'link',
      user_id: leaderId,
      owner_user_id: leaderId,
      holder: JSON.stringify({ holder_name: 'Holder', contact: null, consent_note: null }),
      status: 'waiting',
      expires_at: new Date(now.getTime() + 3_600_000),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const checkedPerson = await person('self');
  return {
    leaderId,
    checkedPerson,
    deletedPerson: await person('self'),
    hostedPerson: await person('host'),
    deletedHosted: await person('host'),
    openLink: link.id,
    adAccount: await account(checkedPerson),
    unboundAccount: await account(checkedPerson),
  };
}

type Given = AuthorisingFixtures & { next(): number };
const STATE = 'A'.repeat(43);
const token = 'no-such-token-anywhere';
const holder = { holder_name: 'Holder', consent: true };
const nothingElse = { account_ids: [], page_ids: [], pixel_ids: [] };

export const authorisingBodies = {
  '/auth-personages/list': () => ({}),
  '/auth-personages/export': () => ({ columns: ['name'], locale: 'en' }),
  '/auth-personages/simple_list': () => ({}),
  '/auth-personages/auth_url': (fixtures: Given) => ({ channel: 'meta', owner_user_id: fixtures.leaderId }),
  '/auth-personages/auth_result': () => ({ state: STATE }),
  '/auth-personages/import': (fixtures: Given) => ({
    personal_account_id: fixtures.checkedPerson,
    ...nothingElse,
    account_ids: ['123456789012345'],
    biz: 'dj',
  }),
  '/auth-personages/token_add': (fixtures: Given) => ({ channel: 'meta', owner_user_id: fixtures.leaderId, token }),
  '/auth-personages/check': (fixtures: Given) => ({ ids: [fixtures.checkedPerson] }),
  '/auth-personages/sync': (fixtures: Given) => ({ ids: [fixtures.checkedPerson] }),
  '/auth-personages/edit': (fixtures: Given) => ({ id: fixtures.checkedPerson, version: 1, remark: 'x' }),
  '/auth-personages/set_status': (fixtures: Given) => ({ id: fixtures.checkedPerson, status: 'disabled' }),
  '/auth-personages/delete': (fixtures: Given) => ({ id: fixtures.deletedPerson }),
  '/operation-auths/list': () => ({}),
  '/operation-auths/export': () => ({ columns: ['name', 'holder_name'], locale: 'en' }),
  '/operation-auths/auth_url': (fixtures: Given) => ({ channel: 'meta', owner_user_id: fixtures.leaderId, mode: 'link', ...holder }),
  '/operation-auths/auth_result': () => ({ state: STATE }),
  '/operation-auths/links': () => ({}),
  '/operation-auths/revoke_link': (fixtures: Given) => ({ id: fixtures.openLink }),
  '/operation-auths/import': (fixtures: Given) => ({
    personal_account_id: fixtures.hostedPerson,
    ...nothingElse,
    account_ids: ['123456789012345'],
    biz: 'dj',
  }),
  '/operation-auths/token_add': (fixtures: Given) => ({ channel: 'meta', owner_user_id: fixtures.leaderId, token, ...holder }),
  '/operation-auths/check': (fixtures: Given) => ({ ids: [fixtures.hostedPerson] }),
  '/operation-auths/sync': (fixtures: Given) => ({ ids: [fixtures.hostedPerson] }),
  '/operation-auths/edit': (fixtures: Given) => ({ id: fixtures.hostedPerson, version: 1, contact: 'x' }),
  '/operation-auths/set_status': (fixtures: Given) => ({ id: fixtures.hostedPerson, status: 'disabled' }),
  '/operation-auths/delete': (fixtures: Given) => ({ id: fixtures.deletedHosted }),
  '/auth-accounts/list': () => ({}),
  '/auth-accounts/export': () => ({ columns: ['name', 'balance'], locale: 'en' }),
  '/auth-accounts/simple_list': () => ({}),
  '/auth-accounts/discover': (fixtures: Given) => ({ personal_account_id: fixtures.checkedPerson }),
  '/auth-accounts/bind': (fixtures: Given) => ({
    personal_account_id: fixtures.checkedPerson,
    platform_ids: ['123456789012345'],
    biz: 'dj',
  }),
  '/auth-accounts/sync': (fixtures: Given) => ({ ids: [fixtures.adAccount] }),
  '/auth-accounts/edit': (fixtures: Given) => ({ id: fixtures.adAccount, version: 1, remark: 'x' }),
  '/auth-accounts/set_enabled': (fixtures: Given) => ({ ids: [fixtures.adAccount], enabled: false }),
  '/auth-accounts/status_log': (fixtures: Given) => ({ id: fixtures.adAccount }),
  '/auth-accounts/unbind': (fixtures: Given) => ({ ids: [fixtures.unboundAccount] }),
  '/auth-assets/assign': (fixtures: Given) => ({
    asset_type: 'ad_account',
    ids: [fixtures.adAccount],
    mode: 'add',
    user_ids: [fixtures.leaderId],
    department_ids: [],
  }),
  '/auth-assets/assign_history': (fixtures: Given) => ({ asset_type: 'ad_account', asset_id: fixtures.adAccount }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of leaders and administrators that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
/** A page of host operators and administrators. */
const hosting: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NO_PATH', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const anyPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'ok', 'TOKEN_REVOKED'];
const pageUnknown: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NOT_FOUND', 'NOT_FOUND', 'NO_PATH', 'TOKEN_REVOKED'];
const hostingUnknown: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NO_PATH', 'NOT_FOUND', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const authorisingMatrix = {
  '/auth-personages/list': page,
  '/auth-personages/export': page,
  '/auth-personages/simple_list': anyPage,
  '/auth-personages/auth_url': page,
  '/auth-personages/auth_result': pageUnknown,
  '/auth-personages/import': page,
  '/auth-personages/token_add': page,
  '/auth-personages/check': page,
  '/auth-personages/sync': page,
  '/auth-personages/edit': page,
  '/auth-personages/set_status': page,
  '/auth-personages/delete': page,
  '/operation-auths/list': hosting,
  '/operation-auths/export': hosting,
  '/operation-auths/auth_url': hosting,
  '/operation-auths/auth_result': hostingUnknown,
  '/operation-auths/links': hosting,
  '/operation-auths/revoke_link': hosting,
  '/operation-auths/import': hosting,
  '/operation-auths/token_add': hosting,
  '/operation-auths/check': hosting,
  '/operation-auths/sync': hosting,
  '/operation-auths/edit': hosting,
  '/operation-auths/set_status': hosting,
  '/operation-auths/delete': hosting,
  '/auth-accounts/list': page,
  '/auth-accounts/export': page,
  '/auth-accounts/simple_list': anyPage,
  '/auth-accounts/discover': page,
  '/auth-accounts/bind': page,
  '/auth-accounts/sync': page,
  '/auth-accounts/edit': page,
  '/auth-accounts/set_enabled': page,
  '/auth-accounts/status_log': page,
  '/auth-accounts/unbind': page,
  '/auth-assets/assign': page,
  '/auth-assets/assign_history': page,
} as const;

/** The simulated channel does not know the token and says so to every caller with access. */
export const authorisingOtherwise = {
  '/auth-personages/token_add': 'PLATFORM_AUTH',
  '/operation-auths/token_add': 'PLATFORM_AUTH',
  '/auth-accounts/discover': 'PLATFORM_AUTH',
} as const;

const byId = (body: (id: unknown) => Record<string, unknown>, by = 'lead_a') => ({ by, body });

/** Calls that take the id of a row, with the rest of the body. */
export const authorisingById = {
  '/auth-personages/edit': byId((id) => ({ id, version: 1, remark: 'x' })),
  '/auth-personages/set_status': byId((id) => ({ id, status: 'disabled' })),
  '/auth-personages/delete': byId((id) => ({ id })),
  '/operation-auths/edit': byId((id) => ({ id, version: 1, remark: 'x' }), 'host_01'),
  '/operation-auths/set_status': byId((id) => ({ id, status: 'enabled' }), 'host_01'),
  '/operation-auths/delete': byId((id) => ({ id }), 'host_01'),
  '/operation-auths/revoke_link': byId((id) => ({ id }), 'host_01'),
  '/auth-accounts/edit': byId((id) => ({ id, version: 1, remark: 'x' })),
  '/auth-accounts/status_log': byId((id) => ({ id })),
};
