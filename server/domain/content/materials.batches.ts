import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import * as bulk from '#contracts/endpoints/material-batches.ts';
import type { AnyBatchType, BatchItem, BatchType, ItemContext, NewItem, Outcome } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { requireDateOrder } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { selected } from '../selection.ts';
import type { Words } from '../spreadsheet/index.ts';
import { holdDrama } from './dramas.repository.ts';
import { requireListed } from './listed.ts';
import * as changes from './materials.changes.ts';
import * as repository from './materials.repository.ts';
import { tagsAfter, tidyTags } from './materials.rules.ts';
import { requireCreator } from './people-of-materials.ts';
import { processWaiting } from './processing.ts';
import { holdProduct } from './products.repository.ts';

/** An answer waits so long for files that are read at once. */
const PROCESSING_WAIT_MS = 1_000;

/** What an order does to each of its materials. */
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

const changed = (change: changes.Change): Outcome =>
  change === null ? { outcome: 'skipped', reason: 'NO_CHANGE' } : { outcome: 'succeeded', ...change };

async function patched(context: ItemContext, id: number, patchOf: (before: repository.LockedMaterial) => changes.Patch) {
  const before = await changes.ownMaterial(context, id);
  return await changes.changeMaterial(context, before, patchOf(before));
}

async function carryOut(context: ItemContext, id: number, params: MaterialChange): Promise<changes.Change> {
  switch (params.change) {
    case 'tags':
      return await patched(context, id, ({ tags }) => ({ tags: tagsAfter(tags, params.add, params.remove) }));
    case 'patch':
      return await patched(context, id, () => params.patch);
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
  label: { zh: '编辑素材', en: 'Edit materials' },
  targetType: changes.MATERIAL,
  access: bulk.editMaterials.access,
  action: 'material',
  effect: 'database',
  retryable: true,
  run: async (context, item) => changed(await carryOut(context, targetOf(item), item.params)),
};

const deletionBatch: BatchType<object, object> = {
  type: 'material_delete',
  label: { zh: '删除素材', en: 'Delete materials' },
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

/** What can be done to several materials at once without asking anybody else. */
export const materialBatchTypes: readonly AnyBatchType[] = [editBatch, deletionBatch];

/** How a bulk call of materials names its objects and why. */
export type AskedMaterials = Pick<RequestOf<typeof bulk.tagMaterials>, 'ids' | 'filter' | 'expected_total' | 'reason' | 'idempotency_key'>;

/** Ids that are meant, in the order of the selection. */
export async function chosenMaterials(context: CallContext, asked: Omit<AskedMaterials, 'reason' | 'idempotency_key'>): Promise<number[]> {
  const { db } = context;
  if (asked.filter !== undefined) requireDateOrder(asked.filter);
  return await selected(context, asked, {
    count: (filter: repository.MaterialFilter) => repository.countMaterials(db, context, filter),
    pick: (filter, max) => repository.idsOfMaterials(db, context, filter, max),
  });
}

/** The page an order most likely came from. */
export const originOf = ({ caller }: CallContext, asked: AskedMaterials): string => {
  const line = asked.filter?.biz;
  const pages = line === 'ec' ? ['/advertising/upload-ec'] : line === 'dj' ? ['/advertising/video'] : [];
  return [...pages, ...bulk.editMaterials.access.pages].find((page) => caller.paths.includes(page)) ?? '/advertising/video';
};

/** A material that does not exist, or is not for the caller's eyes, is an item too, and fails. */
async function itemsOf(context: CallContext, asked: AskedMaterials): Promise<NewItem[]> {
  const ids = await chosenMaterials(context, asked);
  const titles = await repository.titlesOf(context.db, context.caller, ids);
  return ids.map((id) => ({ targetId: id, label: titles.get(id) ?? `#${id}` }));
}

async function order(context: CallContext, action: ApiPath, asked: AskedMaterials, summary: Words, params: MaterialChange) {
  return await context.batches.start(context, {
    type: editBatch.type,
    action,
    origin: originOf(context, asked),
    summary,
    params,
    reason: asked.reason,
    items: await itemsOf(context, asked),
    idempotencyKey: asked.idempotency_key,
  });
}

async function tag(context: CallContext, request: RequestOf<typeof bulk.tagMaterials>) {
  const [add, remove] = [tidyTags(request.add, 'add'), tidyTags(request.remove, 'remove')];
  if (add.length === 0 && remove.length === 0) throw refuseField('add', 'required');
  const said = { zh: [...add.map((one) => `+${one}`), ...remove.map((one) => `−${one}`)].join('、') };
  const summary = { zh: `标签：${said.zh}`, en: `Tags: ${said.zh.replaceAll('、', ', ')}` };
  return await order(context, bulk.tagMaterials.path, request, summary, { change: 'tags', add, remove });
}

const visibilityWords = {
  private: { zh: '仅本人', en: 'only its people' },
  dept: { zh: '部门', en: 'the department' },
  company: { zh: '全公司', en: 'the company' },
} as const;

async function share(context: CallContext, request: RequestOf<typeof bulk.shareMaterials>) {
  const { visibility } = request;
  const { zh, en } = visibilityWords[visibility];
  const summary = { zh: `可见范围改为${zh}`, en: `Visible to ${en}` };
  return await order(context, bulk.shareMaterials.path, request, summary, { change: 'patch', patch: { visibility } });
}

async function archive(context: CallContext, request: RequestOf<typeof bulk.archiveMaterials>) {
  const { archived } = request;
  const summary = archived ? { zh: '归档素材', en: 'Archive materials' } : { zh: '取消归档', en: 'Take materials out of the archive' };
  return await order(context, bulk.archiveMaterials.path, request, summary, { change: 'archive', archived });
}

async function bindProduct(context: CallContext, request: RequestOf<typeof bulk.bindMaterialsToProduct>) {
  const { product_id } = request;
  if (!(await holdProduct(context.db, product_id))) throw refuseField('product_id', 'exists');
  const found = await context.db.selectFrom('product').select('name').where('id', '=', product_id).executeTakeFirst();
  const summary = { zh: `绑定商品：${found?.name}`, en: `Product: ${found?.name}` };
  return await order(context, bulk.bindMaterialsToProduct.path, request, summary, { change: 'patch', patch: { product_id } });
}

const fieldWords: Readonly<Record<string, Words>> = {
  drama_id: { zh: '剧目', en: 'drama' },
  product_id: { zh: '商品', en: 'product' },
  language: { zh: '语言', en: 'language' },
  creator_user_id: { zh: '剪辑', en: 'creator' },
  tags: { zh: '标签', en: 'tags' },
  visibility: { zh: '可见范围', en: 'visibility' },
};

/** What is wrong for every material alike is refused before anything is ordered. */
async function edit(context: CallContext, request: RequestOf<typeof bulk.editMaterials>) {
  const { drama_id, product_id, ...rest } = request.patch;
  const fields = Object.keys(request.patch);
  if (fields.length === 0) throw refuseField('patch', 'required');
  if (drama_id !== undefined && product_id !== undefined) throw refuseField('patch.product_id', 'other');
  if (drama_id !== undefined && !(await holdDrama(context.db, drama_id))) throw refuseField('patch.drama_id', 'exists');
  if (product_id !== undefined && !(await holdProduct(context.db, product_id))) throw refuseField('patch.product_id', 'exists');
  requireListed('languages', rest.language, 'patch.language');
  if (rest.creator_user_id !== undefined) await requireCreator(context, rest.creator_user_id, 'patch.creator_user_id');
  const patch = rest.tags === undefined ? request.patch : { ...request.patch, tags: tidyTags(rest.tags, 'patch.tags') };
  const named = fields.map((field) => fieldWords[field] ?? { zh: field, en: field });
  const summary = {
    zh: `修改${named.map(({ zh }) => zh).join('、')}`,
    en: `Change ${named.map(({ en }) => en).join(', ')}`,
  };
  return await order(context, bulk.editMaterials.path, request, summary, { change: 'patch', patch });
}

async function reprocess(context: CallContext, request: RequestOf<typeof bulk.reprocessMaterials>) {
  const summary = { zh: '重新处理素材', en: 'Process materials again' };
  return await order(context, bulk.reprocessMaterials.path, request, summary, { change: 'reprocess' });
}

async function unblock(context: CallContext, request: RequestOf<typeof bulk.unblockMaterials>) {
  if (context.caller.isAdmin !== 1) throw refuse('NOT_OWNER');
  const summary = { zh: '解除素材封禁', en: 'Lift the block of materials' };
  return await order(context, bulk.unblockMaterials.path, request, summary, { change: 'unblock' });
}

async function deleteSeveral(context: CallContext, request: RequestOf<typeof bulk.deleteMaterials>) {
  return await context.batches.start(context, {
    type: deletionBatch.type,
    action: bulk.deleteMaterials.path,
    origin: originOf(context, request),
    summary: { zh: '删除素材', en: 'Delete materials' },
    params: {},
    reason: request.reason,
    items: await itemsOf(context, request),
    idempotencyKey: request.idempotency_key,
  });
}

const complete = ({ db, batches }: Pick<CallContext, 'db' | 'batches'>, answer: Awaited<ReturnType<typeof order>>) =>
  batches.waitForEnd(db, answer);
const write = { audit: 'write', subject: changes.MATERIAL } as const;

export const materialBatchCalls = [
  defineCall({ ...write, endpoint: bulk.tagMaterials, handle: tag, complete }),
  defineCall({ ...write, endpoint: bulk.shareMaterials, handle: share, complete }),
  defineCall({ ...write, endpoint: bulk.archiveMaterials, handle: archive, complete }),
  defineCall({ ...write, endpoint: bulk.deleteMaterials, handle: deleteSeveral, complete }),
  defineCall({ ...write, endpoint: bulk.bindMaterialsToProduct, handle: bindProduct, complete }),
  defineCall({ ...write, endpoint: bulk.editMaterials, handle: edit, complete }),
  defineCall({
    ...write,
    endpoint: bulk.reprocessMaterials,
    handle: reprocess,
    async complete(context, answer) {
      const started = await complete(context, answer);
      // What is not done in a moment goes on behind; what fails here is done again by the scheduled task.
      const work = processWaiting(context).catch(() => {});
      await Promise.race([work, sleep(PROCESSING_WAIT_MS, undefined, { ref: false })]);
      return started;
    },
  }),
  defineCall({ ...write, endpoint: bulk.unblockMaterials, handle: unblock, complete }),
];
