import { type Kysely, sql } from 'kysely';
import { cast } from '#contracts/states/cast.ts';
import type { LaunchSituations } from '#contracts/states/launch-situations.ts';
import type { Situations } from '#contracts/states/states.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;
type Given = Situations['a batch was ordered'];
const MINUTE_MS = 60_000;
const fromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const LOCAL = '127.0.0.1';

const endedStatuses = new Set(['succeeded', 'failed', 'unknown']);

/** Adds a batch, created a minute ago, that disables accounts. Running items are claimed by another server. */
export async function addBatch(db: Db, { id, by, items }: Given): Promise<void> {
  const count = (status: Given['items'][number]['status']) => items.filter((item) => item.status === status).length;
  const done = items.filter(({ status }) => endedStatuses.has(status)).length;
  const hasEnded = done === items.length;
  const [ok, fail, unknown] = [count('succeeded'), count('failed'), count('unknown')];
  await db
    .insertInto('batch')
    .values({
      id,
      type: 'user_status',
      user_id: cast[by].id,
      origin: '/sys/accounts',
      action: '/sys-users/batch_set_status',
      language: 'zh',
      summary: JSON.stringify({ zh: '停用账号', en: 'Disable accounts' }),
      params: JSON.stringify({ status: 'disabled' }),
      status: !hasEnded ? 'running' : fail + unknown === 0 ? 'succeeded' : ok === 0 ? 'failed' : 'partial',
      total: items.length,
      done,
      ok,
      fail,
      unknown,
      started_at: fromNow(-1),
      finished_at: hasEnded ? new Date() : null,
      created_at: fromNow(-1),
      updated_at: new Date(),
    })
    .execute();
  await db
    .insertInto('batch_item')
    .values(items.map((item, index) => toItem(id, cast[by].id, item, index + 1)))
    .execute();
}

function toItem(batchId: number, userId: number, { id, target_id, label, status, is_for_people }: Given['items'][number], seq: number) {
  const hasEnded = endedStatuses.has(status);
  return {
    id,
    batch_id: batchId,
    seq,
    user_id: userId,
    address: LOCAL,
    target_type: 'user',
    target_id,
    label,
    locks: true,
    status,
    code: status === 'failed' ? 404 : status === 'unknown' ? 513 : null,
    reason: status === 'failed' ? 'NOT_FOUND' : status === 'unknown' ? 'PLATFORM_UNKNOWN' : null,
    platform_code: status === 'unknown' ? '1' : null,
    platform_subcode: status === 'unknown' ? '99' : null,
    retryable: status === 'failed',
    before: status === 'succeeded' ? JSON.stringify({ status: 'enabled' }) : null,
    after: status === 'succeeded' ? JSON.stringify({ status: 'disabled' }) : null,
    not_before: status === 'pending' ? fromNow(60) : null,
    executor: status === 'running' ? 'another' : null,
    leased_until: status === 'running' ? fromNow(60) : null,
    next_check_at: status === 'unknown' && is_for_people !== true ? fromNow(60) : null,
    started_at: status === 'pending' ? null : fromNow(-1),
    finished_at: hasEnded ? new Date() : null,
    created_at: fromNow(-1),
    updated_at: new Date(),
  } as const;
}

/** The batch of the state with too many items. */
export const LARGE_BATCH = 81;

export async function addMany(db: Db, of: 'batches' | 'items of a batch', count: number): Promise<void> {
  const item = (id: number) => ({ id, target_id: id, label: `many_${id}`, status: 'succeeded' }) as const;
  if (of === 'items of a batch') {
    const items = Array.from({ length: count }, (_, index) => item(index + 1));
    return await addBatch(db, { id: LARGE_BATCH, by: 'admin', items });
  }
  await addBatch(db, { id: LARGE_BATCH, by: 'admin', items: [item(1)] });
  await sql`
    insert into batch (type, user_id, origin, action, language, summary, params, status, total, done, ok, finished_at, created_at, updated_at)
    select type, user_id, origin, action, language, summary, params, status, total, done, ok, finished_at, created_at, updated_at
    from batch, generate_series(2, ${count}::int)`.execute(db);
}

