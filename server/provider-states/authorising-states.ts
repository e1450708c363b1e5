import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { neededScopes } from '#contracts/endpoints/authorising.ts';
import type { AuthorisingSituations } from '#contracts/states/authorising-situations.ts';
import { cast } from '#contracts/states/cast.ts';
import {
  type AdPlatform,
  AdPlatformError,
  type Channels,
  type FailureKind,
  type RemoteAccount,
  type RemotePage,
  type RemotePixel,
  type Tok,
} from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { TOKEN_PLACE } from '#server/domain/assets/grants.ts';
import type { Vault } from '#server/domain/vault.ts';
import { scriptedLaunches } from './launch-channel.ts';
import { scriptedPosts } from './posts-states.ts';

type Db = Kysely<Database>;
type Given<Name extends keyof AuthorisingSituations> = AuthorisingSituations[Name];

const HOUR_MS = 3_600_000;
const inOneHour = () => new Date(Date.now() + HOUR_MS);
const timestamps = () => ({ created_at: new Date(), updated_at: new Date() });
const remote = { channel: 'meta', connector: 'sandbox' } as const;
const PAGE_TOKEN_PREFIX = 'token-of-';
const RETRY_AT = new Date('2030-01-01T00:00:00Z');

/**
 * The channel of a server under verification. It answers calls about people of the states itself and forwards all other calls to the real
 * one.
 */
export interface ScriptedChannel {
  readonly channels: Channels;
  grant(person: Given<'a person of the channel grants things'>): void;
  fail(kind: FailureKind): void;
  reset(): void;
}

export function createScriptedChannel(real: Channels): ScriptedChannel {
  const people = new Map<string, Given<'a person of the channel grants things'>>();
  let failure: FailureKind | null = null;
  const requireAvailable = () => {
    if (failure !== null) throw new AdPlatformError(failure, { code: 4, userMessage: 'as the state says', retryAt: RETRY_AT });
  };
  const toAccount = ({ id, name }: { id: string; name: string }): RemoteAccount => ({
    id,
    name,
    business: null,
    currency: 'USD',
    timezone_name: 'America/Los_Angeles',
    account_status: 1,
    disable_reason: 0,
    balance: 100,
    spend_cap: null,
    amount_spent: 0,
    min_daily_budget: 100,
  });
  const toPage = ({ id, name }: { id: string; name: string }): RemotePage => ({
    id,
    name,
    category: 'Film',
    picture_url: null,
    page_token: `${PAGE_TOKEN_PREFIX}${id}`,
    tasks: ['ADVERTISE', 'CREATE_CONTENT'],
    is_published: true,
    status: 'active',
    ad_limit: 250,
    ads_active: 0,
  });
  const toPixel = ({ id, name, account }: { id: string; name: string; account: string }): RemotePixel => ({
    id,
    name,
    owner_account: account,
    owner_business: null,
    status: 'active',
    last_fired_at: null,
  });
  const postsFor = (platform: AdPlatform, t: Tok) => {
    requireAvailable();
    return people.has(t.token) || t.token.startsWith(PAGE_TOKEN_PREFIX) ? scriptedPosts : platform;
  };
  const launchesFor = (platform: AdPlatform, t: Tok) => {
    requireAvailable();
    return people.has(t.token) ? scriptedLaunches : platform;
  };
  const scriptPlatform = (platform: AdPlatform): AdPlatform => ({
    ...bindMethods(platform),
    inspect: async (token) => {
      requireAvailable();
      const person = people.get(token);
      if (person === undefined) return await platform.inspect(token);
      const { id, name } = person;
      const scopes = [...neededScopes];
      return { user_id: id, name, token, expires_at: null, data_access_expires_at: null, scopes, valid: true, state: 'valid' };
    },
    async *listAdAccounts(t) {
      requireAvailable();
      const person = people.get(t.token);
      if (person === undefined) yield* platform.listAdAccounts(t);
      else for (const account of person.accounts) yield toAccount(account);
    },
    async *listPages(t) {
      requireAvailable();
      const person = people.get(t.token);
      if (person === undefined) yield* platform.listPages(t);
      else for (const page of person.pages) yield toPage(page);
    },
    async *listPixels(t, account) {
      requireAvailable();
      const person = people.get(t.token);
      if (person === undefined) yield* platform.listPixels(t, account);
      else for (const pixel of person.pixels) if (pixel.account === account) yield toPixel(pixel);
    },
    async *listAudiences(t, account) {
      requireAvailable();
      if (!people.has(t.token)) yield* platform.listAudiences(t, account);
    },
    async searchInterests(t, words) {
      requireAvailable();
      if (!people.has(t.token)) return await platform.searchInterests(t, words);
      return [{ id: '6003225504822', name: 'Web series' }].filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
    },
    async sharePixel(t, pixel, account) {
      requireAvailable();
      if (!people.has(t.token)) await platform.sharePixel(t, pixel, account);
    },
    async unsharePixel(t, pixel, account) {
      requireAvailable();
      if (!people.has(t.token)) await platform.unsharePixel(t, pixel, account);
    },
    createPost: async (t, ...rest) => await postsFor(platform, t).createPost(t, ...rest),
    findPost: async (t, ...rest) => await postsFor(platform, t).findPost(t, ...rest),
    postState: async (t, ...rest) => await postsFor(platform, t).postState(t, ...rest),
    deletePost: async (t, ...rest) => await postsFor(platform, t).deletePost(t, ...rest),
    createCampaign: async (t, ...rest) => await launchesFor(platform, t).createCampaign(t, ...rest),
    createAdGroup: async (t, ...rest) => await launchesFor(platform, t).createAdGroup(t, ...rest),
    createAd: async (t, ...rest) => await launchesFor(platform, t).createAd(t, ...rest),
    validate: async (t, ...rest) => await launchesFor(platform, t).validate(t, ...rest),
    estimateEnd: async (t, ...rest) => await launchesFor(platform, t).estimateEnd(t, ...rest),
    findByTag: async (t, ...rest) => await launchesFor(platform, t).findByTag(t, ...rest),
    update: async (t, ...rest) => await launchesFor(platform, t).update(t, ...rest),
    breakdown: async (t, ...rest) => await launchesFor(platform, t).breakdown(t, ...rest),
    entityState: async (t, ...rest) => await launchesFor(platform, t).entityState(t, ...rest),
    async sendConversion(t, pixel, events) {
      requireAvailable();
      return people.has(t.token) ? { received: events.length, errors: [] } : await platform.sendConversion(t, pixel, events);
    },
  });
  return {
    channels: { of: (connector) => scriptPlatform(real.of(connector)), connectorsFor: (channel) => real.connectorsFor(channel) },
    grant: (person) => void people.set(person.token, person),
    fail: (kind) => {
      failure = kind;
    },
    reset: () => {
      people.clear();
      failure = null;
    },
  };
}

