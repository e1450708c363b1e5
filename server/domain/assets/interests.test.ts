import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWithChannel } from '#tests/support/authorised.ts';
import { fakeAccount } from '#tests/support/fake-channel.ts';

let start: Awaited<ReturnType<typeof startWithChannel>>;

beforeAll(async () => {
  start = await startWithChannel();
  const person = start.channel.person('700', { accounts: [fakeAccount('7001')] });
  const id = await start.authorise('admin', person, { owner: 'opt_05' });
  await start.bindAccounts('admin', id, ['7001']);
});
afterAll(() => start.server.close());

const search = async (keyword?: string, account = 'opt_05') => {
  const { code, reason, data } = await start.server.as(account, '/ad-schemes/interests', keyword === undefined ? {} : { keyword });
  return { code, reason, names: code === 0 ? data.list.map(({ label_en }) => label_en) : [] };
};

it.each([
  ['Chinese', '肥皂'],
  ['English', 'soap OP'],
  ['pinyin', 'feizaoju'],
  ['initials', 'fzj'],
  ['its number', '6003107902433'],
])('the dictionary is searched in %s', async (_, keyword) => {
  expect((await search(keyword)).names).toContain('Soap operas');
});

it('the whole dictionary is listed without a word, and no network is asked', async () => {
  const before = start.channel.calls.length;
  expect((await search()).names.length).toBeGreaterThan(40);
  expect((await search(' ')).names.length).toBeGreaterThan(40);
  expect(start.channel.calls.length).toBe(before);
});

it('what the network lists follows', async () => {
  expect((await search('soap')).names).toEqual(['Soap operas', 'Soap operas of the network']);
  expect(start.channel.calls).toContain('interests');
});

it('only authorisers of ad accounts that the caller sees are asked', async () => {
  expect((await search('of the network')).names).toEqual(['Soap operas of the network']);
  expect((await search('of the network', 'opt_01')).names).toEqual([]);
});

it('a network that does not answer hides nothing of the dictionary, and is named where nothing is found', async () => {
  start.channel.fail('down');
  expect((await search('soap')).names).toEqual(['Soap operas']);
  expect(await search('of the network')).toMatchObject({ reason: 'PLATFORM_DOWN' });
  start.channel.fail(null);
});
