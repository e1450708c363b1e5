import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { nothingOutside } from '#server/domain/outside.ts';
import { createTestApp, type TestApp } from './app.ts';
import { FakeEntities } from './fake-entities.ts';
import { launchFixtures } from './launches.ts';
import { testVault } from './outside.ts';

type Level = 'campaign' | 'ad_group' | 'ad';

/** A server for the tests of one file, on a fake channel, with helpers that read and change launched objects. */
export function createLaunchTestServer() {
  const channel = new FakeEntities();
  let server: TestApp;

  beforeAll(async () => {
    server = await createTestApp({ outside: { ...nothingOutside, vault: testVault, channels: channel.channels } });
    channel.now = () => server.clock.now();
  });
  afterEach(() => channel.reset());
  afterAll(async () => await server.close());

  const entity = async (level: Level, id: number) =>
    (await server.db
      .selectFrom(level as 'campaign')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()) as Record<string, unknown>;

  return {
    channel,
    server: () => server,
    rows: launchFixtures(() => server),
    entity,
    /** The id of an object on the channel. */
    platformIdOf: async (level: Level, id: number) => {
      const row = await entity(level, id);
      return String(row.platform_campaign_id ?? row.platform_adset_id ?? row.platform_ad_id);
    },
    itemsOf: async (batchId = 0, by = 'admin') =>
      (await server.as(by, '/op-batches/items', { batch_id: batchId, page_size: 200 }, { language: 'en-US' })).data.list,
    eventsOf: async (level: Level, id: number) =>
      (
        await sql<Record<string, unknown>>`
          select event, actor_type, actor_user_id, batch_id, before, after, reason, snapshot, owner_user_id from ad_event
          where level = ${level} and coalesce(ad_id, ad_group_id, campaign_id) = ${id} order by id`.execute(server.db)
      ).rows,
    /** Copies every object of the database to the channel. */
    mirror: () => channel.mirror(server),
    setStatus: (level: Level, ids: number[], to: 'ACTIVE' | 'PAUSED', { by = 'opt_05', ...more }: { by?: string; reason?: string } = {}) =>
      server.as(by, '/ad-entities/batch_status', { level, ids, to, ...more }),
  };
}
