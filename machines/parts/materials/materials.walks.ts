import { batchWalk } from '../../kernel/batch/batch.walks.ts';
import {
  commandWalk,
  detailWalk,
  exportWalk,
  formWalk,
  listWalk,
  optionsWalk,
  pickerWalk,
  tableViewWalk,
} from '../../kernel/kernel.walks.ts';
import { viewsWalk } from '../../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import { contentRemoval } from './content-removal.machine.ts';
import {
  materialBatch,
  materialDownload,
  materialExport,
  materialForm,
  materialGlance,
  materialLanguages,
  materialLineage,
  materialList,
  materialPreview,
  materialTableView,
  materialTags,
  materialUse,
  materialViews,
  monthOutput,
} from './material-parts.machine.ts';
import { dramaPicker, materialPicker, productPicker } from './material-pickers.machine.ts';
import { type MaterialRow, materialDraft } from './material-rules.ts';

/** A material as its list shows it. */
export const material: MaterialRow = {
  id: 5,
  version: 2,
  code: 'M0000005',
  biz: 'dj',
  kind: 'video',
  drama: { id: 3, label: '她回来了' },
  product: null,
  title: '第一集开头',
  cover_url: null,
  width: 1080,
  height: 1920,
  duration_ms: 31_000,
  ratio: '9:16',
  size_bytes: 1_048_576,
  language: 'en',
  tags: ['开头'],
  creator: { id: 8, label: '陈晨' },
  uploader: { id: 8, label: '陈晨' },
  visibility: 'dept',
  status: 'ready',
  fail_reason: null,
  hit_level: 'none',
  parent: null,
  used_ads: 0,
  accounts_synced: 0,
  first_used_at: null,
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'archive', 'delete', 'sync'],
};

export const walks: MachineWalk[] = [
  viewsWalk(materialViews),
  listWalk(materialList, material),
  formWalk(materialForm, {
    draft: materialDraft(material),
    changes: { tags: ['结尾'] },
    wrong: { title: '' },
    saved: material,
  }),
  batchWalk(materialBatch, { filter: { keyword: 'li' }, params: { action: 'tag', add: ['开头'] }, wrong: { add: [] } }),
  tableViewWalk(materialTableView, { shown: ['title', 'do'], density: 'compact', layout: 'grid' }),
  exportWalk(materialExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  detailWalk(materialPreview, material, { url: '/api/files/x' }),
  detailWalk(materialGlance, { id: 5 }, { url: '/api/files/x' }),
  detailWalk(monthOutput, { creatorId: 1 }, { uploaded: 4, used: 1, use_rate: 0.25, hits: 0 }),
  detailWalk(materialUse, material, { posts: [], accounts: [] }),
  detailWalk(materialLineage, material, []),
  commandWalk(materialDownload, material),
  optionsWalk(materialLanguages, { value: 'en', label_zh: '英语', label_en: 'English' }),
  optionsWalk(materialTags, { value: '甜宠', label_zh: '甜宠', label_en: '甜宠' }),
  pickerWalk(dramaPicker, { usable: true }),
  pickerWalk(productPicker, { usable: true }),
  pickerWalk(materialPicker, { kind: 'video' }),
  formWalk(contentRemoval, {
    draft: { values: { typed: 'HER-BACK', reason: '版权到期' }, subject: { id: 3, name: 'HER-BACK', title: '她回来了', materials: 4 } },
    changes: { reason: '重复' },
    wrong: { reason: '' },
    saved: { id: 3 },
  }),
];