/** Methods lose their `this` when they are spread into another object. */
const bindMethods = (platform: AdPlatform): AdPlatform =>
  Object.fromEntries(
    Object.entries(platform).map(([key, value]) => [key, typeof value === 'function' ? value.bind(platform) : value]),
  ) as never;

export const authorisingIdTables = ['personal_account', 'ad_account', 'auth_link'] as const;

export async function addPerson(db: Db, vault: Vault, given: Given<'a personal account exists'>): Promise<void> {
  const { token, owner, ...row } = given;
  const holder =
    given.usage === 'host' ? { holder_name: '持有人', contact: 'a@example.test', consent_at: new Date(), consent_note: '合约' } : {};
  await db
    .insertInto('personal_account')
    .values({
      ...row,
      ...remote,
      ...holder,
      owner_user_id: owner,
      access_token_enc: vault.seal(token, TOKEN_PLACE),
      scopes: [...neededScopes],
      status: 'active',
      remark: '合约',
      last_checked_at: new Date(),
      ...timestamps(),
    })
    .execute();
}

export async function endGrant(db: Db, { id }: Given<'the authorisation of a personal account ended'>): Promise<void> {
  await db.updateTable('personal_account').set({ status: 'expired' }).where('id', '=', id).execute();
}

export async function beginAuthorisation(db: Db, given: Given<'an authorisation was begun'>): Promise<void> {
  const { id } = cast[given.by];
  await db
    .insertInto('auth_link')
    .values({
      ...remote,
      state_hash: createHash('sha256').update(given.state).digest('hex'),
      usage: given.usage,
      mode: 'window',
      user_id: id,
      owner_user_id: id,
      personal_account_id: null,
      status: given.outcome,
      result: given.personal_account_id === null ? null : JSON.stringify({ personal_account_id: given.personal_account_id }),
      expires_at: inOneHour(),
      ...timestamps(),
    })
    .execute();
}

