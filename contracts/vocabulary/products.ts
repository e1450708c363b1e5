import { contentStatuses, contentStatusNote, contentStatusWords } from './content-statuses.ts';
import { choiceFilter, columnKeys, keywordFilter, referenceFilter, type Words } from './vocabulary.ts';

export const productSortable = ['name', 'sku', 'price', 'materials', 'running', 'revenue_30d', 'roi_30d', 'created_at'] as const;

export const productColumnWords = {
  name: { zh: '名称', en: 'Name' },
  sku: { zh: '货号', en: 'SKU' },
  site: { zh: '站点', en: 'Site' },
  price: { zh: '价格', en: 'Price' },
  currency: { zh: '币种', en: 'Currency' },
  url: { zh: '链接', en: 'Link' },
  materials: { zh: '素材数', en: 'Creatives' },
  running: { zh: '在投系列', en: 'Active campaigns' },
  revenue_30d: { zh: '近 30 天收入 (USD)', en: 'Revenue, 30 days (USD)' },
  roi_30d: { zh: '近 30 天 ROI', en: 'ROI, 30 days' },
  status: { zh: '状态', en: 'Status' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const productExportColumns = columnKeys(productColumnWords);

export const productFilters = {
  keyword: keywordFilter({ zh: '名称或货号', en: 'Name or SKU' }),
  site_id: referenceFilter(productColumnWords.site),
  status: choiceFilter(productColumnWords.status, { values: contentStatuses, words: contentStatusWords, note: contentStatusNote }),
};
