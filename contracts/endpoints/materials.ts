import { type Static, Type } from 'typebox';
import { metricKeys, metricOf } from '#contracts/rules/metrics.ts';
import {
  hitLevelNote,
  hitLevels,
  LONGEST_TAG,
  materialExportColumns,
  materialFilters,
  materialKinds,
  materialSortable,
  materialStatuses,
  materialStatusNote,
  ratioNote,
  ratios,
  visibilities,
  visibilityNote,
} from '../vocabulary/materials.ts';
import { ContentLanguage } from './dramas.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { EffectiveStatus } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { CoverUrl, UploadedPicture } from './pictures.ts';
import { listFreshness, MetricRanges, numbers } from './report-shapes.ts';
import { lastAddedFirst, newestFirst } from './row-order.ts';
import {
  Biz,
  Count,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListAnswer,
  ListRequest,
  Nullable,
  OneOf,
  Ref,
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
  Version,
} from './shapes.ts';

/** Pages that change materials. Further pages only read them. */
export const materialKeepers = { pages: ['/advertising/video', '/advertising/upload-ec', '/material/upload'] } as const;
const READERS = {
  pages: [...materialKeepers.pages, '/advertising/post', '/advertising/publish', '/analyse/video', '/analyse/performance'],
} as const;

export const MaterialKind = OneOf(materialKinds);
export const Ratio = noted(OneOf(ratios), ratioNote);
export const Visibility = noted(OneOf(visibilities), visibilityNote);
export const MaterialStatus = noted(OneOf(materialStatuses), materialStatusNote);
export const HitLevel = noted(OneOf(hitLevels), hitLevelNote);

export const MaterialTitle = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const Tag = Type.String({ minLength: 1, maxLength: LONGEST_TAG, pattern: '\\S' });
/** At most ten tags of at most twenty characters. */
export const MaterialTags = Type.Array(Tag, { maxItems: 10, uniqueItems: true });

export const MaterialPermit = OneOf(['edit', 'archive', 'unarchive', 'delete', 'sync', 'reprocess', 'unblock'] as const);

const row = {
  id: Id,
  version: Version,
  code: Type.String(),
  biz: Biz,
  kind: MaterialKind,
  drama: noted(Nullable(Ref), { zh: '短剧素材的剧目；电商素材为空。', en: 'Of a creative of short drama; null otherwise.' }),
  product: noted(Nullable(Ref), { zh: '电商素材的商品；短剧素材为空。', en: 'Of a creative of e-commerce; null otherwise.' }),
  title: Type.String(),
  cover_url: CoverUrl,
  width: noted(Nullable(Type.Integer({ minimum: 1 })), { unit: 'px' }),
  height: noted(Nullable(Type.Integer({ minimum: 1 })), { unit: 'px' }),
  duration_ms: noted(Nullable(Type.Integer({ minimum: 0 })), { zh: '图片为空。', en: 'Null of an image.', unit: 'ms' }),
  ratio: noted(Nullable(Ratio), { zh: '读出文件之前为空。', en: 'Null until the file was read.' }),
  size_bytes: noted(Type.Integer({ minimum: 0 }), { unit: 'bytes' }),
  mime: Type.String(),
  language: ContentLanguage,
  tags: Type.Array(Type.String()),
  creator: noted(Ref, { zh: '剪辑师：成果记在其名下的人。', en: 'Who made it, and is credited for it.' }),
  uploader: Ref,
  owner: Ref,
  visibility: Visibility,
  status: MaterialStatus,
  fail_reason: noted(Nullable(Type.String()), { zh: '处理失败的原因代码。', en: 'Why it failed, as a code.' }),
  hit_level: HitLevel,
  parent: noted(Nullable(Ref), {
    zh: '由哪个素材改编；没有或看不到时为空。',
    en: 'What it was cut from; null without one, or where the reader may not see it.',
  }),
  used_ads: noted(Count, { zh: '使用它的未删除的广告数。', en: 'Ads that show it and were not deleted.' }),
  accounts_synced: noted(Count, { zh: '已同步到多少个广告账户。', en: 'Ad accounts that have a copy of it.' }),
  first_used_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(MaterialPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
};
export const MaterialRow = Exact(row);
export type MaterialRow = Static<typeof MaterialRow>;

/** The metrics of the ads that show a material. */
export const materialMetrics = metricKeys('deliv', 'pay', 'cohort', 'video').filter((key) => metricOf(key).single === undefined);

/** The filters of the list. */
export const materialNarrowing = { ...filterSchemas(materialFilters), metric_range: MetricRanges(materialMetrics) };

/** The last use of a material, for those who may use it again. */
const ToPublish = Exact({
  last_used_at: noted(Nullable(Instant), {
    zh: '在所问账户中，提问者看得到的、使用它的最新一条广告的创建时间。',
    en: 'When the newest ad the reader may see was made of it in the ad accounts that were asked about.',
  }),
});

/** The figures of its ads on the requested days, limited to what the reader may see; absent when no days were requested. */
const figures = {
  m: Type.Optional(numbers.m),
  mature: numbers.mature,
  running: numbers.running,
};

const MaterialListRequest = ListRequest([...materialSortable, ...materialMetrics], {
  ...materialNarrowing,
  to_publish_in: noted(Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true })), {
    zh: '将要投放的广告账户：每行带上 publish。',
    en: 'Ad accounts it is to be published into: rows come with publish.',
  }),
});