type LaunchBatchSituation = LaunchSituations['something was done to launches at once'];

const ENDED = new Date('2026-11-20T08:00:00Z');
const endedTimes = { created_at: ENDED, updated_at: ENDED, started_at: ENDED, finished_at: ENDED };
const targetStatuses = { open: 'ACTIVE', close: 'PAUSED', archive: 'ARCHIVED' } as const;

/** The parameters of such a batch as our server stores them. */
function toParams({ action, ids, values }: LaunchBatchSituation): object {
  switch (action) {
    case 'open':
    case 'close':
    case 'archive':
      return { to: targetStatuses[action] };
    case 'schedule': {
      const { scheduled, run_at, repeat, value = null } = values;
      return { action: scheduled, run_at, repeat, value };
    }
    case 'copy':
      return { asked: { ids, ...values } };
    case 'budget':
    case 'bid':
    case 'rename':
    case 'transfer':
    case 'remove':
    case 'publish':
      return values;
  }
}

export async function addUnknownClosing(
  db: Db,
  { batch_id, item_id, campaign_id }: LaunchSituations['nobody knows whether a campaign was closed'],
): Promise<void> {
  await db
    .insertInto('batch')
    .values({
      id: batch_id,
      type: 'status',
      level: 'campaign',
      user_id: cast.admin.id,
      origin: '/advertising/start',
      action: '/ad-entities/batch_status',
      language: 'zh',
      summary: JSON.stringify({ zh: '关闭', en: 'Turn off' }),
      params: JSON.stringify({ to: targetStatuses.close }),
      status: 'failed',
      total: 1,
      done: 1,
      unknown: 1,
      ...endedTimes,
    })
    .execute();
  await db
    .insertInto('batch_item')
    .values({
      id: item_id,
      batch_id,
      seq: 1,
      user_id: cast.admin.id,
      address: LOCAL,
      target_type: 'campaign',
      target_id: campaign_id,
      label: '替身新娘 US',
      locks: true,
      status: 'unknown',
      code: 513,
      reason: 'PLATFORM_UNKNOWN',
      platform_code: '1',
      platform_subcode: '99',
      ...endedTimes,
    })
    .execute();
}

/** Adds a batch of changes to launched objects that succeeded. */
export async function addLaunchBatch(db: Db, given: LaunchBatchSituation): Promise<void> {
  const { id, action, level, ids, values } = given;
  const accounts = action === 'publish' ? (values.ad_account_ids ?? []) : [];
  const items = [
    ...ids.map((target_id) => ({ target_type: level ?? 'launch', target_id: action === 'copy' ? null : target_id, params: {} })),
    ...accounts.map((ad_account_id) => ({ target_type: 'launch', target_id: null, params: { ad_account_id } })),
  ];
  const scheme = values.scheme_id === undefined ? {} : { scheme_id: values.scheme_id, scheme_version: 1 };
  await db
    .insertInto('batch')
    .values({
      id,
      type: action === 'open' || action === 'close' || action === 'archive' ? 'status' : action,
      level,
      user_id: cast.admin.id,
      origin: '/advertising/start',
      action: '/ad-entities/batch_status',
      language: 'zh',
      summary: JSON.stringify({ zh: '投放', en: 'Launches' }),
      params: JSON.stringify(toParams(given)),
      ...scheme,
      status: 'succeeded',
      total: items.length,
      done: items.length,
      ok: items.length,
      ...endedTimes,
    })
    .execute();
  await db
    .insertInto('batch_item')
    .values(
      items.map(({ params, ...item }, at) => ({
        ...item,
        params: JSON.stringify(params),
        batch_id: id,
        seq: at + 1,
        user_id: cast.admin.id,
        address: LOCAL,
        label: '替身新娘 US',
        locks: false,
        status: 'succeeded' as const,
        ...endedTimes,
      })),
    )
    .execute();
}
