import { type Static, Type } from 'typebox';
import { contentStatuses, contentStatusNote } from '../vocabulary/content-statuses.ts';
import {
  dramaExportColumns,
  dramaFilters,
  dramaSortable,
  dramaStageNote,
  dramaStages,
  genreShape,
  languageNote,
  languageShape,
  priceModelNote,
  priceModels,
} from '../vocabulary/dramas.ts';
import { bulkOptionsWithReason } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { CoverChange, CoverUrl } from './pictures.ts';
import { lastAddedFirst, onFirst } from './row-order.ts';
import {
  CalendarDate,
  Count,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListAnswer,
  ListRequest,
  Nothing,
  Nullable,
  OneOf,
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
  Version,
} from './shapes.ts';

const VIDEO = '/advertising/video';
const READERS = { pages: [VIDEO, '/analyse/evaluate'] } as const;
const WRITERS = { pages: [VIDEO] } as const;

export const PriceModel = noted(OneOf(priceModels), priceModelNote);
export const DramaStage = noted(OneOf(dramaStages), dramaStageNote);
/** Whether a drama or product may be advertised. */
export const ContentStatus = noted(OneOf(contentStatuses), contentStatusNote);

const DramaCode = noted(Type.String({ minLength: 2, maxLength: 24, pattern: '^[A-Z0-9-]+$' }), {
  zh: '编号，唯一，建立后不变。',
  en: 'Its code: unique, and fixed once it is made.',
});
const Title = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });
const TitleEn = Nullable(Type.String({ maxLength: 120 }));
/** A value of the dictionary `languages`. */
export const ContentLanguage = noted(Type.String(languageShape), languageNote);
const Genre = Type.String(genreShape);
const genres = (items: { minItems?: number; maxItems?: number } = {}) =>
  noted(Type.Array(Genre, { ...items, uniqueItems: true }), { zh: '字典 genres 中的题材。', en: 'Values of the dictionary genres.' });
const EpisodesTotal = noted(Type.Integer({ minimum: 1, maximum: 500 }), { unit: 'count' });
const FreeEpisodes = noted(Type.Integer({ minimum: 1, maximum: 499 }), {
  zh: '免费集数，小于总集数。',
  en: 'Episodes that cost nothing; fewer than there are.',
});
const TargetRoi = noted(Type.Integer({ minimum: 100, maximum: 100_000 }), {
  zh: '目标首日 ROI，万分之一：6000 即 0.60。',
  en: 'The ROI its first day should reach, in basis points: 6000 is 0.60.',
});
const OnlineAt = noted(Nullable(CalendarDate), { zh: '上线日期。', en: 'The day it goes online.' });
const CopyrightUntil = noted(Nullable(CalendarDate), {
  zh: '版权到期日，不早于上线日期；过后自动下架。',
  en: 'The last day of its copyright, not before it goes online; it goes off by itself afterwards.',
});

export const DramaPermit = OneOf(['edit', 'set_status', 'delete'] as const);

