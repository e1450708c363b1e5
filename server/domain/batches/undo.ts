import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type BatchStart, undoBatches as undoEndpoint } from '#contracts/endpoints/batches.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { CallContext } from '../call.ts';
import { accessRefusal } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import type { Caller } from '../work-context.ts';
import type { AnyBatchType, Batches, Inverse, NewItem } from './batch-type.ts';
import { type BatchRecord, findVisibleBatches, isNotUndone } from './batches.query.ts';
import { splitStoredParams } from './item-context.ts';

type Values = Readonly<Record<string, unknown>>;

interface ChangedItem {
  id: number;
  target_type: string;
  target_id: number | null;
  label: string;
  params: Values;
  batch_params: unknown;
  before: Values | null;
  after: Values | null;
}

function invertItem(type: AnyBatchType, item: Omit<ChangedItem, 'id' | 'target_id' | 'label'>): Required<Inverse> | null {
  const { params, itemParams } = splitStoredParams(item.params, item.batch_params);
  const change = { targetType: item.target_type, params, itemParams, before: item.before ?? {}, after: item.after ?? {} };
  const inverse = type.invert?.(change as never) ?? null;
  return inverse && { params: inverse.params ?? (params as object), itemParams: inverse.itemParams ?? {} };
}

/** Whether the caller may undo the batch now: its type has an inverse, and at least one of its changes was not undone yet. */
export function canUndo(
  { type: name, undo_sample }: BatchRecord,
  { caller, batches }: { caller: Caller; batches: Pick<Batches, 'findType'> },
): boolean {
  const type = batches.findType(name);
  if (type?.invert === undefined || undo_sample === null || accessRefusal(type, caller) !== null) return false;
  return invertItem(type, undo_sample) !== null;
}

/** The items of these batches whose change took effect and was not undone, in the order in which they were made. */
async function loadChangedItems({ db }: Pick<CallContext, 'db'>, batchIds: readonly number[]): Promise<ChangedItem[]> {
  const { rows } = await sql<ChangedItem>`
    select i.id, i.target_type, i.target_id, i.label, i.params, b.params as batch_params, i.before, i.after
    from batch_item i join batch b on b.id = i.batch_id
    where i.batch_id = any(${[...batchIds]}::bigint[]) and ${isNotUndone('i')} order by i.batch_id, i.seq`.execute(db);
  return rows;
}

/**
 * Orders a batch that gives each object back the values it had before. Objects that were changed again since are skipped by the items
 * themselves, so that a change between this call and its execution is seen as well.
 */
export async function undoBatches(context: CallContext, request: RequestOf<typeof undoEndpoint>): Promise<BatchStart> {
  const { db, caller, menu, batches } = context;
  const ids = request.batch_ids.toSorted((a, b) => a - b);
  // Locked, so that two users cannot undo the same batch at once.
  await sql`select id from batch where id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
  const visible = await findVisibleBatches(db, { caller, menu }, ids);
  const rows = ids.map((id) => visible.get(id) ?? null);
  const [first] = rows;
  if (!first || rows.includes(null)) throw refuse('NOT_FOUND');
  if (rows.some((row) => row?.type !== first.type || row.level !== first.level)) throw refuseField('batch_ids', 'other');
  const type = batches.findType(first.type);
  if (type?.invert === undefined || rows.some((row) => row?.finished_at === null)) throw refuse('STATE_CHANGED');
  const refusal = accessRefusal(type, caller);
  if (refusal !== null) throw refuse(refusal);
  const items = (await loadChangedItems(context, ids)).flatMap((item): NewItem[] => {
    const inverse = invertItem(type, item);
    if (inverse === null) return [];
    const undoes = { itemId: item.id, params: inverse.params, expected: item.after ?? {} };
    return [{ targetType: item.target_type, targetId: item.target_id, label: item.label, params: inverse.itemParams, undoes }];
  });
  if (items.length === 0) throw refuse('STATE_CHANGED');
  const numbers = ids.map((id) => `#${id}`);
  return await batches.start(context, {
    type: first.type,
    action: undoEndpoint.path,
    origin: first.origin.startsWith('/') ? first.origin : '/advertising/copy-log',
    ...(first.level === null ? {} : { level: first.level as 'campaign' }),
    summary: { zh: `撤销 ${numbers.join('、')}：${first.summary.zh}`, en: `Undo ${numbers.join(', ')}: ${first.summary.en}` },
    params: { undoes: ids },
    items,
    idempotencyKey: request.idempotency_key,
  });
}

/** Refuses with STATE_CHANGED when an object that is given its earlier values back no longer has the values it was left with. */
export function requireExpected(expected: Values | null, current: Values): void {
  if (expected === null) return;
  const isSame = Object.entries(current).every(([field, value]) => isDeepStrictEqual(value, expected[field]));
  if (!isSame) throw refuse('STATE_CHANGED');
}
