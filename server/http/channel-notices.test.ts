import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedWithNotices, startWithNotices } from '#tests/support/authorised.ts';
import { fakeAccount } from '#tests/support/fake-channel.ts';

let started: StartedWithNotices;
beforeEach(async () => {
  started = await startWithNotices();
});
afterEach(async () => await started.server.close());

const send = async (body: string, what = 'deauthorise') =>
  await started.server.app.inject({
    method: 'POST',
    url: `/api/open-meta/${what}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  });
const personOf = async (id: number) =>
  await started.server.db.selectFrom('personal_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const statusOf = async (id: number) => (await personOf(id)).status;

it('a notice that a person removed the app has the authorisation checked at once', async () => {
  const { channel, authorise } = started;
  const person = channel.person('1000000000000001');
  const id = await authorise('lead_a', person);
  expect(await statusOf(id)).toBe('active');
  person.state = 'revoked';
  expect((await send('signed_request=forged')).statusCode).toBe(400);
  expect(await statusOf(id)).toBe('active');
  expect((await send('signed_request=1000000000000001')).statusCode).toBe(200);
  expect(await statusOf(id)).toBe('revoked');
});

it('a notice only makes the network be asked', async () => {
  const { channel, authorise } = started;
  const person = channel.person('1000000000000001');
  const id = await authorise('lead_a', person);
  await send('signed_request=1000000000000001');
  expect(await statusOf(id)).toBe('active');
});

describe('a person who wants their data deleted', () => {
  const NUMBER = '1000000000000001';

  /** Every row of every table of ours that contains one of the texts, as `table: row`. The channel keeps its own people. */
  async function findTraces(texts: readonly string[]): Promise<string[]> {
    const { db } = started.server;
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'sbx_%' and table_name not like 'kysely_%'`.execute(
      db,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db);
      found.push(...rows.filter(({ row }) => texts.some((text) => row.includes(text))).map(({ row }) => `${name}: ${row}`));
    }
    return found;
  }
  const entries = async (id: number) =>
    await started.server.db
      .selectFrom('op_log')
      .select(['account', 'action', 'target_label', 'summary', 'after'])
      .where('target_type', '=', 'personal_account')
      .where('target_id', '=', id)
      .orderBy('id')
      .execute();

  it('leaves no trace of who they are, while the assets and the log of the company stay', async () => {
    const { channel, authorise, bindAccounts, server } = started;
    const person = channel.person(NUMBER, { accounts: [fakeAccount('200000000000001')] });
    const id = await authorise('lead_a', person);
    const { name } = await personOf(id);
    const accounts = await bindAccounts('lead_a', id, ['200000000000001']);
    await server.as('lead_a', '/auth-personages/check', { ids: [id] });
    person.state = 'revoked';
    await server.as('lead_a', '/auth-personages/check', { ids: [id] });
    const before = await entries(id);
    expect((await findTraces([name, NUMBER])).length).toBeGreaterThan(3);

    const answer = await send(`signed_request=${NUMBER}`, 'delete-data');
    const { url, confirmation_code } = answer.json();
    expect(answer.statusCode).toBe(200);
    expect(url).toBe(`https://console.test/api/open-meta/deleted?code=${confirmation_code}`);

    expect(await findTraces([name, NUMBER])).toEqual([]);
    expect(await personOf(id)).toMatchObject({ access_token_enc: null, scopes: [], deleted_at: server.clock.now(), name: `#${id}` });
    expect(
      await server.db
        .selectFrom('ad_account')
        .select('id')
        .where('id', 'in', [...accounts.values()])
        .execute(),
    ).toHaveLength(1);
    const after = await entries(id);
    expect(after.slice(0, before.length).map(({ action }) => action)).toEqual(before.map(({ action }) => action));
    expect(after.slice(before.length)).toMatchObject([
      { account: 'system', action: '/auth-personages/delete', target_label: `#${id}`, after: { erased: true } },
    ]);
  });

  it('can ask with the code whether it was done, again as often as they like', async () => {
    const { channel, authorise, server } = started;
    await authorise('lead_a', channel.person(NUMBER));
    const codes = [];
    for (let time = 0; time < 2; time += 1) codes.push((await send(`signed_request=${NUMBER}`, 'delete-data')).json().confirmation_code);
    expect(new Set(codes).size).toBe(2);
    const ask = async (code: string) => await server.app.inject({ method: 'GET', url: `/api/open-meta/deleted?code=${code}` });
    for (const code of codes) expect((await ask(code)).body).toContain('Your data was deleted.');
    const unknown = await ask('another');
    expect([unknown.statusCode, unknown.body.includes('Your data was deleted.')]).toEqual([404, false]);
  });

  it('is believed only when the network signed it', async () => {
    const { channel, authorise } = started;
    const id = await authorise('lead_a', channel.person(NUMBER));
    expect((await send('signed_request=forged', 'delete-data')).statusCode).toBe(400);
    expect((await send('', 'delete-data')).statusCode).toBe(400);
    expect((await personOf(id)).deleted_at).toBeNull();
  });

  it('may authorise again later, as someone new', async () => {
    const { channel, authorise } = started;
    const person = channel.person(NUMBER);
    const first = await authorise('lead_a', person);
    await send(`signed_request=${NUMBER}`, 'delete-data');
    expect(await authorise('lead_a', person)).not.toBe(first);
  });
});