export const DramaRow = Exact({
  id: Id,
  version: Version,
  code: Type.String(),
  title: Type.String(),
  title_en: Nullable(Type.String()),
  language: ContentLanguage,
  genres: genres(),
  episodes_total: noted(Type.Integer({ minimum: 1 }), { unit: 'count' }),
  free_episodes: noted(Type.Integer({ minimum: 1 }), { unit: 'count' }),
  price_model: PriceModel,
  stage: DramaStage,
  status: ContentStatus,
  target_roi_d0_bp: TargetRoi,
  online_at: OnlineAt,
  copyright_until: CopyrightUntil,
  cover_url: CoverUrl,
  materials: noted(Count, { zh: '提问者看得到的素材数。', en: 'Its creatives that the reader may see.' }),
  running: noted(Count, { zh: '投放中的广告系列，不论谁负责。', en: 'Campaigns for it that deliver, whoever owns them.' }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(DramaPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type DramaRow = Static<typeof DramaRow>;

const filters = filterSchemas(dramaFilters);
const DramaListRequest = ListRequest(dramaSortable, filters);

export const listDramas = endpoint({
  name: 'dramas.list',
  method: 'POST',
  path: '/material-dramas/list',
  summary: { zh: '剧目列表', en: 'List of dramas' },
  access: READERS,
  effect: 'read',
  request: DramaListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(DramaRow),
});

export const dramaDetail = endpoint({
  name: 'dramas.detail',
  method: 'POST',
  path: '/material-dramas/detail',
  summary: { zh: '剧目详情', en: 'One drama' },
  access: READERS,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: DramaRow,
  reasons: ['NOT_FOUND'],
});

export const createDrama = endpoint({
  name: 'dramas.create',
  method: 'POST',
  path: '/material-dramas/create',
  summary: { zh: '新建剧目', en: 'Create a drama' },
  access: WRITERS,
  action: 'material',
  effect: 'write',
  request: Exact({
    code: DramaCode,
    title: Title,
    title_en: Type.Optional(TitleEn),
    language: ContentLanguage,
    genres: genres({ minItems: 1, maxItems: 5 }),
    episodes_total: EpisodesTotal,
    free_episodes: FreeEpisodes,
    price_model: PriceModel,
    target_roi_d0_bp: TargetRoi,
    online_at: Type.Optional(OnlineAt),
    copyright_until: Type.Optional(CopyrightUntil),
    cover: CoverChange,
    idempotency_key: IdempotencyKey,
  }),
  reply: DramaRow,
  reasons: ['DUPLICATE'],
});

export const editDrama = endpoint({
  name: 'dramas.edit',
  method: 'POST',
  path: '/material-dramas/edit',
  summary: { zh: '编辑剧目', en: 'Edit a drama' },
  access: WRITERS,
  action: 'material',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    title: Type.Optional(Title),
    title_en: Type.Optional(TitleEn),
    language: Type.Optional(ContentLanguage),
    genres: Type.Optional(genres({ minItems: 1, maxItems: 5 })),
    episodes_total: Type.Optional(EpisodesTotal),
    free_episodes: Type.Optional(FreeEpisodes),
    price_model: Type.Optional(PriceModel),
    target_roi_d0_bp: Type.Optional(TargetRoi),
    online_at: Type.Optional(OnlineAt),
    copyright_until: Type.Optional(CopyrightUntil),
    cover: CoverChange,
    idempotency_key: IdempotencyKey,
  }),
  reply: DramaRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT'],
});

export const setDramaStatus = endpoint({
  name: 'dramas.setStatus',
  method: 'POST',
  path: '/material-dramas/set_status',
  summary: { zh: '上下架剧目', en: 'Switch a drama on or off' },
  access: WRITERS,
  action: 'material',
  effect: 'write',
  request: Exact({ id: Id, status: ContentStatus, idempotency_key: IdempotencyKey }),
  reply: DramaRow,
  reasons: ['NOT_FOUND', 'CONTENT_OFF'],
});

export const deleteDrama = endpoint({
  name: 'dramas.delete',
  method: 'POST',
  path: '/material-dramas/delete',
  summary: { zh: '删除剧目', en: 'Delete a drama' },
  access: WRITERS,
  action: 'material',
  effect: 'write',
  request: Exact({ id: Id, ...bulkOptionsWithReason }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'CONTENT_IN_USE'],
});

export const simpleDramas = endpoint({
  name: 'dramas.simpleList',
  method: 'POST',
  path: '/material-dramas/simple_list',
  summary: { zh: '可选剧目', en: 'Dramas to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({
    language: Type.Optional(ContentLanguage),
    usable: noted(Type.Optional(Type.Boolean()), {
      zh: '用于投放：已下架的带 disabled。',
      en: 'To be advertised: those that are off come disabled.',
    }),
  }),
  order: onFirst,
  reply: SimpleListAnswer,
});

export const exportDramas = endpoint({
  name: 'dramas.export',
  method: 'POST',
  path: '/material-dramas/export',
  summary: { zh: '导出剧目', en: 'Export dramas' },
  access: WRITERS,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(DramaListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(dramaExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
