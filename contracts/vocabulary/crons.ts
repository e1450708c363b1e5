import { choiceFilter, flagFilter, keywordFilter, type WordsOf } from './vocabulary.ts';

export const cronRunStatuses = ['running', 'succeeded', 'failed', 'timeout', 'skipped'] as const;
export type CronRunStatusName = (typeof cronRunStatuses)[number];
export const cronRunStatusWords: WordsOf<CronRunStatusName> = {
  running: { zh: '执行中', en: 'Running' },
  succeeded: { zh: '成功', en: 'Succeeded' },
  failed: { zh: '失败', en: 'Failed' },
  timeout: { zh: '超时', en: 'Timed out' },
  skipped: { zh: '已跳过', en: 'Skipped' },
};

/** The trigger of a run: the schedule or a person. */
export const cronTriggers = ['schedule', 'manual'] as const;
export const cronTriggerWords: WordsOf<(typeof cronTriggers)[number]> = {
  schedule: { zh: '计划', en: 'Schedule' },
  manual: { zh: '手动', en: 'Manual' },
};

export const cronSortable = ['last_status', 'last_run_at', 'next_run_at'] as const;

export const cronFilters = {
  keyword: keywordFilter({ zh: '标识或名称', en: 'Key or name' }),
  enabled: flagFilter({ zh: '启用', en: 'Enabled' }, { yes: { zh: '启用', en: 'Enabled' }, no: { zh: '停用', en: 'Disabled' } }),
  last_status: choiceFilter({ zh: '上次结果', en: 'Last result' }, { values: cronRunStatuses, words: cronRunStatusWords }),
};
