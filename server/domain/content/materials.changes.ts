import type { CallContext } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { requireUnshown } from '../in-use.ts';
import { changesBetween } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { holdDrama } from './dramas.repository.ts';
import { requireListed } from './listed.ts';
import * as lineage from './materials.lineage.repository.ts';
import * as repository from './materials.repository.ts';
import { isReprocessable } from './materials.rules.ts';
import { requireCreator } from './people-of-materials.ts';
import { holdProduct } from './products.repository.ts';

export const MATERIAL = 'material';

/** What a change of a material needs, be it a call of its own or one item of a batch. */
export type Changing = Pick<CallContext, 'db' | 'caller' | 'now' | 'audit'>;
type Locked = repository.LockedMaterial;
export type Patch = Partial<repository.MaterialFields>;
/** Both values of what changed; null when nothing did. */
export type Change = { before: object; after: object } | null;

/** The material, locked. Refuses with NOT_FOUND what the caller may not see, with NOT_OWNER what they may not change. */
export async function ownMaterial({ db, caller }: Pick<Changing, 'db' | 'caller'>, id: number): Promise<Locked> {
  const found = await repository.lockMaterial(db, caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  if (!found.writable) throw refuse('NOT_OWNER');
  return found;
}

export const entryOf = ({ id, code }: Pick<Locked, 'id' | 'code'>) => ({ targetType: MATERIAL, targetId: id, targetLabel: code });

/** Refuses a drama of an e-commerce material and the reverse, and one that does not exist. */
async function requireContent({ db }: Pick<Changing, 'db'>, { biz }: Locked, { drama_id, product_id }: Patch): Promise<void> {
  if (drama_id !== undefined && (biz !== 'dj' || drama_id === null || !(await holdDrama(db, drama_id)))) {
    throw refuseField('drama_id', 'exists');
  }
  if (product_id !== undefined && (biz !== 'ec' || product_id === null || !(await holdProduct(db, product_id)))) {
    throw refuseField('product_id', 'exists');
  }
}

/** What it was cut from stays of the same drama or product: a material that moves leaves it, and is not moved away from what was cut from it. */
async function familyAfter(context: Changing, before: Locked, patch: Patch): Promise<Patch> {
  const { db, caller } = context;
  const moved = { ...before, ...patch };
  const isMoving = moved.drama_id !== before.drama_id || moved.product_id !== before.product_id;
  const asked = patch.parent_material_id;
  if (!isMoving && (asked === undefined || asked === before.parent_material_id)) return {};
  await lineage.lockFamilies(db);
  if (isMoving && (await lineage.hasVersions(db, before.id))) {
    throw refuseField(before.biz === 'dj' ? 'drama_id' : 'product_id', 'hasVersions');
  }
  if (asked === undefined || asked === null) return { parent_material_id: null };
  if (!(await lineage.isPossibleParent(db, caller, moved, asked))) throw refuseField('parent_material_id', 'parent');
  return { parent_material_id: asked };
}

/** Changes what a person may change. The material is locked, and the caller's to change. */
export async function changeMaterial(context: Changing, before: Locked, patch: Patch): Promise<Change> {
  requireListed('languages', patch.language, 'language');
  await requireContent(context, before, patch);
  if (patch.creator_user_id !== undefined && patch.creator_user_id !== before.creator_user_id) {
    await requireCreator(context, patch.creator_user_id);
  }
  const family = await familyAfter(context, before, patch);
  const changes = changesBetween<repository.MaterialFields>(before, { ...patch, ...family });
  if (changes === null) return null;
  await repository.updateMaterial(context.db, before.id, changes.after, context.now);
  context.audit({ ...entryOf(before), summary: Object.keys(changes.after).join(', '), ...changes });
  return changes;
}

/** `ready` to `archived` and back; another state is refused with MATERIAL_NOT_READY. */
export async function archiveMaterial(context: Changing, id: number, archived: boolean): Promise<Change> {
  const before = await ownMaterial(context, id);
  const [from, to] = archived ? (['ready', 'archived'] as const) : (['archived', 'ready'] as const);
  if (before.status === to) return null;
  if (before.status !== from) throw refuse('MATERIAL_NOT_READY');
  return await changeStatus(context, before, to);
}

/** Only ordinary administrators lift a block. */
export async function unblockMaterial(context: Changing, id: number): Promise<Change> {
  const before = await ownMaterial(context, id);
  if (context.caller.isAdmin !== 1) throw refuse('NOT_OWNER');
  if (before.status !== 'blocked') return null;
  return await changeStatus(context, before, 'ready');
}

async function changeStatus(context: Changing, before: Locked, status: Locked['status']): Promise<Change> {
  await repository.updateMaterial(context.db, before.id, { status }, context.now);
  const changes = { before: { status: before.status }, after: { status } };
  context.audit({ ...entryOf(before), summary: status, ...changes });
  return changes;
}

/** Its file is to be read again; null where that would change nothing. */
export async function reprocessMaterial(context: Changing, id: number): Promise<Change> {
  const { db, now } = context;
  const before = await ownMaterial(context, id);
  if (!isReprocessable(before, now)) return null;
  await repository
    .updateMaterial(db, id, { status: 'processing', processing_since: now, fail_reason: null }, now)
    .catch((error: unknown) => {
      // The same file was uploaded again meanwhile.
      if (isUniqueViolation(error)) throw refuse('DUPLICATE_MATERIAL');
      throw error;
    });
  const changes = { before: { status: before.status }, after: { status: 'processing' } };
  context.audit({ ...entryOf(before), summary: 'processing', ...changes });
  return changes;
}

/** Gone for people; the file stays for the posts that were made with it. */
export async function deleteMaterial(context: Changing & { reason: string | null }, id: number): Promise<void> {
  const { db, now, reason } = context;
  const before = await ownMaterial(context, id);
  await requireUnshown(db, id);
  await repository.updateMaterial(db, id, { deleted_at: now }, now);
  context.audit({ ...entryOf(before), summary: reason ?? before.title, before: { title: before.title } });
}
