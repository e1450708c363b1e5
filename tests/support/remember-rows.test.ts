import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { peopleFixtures } from './people.ts';
import { tableSums } from './table-sums.ts';

let server: TestApp;
const people = peopleFixtures(() => server);
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const counters = async () =>
  (await sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by sequencename`.execute(server.db)).rows;

it('brings back what was added, changed and deleted, the counters, the time and the sign-ins, as often as asked', async () => {
  await server.signIn('opt_01');
  const rewind = await server.remember();
  const before = { sums: await tableSums(server.db, []), counters: await counters(), now: server.clock.now() };
  for (let round = 0; round < 2; round += 1) {
    server.clock.forward({ days: 1 });
    await people.create({ account: 'new_01' });
    await server.db.updateTable('sys_user').set({ name: 'Changed' }).where('account', '=', 'opt_02').execute();
    await server.db.deleteFrom('setting').execute();
    await server.db.deleteFrom('sys_session').execute();
    expect(await tableSums(server.db, [])).not.toEqual(before.sums);
    expect(await counters()).not.toEqual(before.counters);
    await rewind();
    expect({ sums: await tableSums(server.db, []), counters: await counters(), now: server.clock.now() }).toEqual(before);
    expect((await server.as('opt_01', '/sys-users/get_user_info', {})).code).toBe(0);
  }
});
