import {
  choiceFilter,
  columnKeys,
  firstDayFilter,
  lastDayFilter,
  referenceFilter,
  textFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

export const operationResults = ['ok', 'fail'] as const;
export const operationResultWords: WordsOf<(typeof operationResults)[number]> = {
  ok: { zh: '成功', en: 'Succeeded' },
  fail: { zh: '失败', en: 'Failed' },
};

export const operationColumnWords = {
  at: { zh: '时间', en: 'Time' },
  account: { zh: '账号', en: 'Account' },
  action: { zh: '动作', en: 'Action' },
  target: { zh: '对象', en: 'Object' },
  target_type: { zh: '对象类型', en: 'Object type' },
  summary: { zh: '摘要', en: 'Summary' },
  ip: { zh: 'IP', en: 'IP' },
  result: { zh: '结果', en: 'Result' },
  code: { zh: '返回码', en: 'Code' },
  ms: { zh: '耗时 (ms)', en: 'Duration (ms)' },
} satisfies Record<string, Words>;
export const operationExportColumns = columnKeys(operationColumnWords);

export const operationFilters = {
  date_from: firstDayFilter({ zh: '日期', en: 'Dates' }, { lastDay: 'date_to' }),
  date_to: lastDayFilter({ zh: '日期', en: 'Dates' }),
  account: textFilter(operationColumnWords.account, { max: 32, note: { zh: '登录名的一部分。', en: 'Part of the account.' } }),
  action: textFilter(operationColumnWords.action, {
    max: 60,
    note: { zh: '调用路径的一部分，或其中文、英文名称的一部分。', en: 'Part of the path of a call, or of its name in either language.' },
  }),
  target: textFilter(operationColumnWords.target, {
    note: {
      zh: '对象的类型，或其名称的一部分；类型#编号 指一个对象，如 post#12。',
      en: 'Type of the object, or part of its name; type#id is one object, as post#12.',
    },
  }),
  result: choiceFilter(operationColumnWords.result, { values: operationResults, words: operationResultWords }),
  id: referenceFilter({ zh: '日志编号', en: 'Log entry' }),
};
