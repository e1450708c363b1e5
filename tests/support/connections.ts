import { seedSandbox } from '#server/channel/sandbox/found-world.ts';
import { demoGrant, sandboxWorld, type WorldPerson } from '#server/channel/sandbox/world.ts';
import { TOKEN_PLACE } from '#server/domain/assets/grants.ts';
import type { AssetType } from '#server/domain/assets/index.ts';
import type { TestApp } from './app.ts';
import { quietSandbox, testVault } from './outside.ts';

type More = Record<string, unknown>;

/** The day from which the grants of the simulated channel are counted. */
const WORLD_DAY = new Date('2026-11-20T00:00:00Z');

/** Shared by the test file, because several instances may write into one database. */
let serial = 0;

/** Writes rows of assets and their assignments directly to the database. */
export function connectionFixtures(server: () => Pick<TestApp, 'db' | 'clock'>) {
  const next = () => {
    serial += 1;
    return serial;
  };
  const kept = () => ({ created_at: server().clock.now(), updated_at: server().clock.now() });
  const remote = { channel: 'meta', connector: 'sandbox' } as const;
  const createPlatformId = () => `88000000${String(next()).padStart(6, '0')}`;

  const userOf = async (account: string): Promise<number> =>
    (await server().db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;
  const departmentOf = async (name: string): Promise<number> =>
    (await server().db.selectFrom('sys_department').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

  /** A person with a token of their own, which the fake channel of a test knows. */
  async function person(owner: string, more: More = {}): Promise<number> {
    const id = createPlatformId();
    const values = {
      ...remote,
      platform_user_id: id,
      name: `人 ${id}`,
      usage: 'self' as const,
      owner_user_id: await userOf(owner),
      access_token_enc: testVault.seal(`token-of-${id}`, TOKEN_PLACE),
      status: 'active' as const,
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('personal_account').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  /** A person of the simulated channel, by default the first, with a token that the channel accepts. Also returns what they granted. */
  async function worldPerson(owner: string, name?: string): Promise<{ id: number; world: WorldPerson }> {
    const { persons } = sandboxWorld(quietSandbox.seed);
    const world = persons.find((one) => one.grant !== null && one.grant.daysAgo < 30 && (name === undefined || one.name === name));
    const grant = world === undefined ? null : demoGrant(quietSandbox.seed, world, WORLD_DAY);
    if (world === undefined || grant === null) throw new Error('nobody of the simulated world granted anything');
    const { db } = server();
    await db.transaction().execute((transaction) => seedSandbox(transaction, { seed: quietSandbox.seed, asOf: WORLD_DAY }));
    const known = await db.selectFrom('personal_account').select('id').where('platform_user_id', '=', world.id).executeTakeFirst();
    const owner_user_id = await userOf(owner);
    if (known !== undefined) {
      await db.updateTable('personal_account').set({ owner_user_id }).where('id', '=', known.id).execute();
      return { id: known.id, world };
    }
    const access_token_enc = testVault.seal(grant.token, TOKEN_PLACE);
    return { id: await person(owner, { platform_user_id: world.id, name: world.name, access_token_enc }), world };
  }

  async function account(personalAccountId: number, more: More = {}): Promise<number> {
    const id = createPlatformId();
    const values = {
      ...remote,
      platform_account_id: id,
      name: `账户 ${id}`,
      currency: 'USD',
      timezone_name: 'UTC',
      account_status: 1,
      balance: 0,
      amount_spent: 0,
      min_daily_budget: 100,
      biz: 'dj' as const,
      usage: 'self' as const,
      personal_account_id: personalAccountId,
      authorised_at: server().clock.now(),
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('ad_account').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function pixel(personalAccountId: number, ownerAccountId: number, more: More = {}): Promise<number> {
    const id = createPlatformId();
    const values = {
      ...remote,
      platform_pixel_id: id,
      name: `像素 ${id}`,
      owner_ad_account_id: ownerAccountId,
      personal_account_id: personalAccountId,
      status: 'active' as const,
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('pixel').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function homepage(personalAccountId: number, more: More = {}): Promise<number> {
    const id = createPlatformId();
    const values = {
      ...remote,
      platform_page_id: id,
      name: `主页 ${id}`,
      personal_account_id: personalAccountId,
      tasks: ['ADVERTISE', 'CREATE_CONTENT'],
      is_published: true,
      biz: 'dj' as const,
      status: 'active' as const,
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('homepage').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function site(more: More = {}): Promise<number> {
    const n = next();
    const values = {
      biz: 'dj' as const,
      name: `站点 ${n}`,
      domain: `drama${n}.test`,
      kind: 'h5' as const,
      url_tags: 'ad_id={{ad.id}}',
      verify_method: 'dns_txt' as const,
      verify_token: `token${n}`,
      created_by: await userOf('admin'),
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('site').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function landing(siteId: number, content: { drama_id: number } | { product_id: number }, more: More = {}): Promise<number> {
    const n = next();
    const values = {
      site_id: siteId,
      biz: 'drama_id' in content ? ('dj' as const) : ('ec' as const),
      ...content,
      title: `落地页 ${n}`,
      slug: `page-${n}`,
      template: 'player' as const,
      language: 'en',
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('landing_page').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function assign(type: AssetType, id: number, to: { user: string } | { department: string }): Promise<void> {
    const who = 'user' in to ? { user_id: await userOf(to.user) } : { department_id: await departmentOf(to.department) };
    await server()
      .db.insertInto('asset_assign')
      .values({ asset_type: type, asset_id: id, ...who, from_at: server().clock.now() })
      .execute();
  }

  return { person, worldPerson, account, pixel, homepage, site, landing, assign, userOf, departmentOf };
}
