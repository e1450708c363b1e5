import { Type } from 'typebox';
import { BatchStart, bulkOptions, bulkOptionsWithReason, selection } from './batches.ts';
import { ContentLanguage } from './dramas.ts';
import { endpoint } from './endpoint.ts';
import { MaterialTags, materialKeepers, materialNarrowing, Visibility } from './materials.ts';
import { noted } from './noted.ts';
import { Exact, Id } from './shapes.ts';

const chosen = selection(materialNarrowing);

/** Shared by every bulk call for materials. */
const bulk = { method: 'POST', access: materialKeepers, action: 'material', effect: 'write', reply: BatchStart } as const;

export const tagMaterials = endpoint({
  ...bulk,
  name: 'materials.tagSeveral',
  path: '/material-files/batch_tag',
  summary: { zh: '批量打标签', en: 'Tag several creatives' },
  request: Exact({
    ...chosen,
    add: noted(MaterialTags, { zh: '增加的标签。', en: 'Tags they are to have.' }),
    remove: noted(MaterialTags, { zh: '去掉的标签。', en: 'Tags they are to lose.' }),
    ...bulkOptions,
  }),
  reasons: ['SELECTION_CHANGED'],
});

export const shareMaterials = endpoint({
  ...bulk,
  name: 'materials.shareSeveral',
  path: '/material-files/batch_share',
  summary: { zh: '批量设置可见范围', en: 'Share several creatives' },
  request: Exact({ ...chosen, visibility: Visibility, ...bulkOptions }),
  reasons: ['SELECTION_CHANGED'],
});

export const archiveMaterials = endpoint({
  ...bulk,
  name: 'materials.archiveSeveral',
  path: '/material-files/batch_archive',
  summary: { zh: '批量归档素材', en: 'Archive several creatives' },
  request: Exact({
    ...chosen,
    archived: noted(Type.Boolean(), { zh: 'false 取消归档。', en: 'false takes them out of the archive.' }),
    ...bulkOptions,
  }),
  reasons: ['SELECTION_CHANGED'],
});

export const deleteMaterials = endpoint({
  ...bulk,
  name: 'materials.deleteSeveral',
  path: '/material-files/batch_delete',
  summary: { zh: '批量删除素材', en: 'Delete several creatives' },
  request: Exact({ ...chosen, ...bulkOptionsWithReason }),
  reasons: ['SELECTION_CHANGED'],
});

export const syncMaterials = endpoint({
  ...bulk,
  name: 'materials.syncSeveral',
  path: '/material-files/batch_sync',
  summary: { zh: '同步素材到账户', en: 'Copy creatives into ad accounts' },
  request: Exact({
    ...chosen,
    ad_account_ids: noted(Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true }), {
      zh: '提问者看得到的广告账户。',
      en: 'Ad accounts the caller may see.',
    }),
    ...bulkOptions,
  }),
  reasons: ['SELECTION_CHANGED'],
});

export const bindMaterialsToProduct = endpoint({
  ...bulk,
  name: 'materials.bindProduct',
  path: '/material-files/batch_bind_product',
  summary: { zh: '批量绑定商品', en: 'Give several creatives a product' },
  request: Exact({ ...chosen, product_id: Id, ...bulkOptions }),
  reasons: ['SELECTION_CHANGED'],
});

export const editMaterials = endpoint({
  ...bulk,
  name: 'materials.editSeveral',
  path: '/material-files/batch_edit',
  summary: { zh: '批量编辑素材', en: 'Edit several creatives' },
  request: Exact({
    ...chosen,
    patch: noted(
      Exact({
        drama_id: Type.Optional(Id),
        product_id: Type.Optional(Id),
        language: Type.Optional(ContentLanguage),
        creator_user_id: Type.Optional(Id),
        tags: Type.Optional(MaterialTags),
        visibility: Type.Optional(Visibility),
      }),
      {
        zh: '要改的字段，至少一个；drama_id 与 product_id 不能同时出现。',
        en: 'What is to change, at least one; not both a drama and a product.',
      },
    ),
    ...bulkOptions,
  }),
  reasons: ['SELECTION_CHANGED'],
});

export const reprocessMaterials = endpoint({
  ...bulk,
  name: 'materials.reprocessSeveral',
  path: '/material-files/reprocess',
  summary: { zh: '重新处理素材', en: 'Process creatives again' },
  request: Exact({ ...chosen, ...bulkOptions }),
  reasons: ['SELECTION_CHANGED'],
});

export const unblockMaterials = endpoint({
  ...bulk,
  name: 'materials.unblockSeveral',
  path: '/material-files/unblock',
  summary: { zh: '解除素材封禁', en: 'Lift the block of creatives' },
  request: Exact({ ...chosen, ...bulkOptions }),
  reasons: ['SELECTION_CHANGED', 'NOT_OWNER'],
});