export const listMaterials = endpoint({
  name: 'materials.list',
  method: 'POST',
  path: '/material-files/list',
  summary: { zh: '素材列表', en: 'List of creatives' },
  access: READERS,
  effect: 'read',
  request: MaterialListRequest,
  order: newestFirst(),
  reply: Exact({
    ...ListAnswer(
      Exact({
        ...row,
        ...figures,
        publish: noted(Type.Optional(ToPublish), { zh: '只有带 to_publish_in 时才有。', en: 'Only where to_publish_in was asked.' }),
      }),
    ).properties,
    totals: noted(Type.Optional(Exact({ ...figures, used_ads: row.used_ads })), {
      zh: '全部符合条件的素材合在一起，由数据重新算出；只有带 data_from 时才有。',
      en: 'Of everything that matches, made anew from the facts; only where data_from was asked.',
    }),
    ...listFreshness,
  }),
});

export const materialDetail = endpoint({
  name: 'materials.detail',
  method: 'POST',
  path: '/material-files/detail',
  summary: { zh: '素材详情', en: 'One creative' },
  access: READERS,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    ...row,
    versions: noted(
      Type.Array(
        Exact({
          id: Id,
          label: Type.String(),
          code: Type.String(),
          parent_id: noted(Nullable(Id), { zh: '由哪个素材改编。', en: 'What it was cut from.' }),
          status: MaterialStatus,
          created_at: Instant,
        }),
      ),
      {
        zh: '版本链：同源的全部素材中提问者看得到的，含自己，先有的在前。',
        en: 'All that goes back to the same creative, itself included, as far as the reader may see it; the oldest first.',
      },
    ),
  }),
  reasons: ['NOT_FOUND'],
});

export const materialUsage = endpoint({
  name: 'materials.usage',
  method: 'POST',
  path: '/material-files/usage',
  summary: { zh: '素材使用情况', en: 'Where a creative is used' },
  access: READERS,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    ads: noted(Type.Array(Exact({ ...Ref.properties, account: Ref, effective_status: EffectiveStatus }), { maxItems: 200 }), {
      zh: '提问者看得到的、未删除的广告，新的在前，至多 200 条；总数在 used_ads。',
      en: 'Ads the reader may see that were not deleted, the newest first, at most 200; used_ads counts them all.',
    }),
    posts: noted(
      Type.Array(
        Exact({
          id: Id,
          label: noted(Type.String(), { zh: '标题，没有时为正文开头。', en: 'Its headline, or how its message begins.' }),
          homepage: Ref,
          status: Type.String(),
        }),
        { maxItems: 200 },
      ),
      { zh: '提问者看得到的帖子，新的在前，至多 200 条。', en: 'Posts the reader may see, the newest first, at most 200.' },
    ),
    accounts: noted(
      Type.Array(
        Exact({
          id: Id,
          label: Type.String(),
          platform_account_id: Type.String(),
          status: noted(OneOf(['pending', 'uploading', 'processing', 'ready', 'error'] as const), {
            zh: '该账户里的副本的状态。',
            en: 'State of the copy in that account.',
          }),
          error: Nullable(Type.String()),
          updated_at: Instant,
        }),
        { maxItems: 200 },
      ),
      { zh: '提问者看得到的广告账户，至多 200 个。', en: 'Ad accounts the reader may see, at most 200.' },
    ),
  }),
  reasons: ['NOT_FOUND'],
});

