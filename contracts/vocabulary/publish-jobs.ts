import { batchCountWords, batchStatuses, batchStatusWords } from './batches.ts';
import { choiceFilter, columnKeys, firstDayFilter, keywordFilter, lastDayFilter, referenceFilter, type Words } from './vocabulary.ts';

export const jobColumnWords = {
  id: { zh: '编号', en: 'ID' },
  scheme: { zh: '方案', en: 'Scheme' },
  accounts: { zh: '账户', en: 'Accounts' },
  total: { zh: '广告数', en: 'Ads' },
  ok: batchCountWords.ok,
  fail: batchCountWords.fail,
  unknown: batchCountWords.unknown,
  status: { zh: '状态', en: 'Status' },
  budget_day: { zh: '日预算 (USD)', en: 'Daily budget (USD)' },
  user: { zh: '发布人', en: 'Published by' },
  created_at: { zh: '创建时间', en: 'Created' },
  finished_at: { zh: '结束时间', en: 'Finished' },
} satisfies Record<string, Words>;
export const jobExportColumns = columnKeys(jobColumnWords);

export const jobSortable = ['created_at', 'status'] as const;

export const jobFilters = {
  keyword: keywordFilter(
    { zh: '编号或方案', en: 'ID or scheme' },
    { zh: '批次编号，或方案名称的一部分。', en: 'The id of the batch, or part of the name of the scheme.' },
  ),
  scheme_id: referenceFilter(jobColumnWords.scheme),
  status: choiceFilter(jobColumnWords.status, { values: batchStatuses, words: batchStatusWords }),
  user_id: referenceFilter(jobColumnWords.user),
  ad_account_id: referenceFilter({ zh: '广告账户', en: 'Ad account' }),
  date_from: firstDayFilter(jobColumnWords.created_at, { lastDay: 'date_to' }),
  date_to: lastDayFilter(jobColumnWords.created_at),
};
