import { describe, expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';

const { rows, server, itemsOf, mirror, setStatus } = createLaunchTestServer();

/** The owners whose campaigns each caller may change. */
const owners = ['opt_05', 'opt_06', 'opt_ec', null] as const;
const callers: [string, readonly (string | null)[]][] = [
  ['opt_05', ['opt_05']],
  ['opt_06', ['opt_06']],
  ['lead_a', ['opt_05', 'opt_06']],
  ['lead_b', []],
  ['admin', owners],
];

describe('a launch', () => {
  test.each(callers)('can be changed by %s only within their scope', async (by, seen) => {
    const launches = [];
    for (const owner of owners) launches.push({ owner, ...(await rows.tree(owner)) });
    await mirror();
    for (const level of ['campaign', 'group', 'ad'] as const) {
      const ids = launches.map((tree) => tree[level]);
      const { data } = await setStatus(level === 'group' ? 'ad_group' : level, ids, 'PAUSED', { by });
      const items = await itemsOf(data.batch_id);
      expect(items.map(({ status, reason }) => reason ?? status)).toEqual(
        launches.map(({ owner }) => (seen.includes(owner) ? 'succeeded' : 'NOT_FOUND')),
      );
      // The name of an invisible object is not revealed either.
      expect(items.map(({ label }, at) => label === `#${ids[at]}`)).toEqual(launches.map(({ owner }) => !seen.includes(owner)));
    }
    const task = async (entity_id: number) => {
      const at = server().clock.now();
      const values = { level: 'campaign', action: 'pause', run_at: at, repeat: 'none', created_at: at, updated_at: at } as const;
      const { id } = await server()
        .db.insertInto('schedule_task')
        .values({ ...values, entity_id, user_id: await rows.userOf('admin') })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    for (const { owner, campaign } of launches) {
      const answer = await server().as(by, '/ad-entities/schedule_cancel', { id: await task(campaign) });
      expect([owner, answer.reason]).toEqual([owner, seen.includes(owner) ? undefined : 'NOT_FOUND']);
    }
  });

  test('has no preview for a user who does not see it', async () => {
    const { group } = await rows.tree('opt_06');
    const body = { level: 'ad_group' as const, ids: [group], mode: 'inc_pct' as const, value: 10, dry_run: true as const };
    const shown = async (by: string) => (await server().as(by, '/ad-entities/batch_budget', body)).data.list?.[0]?.refused;
    expect([await shown('opt_05'), await shown('opt_06'), await shown('lead_a')]).toEqual(['NOT_FOUND', undefined, undefined]);
    const names = { level: 'ad_group' as const, ids: [group], find: '组', replace: 'x', dry_run: true as const };
    expect((await server().as('opt_05', '/ad-entities/batch_rename', names)).data.list).toMatchObject([
      { before: '', refused: 'NOT_FOUND' },
    ]);
  });

  test('is not found by a filter of a user who does not see it', async () => {
    const { ad } = await rows.tree('opt_06', { ad: { name: '只有一个' } });
    await mirror();
    const closing = (by: string, expected_total: number) =>
      server().as(by, '/ad-entities/batch_status', { level: 'ad', filter: { keyword: '只有一个' }, expected_total, to: 'PAUSED' });
    expect((await closing('opt_05', 1)).data).toMatchObject({ reason: 'SELECTION_CHANGED', total: 0 });
    const { data } = await closing('lead_a', 1);
    expect((await itemsOf(data.batch_id)).map(({ target_id }) => target_id)).toEqual([ad]);
  });
});
