import type { MaterialRow as FullMaterialRow, materialMetrics } from '#contracts/endpoints/materials.ts';
import { metricKeys, metricOf } from '#contracts/rules/metrics.ts';
import {
  LONGEST_TAG,
  type MaterialKindName,
  type MaterialStatusName,
  materialSortable,
  offeredMaterialFilters,
  type VisibilityName,
} from '#contracts/vocabulary/materials.ts';
import { invertSwitch } from '../../kernel/batch/invert-switch.ts';
import type { FieldFault, FieldFaults } from '../../kernel/form/faults.ts';
import {
  arrayMaximum,
  arrayMinimum,
  faultsIn,
  firstFault,
  itemsMaximum,
  notIn,
  required,
  requiredChoice,
  stringRange,
} from '../../kernel/form/field-rules.ts';
import { defineListQuery } from '../../kernel/list/list-query.ts';
import { vocabularyFields } from '../../kernel/list/vocabulary-query.ts';
import { metricRanges } from '../../kernel/report/metric-ranges.ts';
import type { ReportRow } from '../../kernel/report/report-tree.ts';

export type Biz = FullMaterialRow['biz'];
/** How the ads that show it did; only rows of the list know it. */
export type MaterialFigures = Pick<ReportRow, 'm' | 'mature' | 'running'>;
export type MaterialRow = Omit<FullMaterialRow, 'mime' | 'owner' | 'updated_at'> & {
  [Key in keyof MaterialFigures]?: MaterialFigures[Key] | undefined;
};

/** Metrics that the list shows, is sorted and narrowed by. */
export const MATERIAL_METRICS = metricKeys('deliv', 'pay', 'cohort', 'video').filter(
  (key) => metricOf(key).single === undefined,
) as (typeof materialMetrics)[number][];

/** As a table shows them; of a row that nobody asked them of there is none. */
export const figuresOf = ({ m, mature, running }: Pick<MaterialRow, keyof MaterialFigures>): MaterialFigures => ({
  m: m ?? {},
  ...(mature && { mature }),
  ...(running && { running }),
});

/** Nothing is asked of rows that stand: these become others by themselves. */
export const isUnsettled = ({ status }: Pick<MaterialRow, 'status'>): boolean => status === 'uploading' || status === 'processing';

/** Without both of its days a metric is of the last seven. */
export const materialFields = { ...vocabularyFields(offeredMaterialFilters), metric_range: metricRanges(MATERIAL_METRICS) };

export const materialQuery = defineListQuery(materialFields, [...materialSortable, ...MATERIAL_METRICS]);

export type MaterialFilters = ReturnType<typeof materialQuery.read>['filters'];

export const TAGS = { most: 10, longest: LONGEST_TAG } as const;

export const tagsFault = (tags: readonly string[]): FieldFault | undefined =>
  firstFault(tags, arrayMaximum(TAGS.most), itemsMaximum(TAGS.longest));

/** What is typed into the drawer of a material. */
export interface MaterialValues {
  title: string;
  /** The drama of one of short drama, the product of one of e-commerce. */
  content_id: number | undefined;
  language: string;
  creator_user_id: number | undefined;
  tags: string[];
  visibility: VisibilityName;
  parent_material_id: number | undefined;
  /** Names a picture that was chosen in this window and stands outside of every machine; empty: the cover stays. */
  cover: string;
}

export const blankMaterial: MaterialValues = {
  title: '',
  content_id: undefined,
  language: '',
  creator_user_id: undefined,
  tags: [],
  visibility: 'dept',
  parent_material_id: undefined,
  cover: '',
};

/** Which material it is, and what of it cannot be changed here. */
export interface MaterialSubject {
  id: number;
  version: number;
  biz: Biz;
  kind: MaterialKindName;
  code: string;
  status: MaterialStatusName;
  cover_url: string | null;
  duration_ms: number | null;
}

