import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import * as bulk from '#contracts/endpoints/material-batches.ts';
import {
  type AnyBatchType,
  type BatchItem,
  type BatchType,
  type Inverse,
  type ItemContext,
  type NewItem,
  type Outcome,
  type RecordedChange,
  requireExpected,
} from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { requireDateOrder } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import type { Words } from '../spreadsheet/index.ts';
import { shareLockDrama } from './dramas.repository.ts';
import { requireCreator } from './material-creator.ts';
import * as changes from './materials.changes.ts';
import * as repository from './materials.repository.ts';
import { changeTags, tidyTags } from './materials.rules.ts';
import { processPending } from './processing.ts';
import { shareLockProduct } from './products.repository.ts';
import { requireListed } from './require-listed.ts';

/** How long an answer waits for files that are processed at once. */
const PROCESSING_WAIT_MS = 1_000;

/** The change a batch applies to each of its materials. */
type MaterialChange =
  | { change: 'tags'; add: string[]; remove: string[] }
  | { change: 'patch'; patch: changes.Patch }
  | { change: 'archive'; archived: boolean }
  | { change: 'reprocess' }
  | { change: 'unblock' };

const targetOf = (item: BatchItem): number => {
  if (item.targetId === null) throw refuse('NOT_FOUND');
  return item.targetId;
};

type MaterialItem = Pick<BatchItem<MaterialChange>, 'targetId' | 'params' | 'expected'>;

const toOutcome = (change: changes.Change): Outcome =>
  change === null ? { outcome: 'skipped', reason: 'NO_CHANGE' } : { outcome: 'succeeded', ...change };

async function applyPatch(context: ItemContext, id: number, patchOf: (before: repository.LockedMaterial) => changes.Patch) {
  const before = await changes.lockWritableMaterial(context, id);
  return await changes.changeMaterial(context, before, patchOf(before));
}

/** Refuses when the material no longer has the values that the undone change left. */
async function requireAsLeft(context: ItemContext, id: number, expected: Readonly<Record<string, unknown>>): Promise<void> {
  const current = Object.entries(await changes.lockWritableMaterial(context, id));
  requireExpected(expected, Object.fromEntries(current.filter(([field]) => field in expected)));
}

/** How a change of a material is undone; a block that was lifted and a file that was processed again stay so. */
function invertChange({ params, before }: RecordedChange<MaterialChange>): Inverse | null {
  const invert = (change: MaterialChange): Inverse => ({ params: change });
  switch (params.change) {
    case 'tags':
    case 'patch':
      return Object.keys(before).length === 0 ? null : invert({ change: 'patch', patch: before as changes.Patch });
    case 'archive':
      return invert({ change: 'archive', archived: !params.archived });
    case 'reprocess':
    case 'unblock':
      return null;
  }
}

async function applyChange(context: ItemContext, { targetId, params, expected }: MaterialItem): Promise<changes.Change> {
  if (targetId === null) throw refuse('NOT_FOUND');
  const id = targetId;
  if (expected !== null) await requireAsLeft(context, id, expected);
  switch (params.change) {
    case 'tags':
      return await applyPatch(context, id, ({ tags }) => ({ tags: changeTags(tags, params.add, params.remove) }));
    case 'patch':
      return await applyPatch(context, id, () => params.patch);
    case 'archive':
      return await changes.archiveMaterial(context, id, params.archived);
    case 'reprocess':
      return await changes.reprocessMaterial(context, id);
    case 'unblock':
      return await changes.unblockMaterial(context, id);
  }
}

const editBatch: BatchType<MaterialChange, object> = {
  type: 'material_edit',
  targetType: changes.MATERIAL,
  access: bulk.editMaterials.access,
  action: 'material',
  effect: 'database',
  retryable: true,
  run: async (context, item) => toOutcome(await applyChange(context, item)),
  invert: invertChange,
};

const deletionBatch: BatchType<object, object> = {
  type: 'material_delete',
  targetType: changes.MATERIAL,
  access: bulk.deleteMaterials.access,
  action: 'material',
  effect: 'database',
  retryable: true,
  async run(context, item) {
    await changes.deleteMaterial(context, targetOf(item));
    return { outcome: 'succeeded', after: { deleted: true } };
  },
};

/** Batch types on materials that do not involve the channel. */
export const materialBatchTypes: readonly AnyBatchType[] = [editBatch, deletionBatch];