export async function addLink(db: Db, given: Given<'an authorisation link was made'>): Promise<void> {
  const { id } = cast[given.by];
  await db
    .insertInto('auth_link')
    .values({
      ...remote,
      id: given.id,
      state_hash: String(given.id),
      usage: 'host',
      mode: 'link',
      user_id: id,
      owner_user_id: id,
      holder: JSON.stringify({ holder_name: given.holder_name, contact: 'a@example.test', consent_note: null }),
      status: given.status,
      expires_at: inOneHour(),
      ...timestamps(),
    } as never)
    .execute();
}

export async function addAdAccount(db: Db, given: Given<'an ad account exists'>): Promise<void> {
  await db
    .insertInto('ad_account')
    .values({
      ...given,
      ...remote,
      business_id: '1',
      business_name: 'Galaxy',
      currency: 'USD',
      timezone_name: 'America/Los_Angeles',
      account_status: 1,
      balance: 300,
      spend_cap: 10_000,
      amount_spent: 2_500,
      min_daily_budget: 100,
      biz: 'dj',
      usage: sql<'self' | 'host'>`(select usage from personal_account where id = ${given.personal_account_id})`,
      remark: '合约',
      authorised_at: new Date(),
      last_sync_at: new Date(),
      ...timestamps(),
    })
    .execute();
  await db
    .insertInto('account_status_log')
    .values({ ad_account_id: given.id, at: new Date(), account_status: 1, disable_reason: 0 })
    .execute();
}

export async function assign(db: Db, { asset_type, asset_id, user_id }: Given<'an asset was assigned'>): Promise<void> {
  await db
    .insertInto('asset_assign')
    .values({ asset_type, asset_id, user_id, is_primary: asset_type === 'ad_account', from_at: new Date(), by_user_id: user_id })
    .execute();
}

export async function assignToDepartment(
  db: Db,
  { asset_type, asset_id, department_id }: Given<'an asset was assigned to a department'>,
): Promise<void> {
  await db
    .insertInto('asset_assign')
    .values({ asset_type, asset_id, department_id, is_primary: false, from_at: new Date(), by_user_id: cast.admin.id })
    .execute();
}

/** Adds an item that no server processes: the server has no handler for the type of its batch. */
export async function lockInBatch(db: Db, { asset_type, asset_id, batch_id }: Given<'an asset is in a batch'>): Promise<void> {
  await sql`
    insert into batch (id, type, user_id, origin, action, language, summary, params, status, total, created_at, updated_at)
    values (${batch_id}, 'nobody_carries_out', ${cast.admin.id}, '/auth/account', '/auth-accounts/sync', 'zh', '{"zh":"同步","en":"Refresh"}', '{}',
      'pending', 1, now(), now())`.execute(db);
  await sql`
    insert into batch_item (batch_id, seq, user_id, address, target_type, target_id, label, locks, status, created_at, updated_at)
    values (${batch_id}, 1, ${cast.admin.id}, '127.0.0.1', ${asset_type}, ${asset_id}, 'x', true, 'pending', now(), now())`.execute(db);
}

/** Adds `count` rows of one list, owned by the administrator. */
export async function addManyAuthorised(db: Db, of: 'personal accounts' | 'hosted persons' | 'ad accounts', count: number): Promise<void> {
  const usage = of === 'hosted persons' ? 'host' : 'self';
  await sql`
    insert into personal_account (channel, connector, platform_user_id, name, usage, owner_user_id, status, created_at, updated_at)
    select 'meta', 'sandbox', n::text, 'n' || n, ${usage}, ${cast.admin.id}, 'active', now(), now() from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  if (of !== 'ad accounts') return;
  await sql`
    insert into ad_account (channel, connector, platform_account_id, name, currency, timezone_name, account_status, balance, amount_spent,
      min_daily_budget, biz, usage, personal_account_id, authorised_at, created_at, updated_at)
    select 'meta', 'sandbox', p.platform_user_id, p.name, 'USD', 'UTC', 1, 0, 0, 100, 'dj', 'self', p.id, now(), now(), now()
    from personal_account p`.execute(db);
}
