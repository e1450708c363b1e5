import type { CallContext } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { requireMaterialUnused } from '../in-use.ts';
import { changesBetween } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { shareLockDrama } from './dramas.repository.ts';
import { requireCreator } from './material-creator.ts';
import * as lineage from './materials.lineage.repository.ts';
import * as repository from './materials.repository.ts';
import { isReprocessable } from './materials.rules.ts';
import { shareLockProduct } from './products.repository.ts';
import { requireListed } from './require-listed.ts';

export const MATERIAL = 'material';

/** Context that a change of a material needs, in a single call as well as in a batch item. */
export type ChangeContext = Pick<CallContext, 'db' | 'caller' | 'now' | 'audit'>;
type Locked = repository.LockedMaterial;
export type Patch = Partial<repository.MaterialFields>;
/** Old and new values of what changed; null when nothing changed. */
export type Change = { before: object; after: object } | null;

/** Locks the material. Refuses with NOT_FOUND when the caller may not see it, with NOT_OWNER when they may not change it. */
export async function lockWritableMaterial({ db, caller }: Pick<ChangeContext, 'db' | 'caller'>, id: number): Promise<Locked> {
  const found = await repository.lockMaterial(db, caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  if (!found.writable) throw refuse('NOT_OWNER');
  return found;
}

export const toAuditTarget = ({ id, code }: Pick<Locked, 'id' | 'code'>) => ({ targetType: MATERIAL, targetId: id, targetLabel: code });

/** Refuses a drama for an e-commerce material, a product for a short drama one, and content that does not exist. */
async function requireContent({ db }: Pick<ChangeContext, 'db'>, { biz }: Locked, { drama_id, product_id }: Patch): Promise<void> {
  if (drama_id !== undefined && (biz !== 'dj' || drama_id === null || !(await shareLockDrama(db, drama_id)))) {
    throw refuseField('drama_id', 'exists');
  }
  if (product_id !== undefined && (biz !== 'ec' || product_id === null || !(await shareLockProduct(db, product_id)))) {
    throw refuseField('product_id', 'exists');
  }
}

/**
 * A material and its parent belong to the same drama or product. A material that moves to another one therefore loses its parent, and
 * cannot move while it has versions of its own.
 */
async function resolveParent(context: ChangeContext, before: Locked, patch: Patch): Promise<Patch> {
  const { db, caller } = context;
  const moved = { ...before, ...patch };
  const isMoving = moved.drama_id !== before.drama_id || moved.product_id !== before.product_id;
  const parentId = patch.parent_material_id;
  if (!isMoving && (parentId === undefined || parentId === before.parent_material_id)) return {};
  await lineage.lockLineage(db);
  if (isMoving && (await lineage.hasVersions(db, before.id))) {
    throw refuseField(before.biz === 'dj' ? 'drama_id' : 'product_id', 'hasVersions');
  }
  if (parentId === undefined || parentId === null) return { parent_material_id: null };
  if (!(await lineage.isPossibleParent(db, caller, moved, parentId))) throw refuseField('parent_material_id', 'parent');
  return { parent_material_id: parentId };
}

/** Applies a user's changes to a material that is locked and writable. */
export async function changeMaterial(context: ChangeContext, before: Locked, patch: Patch): Promise<Change> {
  requireListed('languages', patch.language, 'language');
  await requireContent(context, before, patch);
  if (patch.creator_user_id !== undefined && patch.creator_user_id !== before.creator_user_id) {
    await requireCreator(context, patch.creator_user_id);
  }
  const parentChange = await resolveParent(context, before, patch);
  const changes = changesBetween<repository.MaterialFields>(before, { ...patch, ...parentChange });
  if (changes === null) return null;
  await repository.updateMaterial(context.db, before.id, changes.after, context.now);
  context.audit({ ...toAuditTarget(before), summary: { codes: Object.keys(changes.after) }, ...changes });
  return changes;
}

/** Changes `ready` to `archived` or back; refuses any other status with MATERIAL_NOT_READY. */
export async function archiveMaterial(context: ChangeContext, id: number, archived: boolean): Promise<Change> {
  const before = await lockWritableMaterial(context, id);
  const [from, to] = archived ? (['ready', 'archived'] as const) : (['archived', 'ready'] as const);
  if (before.status === to) return null;
  if (before.status !== from) throw refuse('MATERIAL_NOT_READY');
  return await changeStatus(context, before, to);
}

/** Lifts the block of a material, which only ordinary administrators may do. */
export async function unblockMaterial(context: ChangeContext, id: number): Promise<Change> {
  const before = await lockWritableMaterial(context, id);
  if (context.caller.isAdmin !== 1) throw refuse('NOT_OWNER');
  if (before.status !== 'blocked') return null;
  return await changeStatus(context, before, 'ready', { unblocked_at: context.now });
}

async function changeStatus(
  context: ChangeContext,
  before: Locked,
  status: Locked['status'],
  more: { unblocked_at?: Date } = {},
): Promise<Change> {
  await repository.updateMaterial(context.db, before.id, { status, ...more }, context.now);
  const changes = { before: { status: before.status }, after: { status } };
  context.audit({ ...toAuditTarget(before), summary: { codes: [status] }, ...changes });
  return changes;
}

/** Schedules the file to be processed again; returns null when that would change nothing. */
export async function reprocessMaterial(context: ChangeContext, id: number): Promise<Change> {
  const { db, now } = context;
  const before = await lockWritableMaterial(context, id);
  if (!isReprocessable(before, now)) return null;
  await repository
    .updateMaterial(db, id, { status: 'processing', processing_since: now, fail_reason: null }, now)
    .catch((error: unknown) => {
      // The same file was uploaded again meanwhile.
      if (isUniqueViolation(error)) throw refuse('DUPLICATE_MATERIAL');
      throw error;
    });
  const changes = { before: { status: before.status }, after: { status: 'processing' } };
  context.audit({ ...toAuditTarget(before), summary: { codes: ['processing'] }, ...changes });
  return changes;
}

/** Soft-deletes the material; its file remains for the posts made with it. */
export async function deleteMaterial(context: ChangeContext & { reason: string | null }, id: number): Promise<void> {
  const { db, now, reason } = context;
  const before = await lockWritableMaterial(context, id);
  await requireMaterialUnused(db, id);
  await repository.updateMaterial(db, id, { deleted_at: now }, now);
  context.audit({ ...toAuditTarget(before), summary: reason ?? before.title, before: { title: before.title } });
}