/** The part of a bulk request that selects materials and gives the reason. */
export type MaterialSelection = Pick<
  RequestOf<typeof bulk.tagMaterials>,
  'ids' | 'filter' | 'expected_total' | 'reason' | 'idempotency_key'
>;

/** Ids of the selected materials, in the order of the selection. */
export async function selectMaterialIds(
  context: CallContext,
  asked: Omit<MaterialSelection, 'reason' | 'idempotency_key'>,
): Promise<number[]> {
  const { db } = context;
  if (asked.filter !== undefined) requireDateOrder(asked.filter);
  return await resolveSelection(context, asked, {
    count: (filter: repository.MaterialFilter) => repository.countMaterials(db, context, filter),
    pick: (filter, max) => repository.loadMaterialIds(db, context, filter, max),
  });
}

/** The page that an order most likely came from. */
export const findOrigin = ({ caller }: CallContext, asked: MaterialSelection): string => {
  const biz = asked.filter?.biz;
  const pages = biz === 'ec' ? ['/advertising/upload-ec'] : biz === 'dj' ? ['/advertising/video'] : [];
  return [...pages, ...bulk.editMaterials.access.pages].find((page) => caller.paths.includes(page)) ?? '/advertising/video';
};

/** A material that is missing, or invisible to the caller, becomes an item too, which then fails. */
async function loadItems(context: CallContext, asked: MaterialSelection): Promise<NewItem[]> {
  const ids = await selectMaterialIds(context, asked);
  const titles = await repository.loadTitles(context.db, context.caller, ids);
  return ids.map((id) => ({ targetId: id, label: titles.get(id) ?? `#${id}` }));
}

async function orderChange(context: CallContext, action: ApiPath, asked: MaterialSelection, summary: Words, params: MaterialChange) {
  return await context.batches.start(context, {
    type: editBatch.type,
    action,
    origin: findOrigin(context, asked),
    summary,
    params,
    reason: asked.reason,
    items: await loadItems(context, asked),
    idempotencyKey: asked.idempotency_key,
  });
}

async function tag(context: CallContext, request: RequestOf<typeof bulk.tagMaterials>) {
  const [add, remove] = [tidyTags(request.add, 'add'), tidyTags(request.remove, 'remove')];
  if (add.length === 0 && remove.length === 0) throw refuseField('add', 'required');
  const tagList = { zh: [...add.map((one) => `+${one}`), ...remove.map((one) => `−${one}`)].join('、') };
  const summary = { zh: `标签：${tagList.zh}`, en: `Tags: ${tagList.zh.replaceAll('、', ', ')}` };
  return await orderChange(context, bulk.tagMaterials.path, request, summary, { change: 'tags', add, remove });
}

const visibilityWords = {
  private: { zh: '仅本人', en: 'owners only' },
  dept: { zh: '部门', en: 'the department' },
  company: { zh: '全公司', en: 'the company' },
} as const;

async function share(context: CallContext, request: RequestOf<typeof bulk.shareMaterials>) {
  const { visibility } = request;
  const { zh, en } = visibilityWords[visibility];
  const summary = { zh: `可见范围改为${zh}`, en: `Visible to ${en}` };
  return await orderChange(context, bulk.shareMaterials.path, request, summary, { change: 'patch', patch: { visibility } });
}

async function archive(context: CallContext, request: RequestOf<typeof bulk.archiveMaterials>) {
  const { archived } = request;
  const summary = archived ? { zh: '归档素材', en: 'Archive creatives' } : { zh: '取消归档', en: 'Unarchive creatives' };
  return await orderChange(context, bulk.archiveMaterials.path, request, summary, { change: 'archive', archived });
}

async function bindProduct(context: CallContext, request: RequestOf<typeof bulk.bindMaterialsToProduct>) {
  const { product_id } = request;
  if (!(await shareLockProduct(context.db, product_id))) throw refuseField('product_id', 'exists');
  const found = await context.db.selectFrom('product').select('name').where('id', '=', product_id).executeTakeFirst();
  const summary = { zh: `绑定商品：${found?.name}`, en: `Product: ${found?.name}` };
  return await orderChange(context, bulk.bindMaterialsToProduct.path, request, summary, { change: 'patch', patch: { product_id } });
}

