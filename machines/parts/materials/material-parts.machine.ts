import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { materialDetail, materialUsage } from '#contracts/endpoints/materials.ts';
import { createBatchMachine } from '../../kernel/batch/batch.machine.ts';
import { createFormDialogMachine } from '../../kernel/form/form-dialog.machine.ts';
import { createListMachine, type ListAnswer } from '../../kernel/list/list.machine.ts';
import { createOptionsMachine } from '../../kernel/list/options.machine.ts';
import { createCommandMachine } from '../../kernel/page/command.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import { createListTools } from '../../kernel/page/list-page.machine.ts';
import {
  blankMaterial,
  blankMaterialBatch,
  checkMaterial,
  checkMaterialBatch,
  invertMaterialBatch,
  isUnsettled,
  type MaterialBatchParams,
  type MaterialFigures,
  type MaterialFilters,
  type MaterialRow,
  type MaterialSubject,
  type MaterialValues,
  materialQuery,
} from './material-rules.ts';

/** The materials, with what all that match come to; without days nothing is said of how fresh that is. */
export type MaterialAnswer = ListAnswer<MaterialRow, MaterialFigures & { used_ads: number }>;

export const materialList = createListMachine<MaterialRow, MaterialFilters, number, MaterialAnswer>({
  id: 'materialList',
  description: 'The materials, as the address asks for them.',
  query: materialQuery,
  rowId: (row) => row.id,
  isAboutToChange: isUnsettled,
  // Whoever changes a material changes nothing of what its ads did.
  mergeRow: ({ m, mature, running }, row) => ({ ...row, m, mature, running }),
});

export const materialForm = createFormDialogMachine<MaterialValues, MaterialRow, MaterialSubject>({
  id: 'materialForm',
  description: 'What is said of a material, and its cover.',
  blank: blankMaterial,
  check: checkMaterial,
});

export const materialBatch = createBatchMachine<MaterialBatchParams, MaterialFilters>({
  id: 'materialBatch',
  description: 'Something done to several materials at once, or begun elsewhere and followed here.',
  blank: blankMaterialBatch,
  check: checkMaterialBatch,
  caution: ({ action }) => ({ isDeletion: action === 'delete' }),
  invert: invertMaterialBatch,
});

export const materialTools = createListTools({ id: 'material', of: 'materials', query: materialQuery });
export const { export: materialExport, tableView: materialTableView, views: materialViews } = materialTools;

/** A signed address; it is good for a short time and is kept nowhere. */
export interface PlayAddress {
  url: string;
}

export const materialPreview = createDetailMachine<MaterialRow, PlayAddress>({
  id: 'materialPreview',
  description: 'The preview of a material, whose file is loaded when it is opened.',
});

export const materialGlance = createDetailMachine<{ id: number }, PlayAddress>({
  id: 'materialGlance',
  description: 'The video under the pointer, asked for once the pointer rests.',
});

/** What an editor did in the current month; null where there is nothing to divide by. */
export type MonthOutput = Readonly<Record<'uploaded' | 'used' | 'use_rate' | 'hits', number | null>>;

export const monthOutput = createDetailMachine<{ creatorId: number }, MonthOutput>({
  id: 'monthOutput',
  description: 'What an editor uploaded and saw used in the current month.',
});

export type MaterialUse = ReplyOf<typeof materialUsage>;

export const materialUse = createDetailMachine<MaterialRow, MaterialUse>({
  id: 'materialUse',
  description: 'Where a material is used: posts, and copies in ad accounts.',
});

export type MaterialVersion = ReplyOf<typeof materialDetail>['versions'][number];

export const materialLineage = createDetailMachine<MaterialRow, MaterialVersion[]>({
  id: 'materialLineage',
  description: 'All that goes back to the same material.',
});

export const materialDownload = createCommandMachine<MaterialRow>({
  id: 'materialDownload',
  description: 'The file of a material goes to the reader.',
});

export const materialLanguages = createOptionsMachine<DictEntry>({
  id: 'materialLanguages',
  description: 'Languages that content can have.',
});

export const materialTags = createOptionsMachine<DictEntry>({
  id: 'materialTags',
  description: 'Tags of materials, the most used first.',
});
