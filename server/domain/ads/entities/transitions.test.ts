import { expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';

const { channel, rows, server, entity, eventsOf, itemsOf, mirror, setStatus } = createLaunchTestServer();

const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] as const;
type Status = (typeof statuses)[number];
const levels = ['campaign', 'ad_group', 'ad'] as const;
type Level = (typeof levels)[number];

const order = (level: Level, ids: number[]) => ({ level, ids });
const calls = {
  open: (level: Level, ids: number[]) => setStatus(level, ids, 'ACTIVE'),
  close: (level: Level, ids: number[]) => setStatus(level, ids, 'PAUSED'),
  archive: (level: Level, ids: number[]) => server().as('opt_05', '/ad-entities/batch_archive', order(level, ids)),
  remove: (level: Level, ids: number[]) => server().as('opt_05', '/ad-entities/batch_remove', { ...order(level, ids), reason: '完' }),
  'remove by force': (level: Level, ids: number[]) =>
    server().as('opt_05', '/ad-entities/batch_remove', { ...order(level, ids), reason: '完', force: true }),
};

/** The status after each call; null when the object stays unchanged and no event is written. */
const table: Record<keyof typeof calls, Record<Status, Status | null>> = {
  open: { ACTIVE: null, PAUSED: 'ACTIVE', ARCHIVED: null, DELETED: null },
  close: { ACTIVE: 'PAUSED', PAUSED: null, ARCHIVED: null, DELETED: null },
  archive: { ACTIVE: null, PAUSED: 'ARCHIVED', ARCHIVED: null, DELETED: null },
  remove: { ACTIVE: null, PAUSED: 'DELETED', ARCHIVED: 'DELETED', DELETED: null },
  'remove by force': { ACTIVE: 'DELETED', PAUSED: 'DELETED', ARCHIVED: 'DELETED', DELETED: null },
};

test.each(levels.flatMap((level) => (Object.keys(calls) as (keyof typeof calls)[]).map((call) => ({ level, call }))))(
  '$call of a $level follows the table, and a refused call changes nothing',
  async ({ level, call }) => {
    const entities: { from: Status; id: number; before: Record<string, unknown> }[] = [];
    for (const from of statuses) {
      const statuses = { status: from, effective_status: from };
      const tree = await rows.tree('opt_05', { [level === 'ad_group' ? 'group' : level]: statuses });
      const id = tree[level === 'ad_group' ? 'group' : level];
      entities.push({ from, id, before: await entity(level, id) });
    }
    await mirror();
    server().clock.forward({ minutes: 1 });
    const { data } = await calls[call](
      level,
      entities.map(({ id }) => id),
    );
    const items = await itemsOf(data.batch_id);
    const expected = entities.map(({ from }) => table[call][from]);
    expect(items.map(({ status }) => status === 'succeeded')).toEqual(expected.map((to) => to !== null));
    expect(channel.updates.map(({ patch }) => patch)).toEqual(expected.flatMap((to) => (to === null ? [] : [{ status: to }])));
    for (const [at, { id, before }] of entities.entries()) {
      const to = expected[at];
      if (to === null) {
        expect(await entity(level, id)).toEqual(before);
        expect(await eventsOf(level, id)).toEqual([]);
      } else {
        expect(await entity(level, id)).toMatchObject({ status: to, version: 2, updated_at: server().clock.now() });
        expect(await eventsOf(level, id)).not.toEqual([]);
      }
    }
  },
);