const fieldWords: Readonly<Record<string, Words>> = {
  drama_id: { zh: '剧目', en: 'drama' },
  product_id: { zh: '商品', en: 'product' },
  language: { zh: '语言', en: 'language' },
  creator_user_id: { zh: '剪辑师', en: 'editor' },
  tags: { zh: '标签', en: 'tags' },
  visibility: { zh: '可见范围', en: 'visibility' },
};

/** Refuses faults that concern every material before the batch is ordered. */
async function edit(context: CallContext, request: RequestOf<typeof bulk.editMaterials>) {
  const { drama_id, product_id, ...rest } = request.patch;
  const fields = Object.keys(request.patch);
  if (fields.length === 0) throw refuseField('patch', 'required');
  if (drama_id !== undefined && product_id !== undefined) throw refuseField('patch.product_id', 'other');
  if (drama_id !== undefined && !(await shareLockDrama(context.db, drama_id))) throw refuseField('patch.drama_id', 'exists');
  if (product_id !== undefined && !(await shareLockProduct(context.db, product_id))) throw refuseField('patch.product_id', 'exists');
  requireListed('languages', rest.language, 'patch.language');
  if (rest.creator_user_id !== undefined) await requireCreator(context, rest.creator_user_id, 'patch.creator_user_id');
  const patch = rest.tags === undefined ? request.patch : { ...request.patch, tags: tidyTags(rest.tags, 'patch.tags') };
  const fieldLabels = fields.map((field) => fieldWords[field] ?? { zh: field, en: field });
  const summary = {
    zh: `修改${fieldLabels.map(({ zh }) => zh).join('、')}`,
    en: `Change ${fieldLabels.map(({ en }) => en).join(', ')}`,
  };
  return await orderChange(context, bulk.editMaterials.path, request, summary, { change: 'patch', patch });
}

async function reprocess(context: CallContext, request: RequestOf<typeof bulk.reprocessMaterials>) {
  const summary = { zh: '重新处理素材', en: 'Reprocess creatives' };
  return await orderChange(context, bulk.reprocessMaterials.path, request, summary, { change: 'reprocess' });
}

async function unblock(context: CallContext, request: RequestOf<typeof bulk.unblockMaterials>) {
  if (context.caller.isAdmin !== 1) throw refuse('NOT_OWNER');
  const summary = { zh: '解除素材封禁', en: 'Unblock creatives' };
  return await orderChange(context, bulk.unblockMaterials.path, request, summary, { change: 'unblock' });
}

async function deleteMaterials(context: CallContext, request: RequestOf<typeof bulk.deleteMaterials>) {
  return await context.batches.start(context, {
    type: deletionBatch.type,
    action: bulk.deleteMaterials.path,
    origin: findOrigin(context, request),
    summary: { zh: '删除素材', en: 'Delete creatives' },
    params: {},
    reason: request.reason,
    items: await loadItems(context, request),
    idempotencyKey: request.idempotency_key,
  });
}

const complete = ({ db, batches }: Pick<CallContext, 'db' | 'batches'>, answer: Awaited<ReturnType<typeof orderChange>>) =>
  batches.waitForEnd(db, answer);
const writeCall = { audit: 'write', subject: changes.MATERIAL } as const;

export const materialBatchCalls = [
  defineCall({ ...writeCall, endpoint: bulk.tagMaterials, handle: tag, complete }),
  defineCall({ ...writeCall, endpoint: bulk.shareMaterials, handle: share, complete }),
  defineCall({ ...writeCall, endpoint: bulk.archiveMaterials, handle: archive, complete }),
  defineCall({ ...writeCall, endpoint: bulk.deleteMaterials, handle: deleteMaterials, complete }),
  defineCall({ ...writeCall, endpoint: bulk.bindMaterialsToProduct, handle: bindProduct, complete }),
  defineCall({ ...writeCall, endpoint: bulk.editMaterials, handle: edit, complete }),
  defineCall({
    ...writeCall,
    endpoint: bulk.reprocessMaterials,
    handle: reprocess,
    async complete(context, answer) {
      const started = await complete(context, answer);
      // Longer processing continues in the background; if it fails here, the scheduled task repeats it.
      const work = processPending(context).catch(() => {});
      await Promise.race([work, sleep(PROCESSING_WAIT_MS, undefined, { ref: false })]);
      return started;
    },
  }),
  defineCall({ ...writeCall, endpoint: bulk.unblockMaterials, handle: unblock, complete }),
];