export const materialUrl = endpoint({
  name: 'materials.url',
  method: 'POST',
  path: '/material-files/url',
  summary: { zh: '素材文件地址', en: 'Address of the file of a creative' },
  access: READERS,
  effect: 'read',
  request: Exact({
    id: Id,
    kind: noted(OneOf(['play', 'cover', 'download'] as const), {
      zh: 'play 可用于 video 标签，download 会保存为文件。',
      en: 'play is for a video tag, download is saved as a file.',
    }),
  }),
  reply: Exact({
    url: noted(Type.String(), { zh: '已签名的地址，两小时内有效。', en: 'A signed address, good for two hours.' }),
    expires_at: Instant,
  }),
  reasons: ['NOT_FOUND', 'MATERIAL_NOT_READY'],
});

export const simpleMaterials = endpoint({
  name: 'materials.simpleList',
  method: 'POST',
  path: '/material-files/simple_list',
  summary: { zh: '可选素材', en: 'Creatives to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({
    biz: Type.Optional(Biz),
    kind: Type.Optional(MaterialKind),
    drama_id: Type.Optional(Id),
    product_id: Type.Optional(Id),
    usable: noted(Type.Optional(Type.Boolean()), {
      zh: '用于帖子或广告：不要已归档的，未就绪的带 disabled。',
      en: 'To be used: archived ones are left out, those not ready come disabled.',
    }),
    parent_of: noted(Type.Optional(Id), {
      zh: '可以作为该素材的上一版本的：同一剧目或商品，不含它自己及由它改编的。',
      en: 'What that creative can have been cut from: of the same drama or product, without itself and what was cut from it.',
    }),
  }),
  order: [{ by: { zh: '新建的在前。', en: 'The newest first.' } }, ...lastAddedFirst],
  reply: SimpleListAnswer,
});

export const exportMaterials = endpoint({
  name: 'materials.export',
  method: 'POST',
  path: '/material-files/export',
  summary: { zh: '导出素材', en: 'Export creatives' },
  access: materialKeepers,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(MaterialListRequest.properties.sort),
    ...materialNarrowing,
    ...exportOptions,
    columns: exportColumns([...materialExportColumns, ...materialMetrics]),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const editMaterial = endpoint({
  name: 'materials.edit',
  method: 'POST',
  path: '/material-files/edit',
  summary: { zh: '编辑素材', en: 'Edit a creative' },
  access: materialKeepers,
  action: 'material',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    title: Type.Optional(MaterialTitle),
    drama_id: noted(Type.Optional(Id), { zh: '仅短剧素材。', en: 'Of a creative of short drama only.' }),
    product_id: noted(Type.Optional(Id), { zh: '仅电商素材。', en: 'Of a creative of e-commerce only.' }),
    language: Type.Optional(ContentLanguage),
    creator_user_id: Type.Optional(Id),
    tags: Type.Optional(MaterialTags),
    visibility: Type.Optional(Visibility),
    parent_material_id: noted(Type.Optional(Nullable(Id)), {
      zh: '由哪个素材改编：同一剧目或商品，不能是自己或由自己改编的。',
      en: 'What it was cut from: of the same drama or product, not itself or what was cut from it.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: MaterialRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'ENTITY_BUSY'],
});

export const setMaterialCover = endpoint({
  name: 'materials.setCover',
  method: 'POST',
  path: '/material-files/set_cover',
  summary: { zh: '更换素材封面', en: 'Change the cover of a creative' },
  access: materialKeepers,
  action: 'material',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    cover: noted(UploadedPicture, { zh: '图片，或由浏览器截取的一帧。', en: 'A picture, or a frame the browser cut.' }),
    idempotency_key: IdempotencyKey,
  }),
  reply: MaterialRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'ENTITY_BUSY'],
});
