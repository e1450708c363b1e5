import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { type BatchStart, undoBatches as undoEndpoint } from '#contracts/endpoints/batches.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { CallContext } from '../call.ts';
import { accessRefusal } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import type { Caller } from '../work-context.ts';
import type { AnyBatchType, Batches, Inverse, NewItem, Words } from './batch-type.ts';
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
  type: string;
  level: string | null;
  before: Values | null;
  after: Values | null;
}

function invertItem(
  type: AnyBatchType,
  item: Omit<ChangedItem, 'id' | 'target_id' | 'label' | 'type' | 'level'>,
): Required<Inverse> | null {
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

/** The items `i` whose change took effect and was not undone, in the order in which they were made. */
async function loadChangedItems({ db }: Pick<CallContext, 'db'>, isMeant: RawBuilder<boolean>): Promise<ChangedItem[]> {
  const { rows } = await sql<ChangedItem>`
    select i.id, i.target_type, i.target_id, i.label, i.params, b.params as batch_params, b.type, b.level, i.before, i.after
    from batch_item i join batch b on b.id = i.batch_id
    where ${isMeant} and ${isNotUndone('i')} order by i.batch_id, i.seq`.execute(db);
  return rows;
}

/** The item that gives the object back the values it had; none for a change that cannot be undone. */
function toUndoItems(type: AnyBatchType, item: ChangedItem): NewItem[] {
  const inverse = invertItem(type, item);
  if (inverse === null) return [];
  const undoes = { itemId: item.id, params: inverse.params, expected: item.after ?? {} };
  return [{ targetType: item.target_type, targetId: item.target_id, label: item.label, params: inverse.itemParams, undoes }];
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
  const changed = await loadChangedItems(context, sql<boolean>`i.batch_id = any(${ids}::bigint[])`);
  const items = changed.flatMap((item) => toUndoItems(type, item));
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

/**
 * Orders the undoing of single items, in one batch per type and level. The caller must have checked that they may see the items. Refuses
 * with STATE_CHANGED when one of them has nothing left to undo.
 */
export async function undoItems(
  context: CallContext,
  {
    itemIds,
    action,
    origin,
    summary,
    idempotencyKey,
  }: { itemIds: readonly number[]; action: ApiPath; origin: string; summary: Words; idempotencyKey?: string | undefined },
): Promise<BatchStart> {
  const { db, caller, batches } = context;
  const isMeant = sql<boolean>`i.id = any(${[...itemIds]}::bigint[])`;
  // Locked, so that two users cannot undo the same item at once.
  await sql`select id from batch where id in (select i.batch_id from batch_item i where ${isMeant}) order by id for no key update`.execute(
    db,
  );
  const changed = await loadChangedItems(context, isMeant);
  if (changed.length < itemIds.length) throw refuse('STATE_CHANGED');
  const groups = new Map<string, ChangedItem[]>();
  for (const item of changed) {
    const key = `${item.type} ${item.level}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const starts: BatchStart[] = [];
  for (const group of groups.values()) {
    const { type: name = '', level = null } = group[0] ?? {};
    const type = batches.findType(name);
    if (type === undefined) throw refuse('STATE_CHANGED');
    const refusal = accessRefusal(type, caller);
    if (refusal !== null) throw refuse(refusal);
    const items = group.flatMap((item) => toUndoItems(type, item));
    if (items.length < group.length) throw refuse('STATE_CHANGED');
    starts.push(
      await batches.start(context, {
        type: name,
        action,
        origin,
        ...(level === null ? {} : { level: level as 'campaign' }),
        summary,
        params: { undoes: group.map(({ id }) => id) },
        items,
        idempotencyKey,
      }),
    );
  }
  const [first, ...others] = starts;
  if (first === undefined) throw refuse('STATE_CHANGED');
  const siblings = [...(first.siblings ?? []), ...others.flatMap((start) => [start.batch_id, ...(start.siblings ?? [])])];
  return { ...first, ...(siblings.length > 0 ? { siblings } : {}) };
}

/** Refuses with STATE_CHANGED when an object that is given its earlier values back no longer has the values it was left with. */
export function requireExpected(expected: Values | null, current: Values): void {
  if (expected === null) return;
  const isSame = Object.entries(current).every(([field, value]) => isDeepStrictEqual(value, expected[field]));
  if (!isSame) throw refuse('STATE_CHANGED');
}
