import type { ChannelNotices } from '#server/channel/ad-platform.ts';
import { nothingOutside } from '#server/domain/outside.ts';
import { createTestApp, type TestApp } from './app.ts';
import { FakeChannel, type FakePerson } from './fake-channel.ts';
import { testVault } from './outside.ts';

/** A server with a channel that the test controls, and helpers that authorise people. */
export async function startWithChannel(): Promise<{ server: TestApp; channel: FakeChannel } & ReturnType<typeof helpersOf>> {
  const channel = new FakeChannel();
  const server = await createTestApp({ outside: { ...nothingOutside, vault: testVault, channels: channel.channels } });
  return { server, channel, ...helpersOf(server, channel) };
}

export type StartedWithNotices = Awaited<ReturnType<typeof startWithNotices>>;

/** The same with a network that reports removals of the app, signed by the number of the person alone. */
export async function startWithNotices() {
  const channel = new FakeChannel();
  const notices: ChannelNotices = {
    connector: 'sandbox',
    readSignedPerson: (signed) => (/^\d+$/.test(signed) ? signed : null),
    answerSubscription: () => null,
    readChanges: () => null,
  };
  const channels = { ...channel.channels, notices };
  const server = await createTestApp({ outside: { ...nothingOutside, vault: testVault, channels, publicUrl: 'https://console.test' } });
  return { server, channel, ...helpersOf(server, channel) };
}

function helpersOf(server: TestApp, channel: FakeChannel) {
  const idOf = async (account: string): Promise<number> =>
    (await server.db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;
  const departmentOf = async (name: string): Promise<number> =>
    (await server.db.selectFrom('sys_department').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

  /** The page that the channel's answer leads to. */
  const visit = async (state: string, answer: Record<string, string>, language = 'zh-CN') => {
    const query = new URLSearchParams({ state, ...answer }).toString();
    const response = await server.app.inject({
      method: 'GET',
      url: `/api/auth-callback/meta?${query}`,
      headers: { 'accept-language': language },
    });
    return { status: response.statusCode, page: response.body, headers: response.headers };
  };

  /** Authorises the person in a window of that account and returns the id of the personal account. */
  async function authorise(account: string, person: FakePerson, more: { owner?: string; id?: number } = {}): Promise<number> {
    const owner_user_id = await idOf(more.owner ?? account);
    const started = await server.as(account, '/auth-personages/auth_url', {
      channel: 'meta',
      owner_user_id,
      ...(more.id === undefined ? {} : { id: more.id }),
    });
    if (started.code !== 0) throw new Error(`${account} cannot authorise: ${started.reason} ${started.message}`);
    await visit(started.data.state, { code: channel.createCode(person.id) });
    const { data } = await server.as(account, '/auth-personages/auth_result', { state: started.data.state });
    if (data.personal_account_id === null) throw new Error(`not authorised: ${data.reason}`);
    return data.personal_account_id;
  }

  /** Imports accounts and returns their ids by channel id. */
  async function bindAccounts(account: string, personal_account_id: number, platform_ids: string[]): Promise<Map<string, number>> {
    const bound = await server.as(account, '/auth-accounts/bind', { personal_account_id, platform_ids, biz: 'dj' });
    if (bound.data.ok !== platform_ids.length) throw new Error(`not bound: ${JSON.stringify(await itemsOf(bound.data.batch_id))}`);
    const rows = await server.db.selectFrom('ad_account').select(['id', 'platform_account_id']).where('deleted_at', 'is', null).execute();
    return new Map(rows.map((row) => [row.platform_account_id, row.id]));
  }

  const itemsOf = async (batch_id: number) => (await server.as('admin', '/op-batches/items', { batch_id, page_size: 200 })).data.list;

  return { idOf, departmentOf, visit, authorise, bindAccounts, itemsOf };
}