export const checkMaterial = ({ title, content_id, language, creator_user_id, tags }: MaterialValues): FieldFaults<MaterialValues> =>
  faultsIn<MaterialValues>({
    title: firstFault(title, required, stringRange(1, 120)),
    content_id: firstFault(content_id, requiredChoice),
    language: firstFault(language, required),
    creator_user_id: firstFault(creator_user_id, requiredChoice),
    tags: tagsFault(tags),
  });

/** What a material is about: its drama, or its product. */
export const contentOf = ({ drama, product }: Pick<MaterialRow, 'drama' | 'product'>) => drama ?? product;

export const materialDraft = (row: MaterialRow): { values: MaterialValues; subject: MaterialSubject } => ({
  values: {
    title: row.title,
    content_id: contentOf(row)?.id,
    language: row.language,
    creator_user_id: row.creator.id,
    tags: row.tags,
    visibility: row.visibility,
    parent_material_id: row.parent?.id,
    cover: '',
  },
  subject: {
    id: row.id,
    version: row.version,
    biz: row.biz,
    kind: row.kind,
    code: row.code,
    status: row.status,
    cover_url: row.cover_url,
    duration_ms: row.duration_ms,
  },
});

export const MATERIAL_ACTIONS = ['edit', 'tag', 'share', 'sync', 'bind', 'reprocess', 'archive', 'unarchive', 'delete', 'unblock'] as const;

/** What is done to several materials at once. */
export interface MaterialBatchParams {
  action: (typeof MATERIAL_ACTIONS)[number];
  /** Of `edit`: what is left empty stays as it is. */
  drama_id: number | undefined;
  language: string | undefined;
  creator_user_id: number | undefined;
  /** Of `tag`. */
  add: string[];
  remove: string[];
  /** Of `share`. */
  visibility: VisibilityName;
  /** Of `sync`. */
  ad_account_ids: number[];
  /** Of `bind`. */
  product_id: number | undefined;
}

export const blankMaterialBatch: MaterialBatchParams = {
  action: 'tag',
  drama_id: undefined,
  language: undefined,
  creator_user_id: undefined,
  add: [],
  remove: [],
  visibility: 'dept',
  ad_account_ids: [],
  product_id: undefined,
};

/** As many as one order may copy into. */
export const TARGETS_MOST = 50;

const checkTags = ({ add, remove }: MaterialBatchParams): FieldFaults<MaterialBatchParams> =>
  faultsIn<MaterialBatchParams>({
    add: add.length === 0 && remove.length === 0 ? { rule: 'required' } : tagsFault(add),
    remove: firstFault(remove, notIn(add)) ?? tagsFault(remove),
  });

/** One of them at least is to change. */
const checkPatch = ({ drama_id, language, creator_user_id }: MaterialBatchParams): FieldFaults<MaterialBatchParams> =>
  drama_id === undefined && language === undefined && creator_user_id === undefined ? { language: { rule: 'required' } } : {};

/** Undoes a change of one tag, or archiving. With several tags it is unknown which of them each material had before. */
export function invertMaterialBatch(params: MaterialBatchParams): Partial<MaterialBatchParams> | undefined {
  const { action, add, remove } = params;
  if (action !== 'tag') return invertSwitch(params);
  return add.length + remove.length === 1 ? { action, add: remove, remove: add } : undefined;
}

export function checkMaterialBatch(params: MaterialBatchParams): FieldFaults<MaterialBatchParams> {
  const { action, ad_account_ids, product_id } = params;
  if (action === 'tag') return checkTags(params);
  if (action === 'edit') return checkPatch(params);
  return faultsIn<MaterialBatchParams>({
    ad_account_ids: action === 'sync' ? firstFault(ad_account_ids, arrayMinimum(1), arrayMaximum(TARGETS_MOST)) : undefined,
    product_id: action === 'bind' ? firstFault(product_id, requiredChoice) : undefined,
  });
}
