import { dramaColumnWords, dramaStageNote, dramaStages, dramaStageWords, languageShape } from './dramas.ts';
import {
  choiceFilter,
  codesFilter,
  columnKeys,
  firstDayFilter,
  keywordFilter,
  lastDayFilter,
  markFilter,
  referencesFilter,
  severalFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

export const evaluationDecisions = ['scale', 'keep', 'stop'] as const;
export type EvaluationDecision = (typeof evaluationDecisions)[number];
export const evaluationDecisionWords: WordsOf<EvaluationDecision> = {
  scale: { zh: '放量', en: 'Scale' },
  keep: { zh: '继续', en: 'Keep testing' },
  stop: { zh: '停止', en: 'Stop' },
};
const decisionNote: Words = {
  zh: 'scale 放量，keep 继续测试，stop 停止。',
  en: 'scale: raise the budget; keep: go on testing; stop.',
};

export const evaluationSuggestions = ['scale', 'keep', 'stop', 'insufficient'] as const;
export type EvaluationSuggestion = (typeof evaluationSuggestions)[number];
export const evaluationSuggestionWords: WordsOf<EvaluationSuggestion> = {
  ...evaluationDecisionWords,
  insufficient: { zh: '数据不足', en: 'Not enough data' },
};
export const evaluationSuggestionNote: Words = {
  zh: '由评分得出：75 分起放量，45 分以下停止，其间继续；消耗不到最低消耗时为数据不足。',
  en: 'Follows from the score: scale from 75, stop below 45, keep in between; insufficient while the spend is below its minimum.',
};

/** Where a round stands. */
export const evaluationStates = ['running', 'waiting', 'decided'] as const;
export type EvaluationState = (typeof evaluationStates)[number];
export const evaluationStateWords: WordsOf<EvaluationState> = {
  running: { zh: '进行中', en: 'In progress' },
  waiting: { zh: '待决策', en: 'Awaiting decision' },
  decided: { zh: '已决策', en: 'Decided' },
};
export const evaluationStateNote: Words = {
  zh: 'running 进行中；waiting 周期已结束、还没有决策；decided 已决策。没有结束日期的轮次一直进行。',
  en: 'running; waiting: its period is over and nothing is decided yet; decided. A round without a last day goes on.',
};

export const evaluationSortable = [
  'drama',
  'spend',
  'roi_d0',
  'pay_rate',
  'cost_per_payer',
  'score',
  'decided_at',
  'stage',
  'date_from',
] as const;

export const evaluationColumnWords = {
  drama: { zh: '剧目', en: 'Drama' },
  round: { zh: '轮次', en: 'Round' },
  owner: { zh: '负责人', en: 'Owner' },
  state: { zh: '状态', en: 'Status' },
  date_from: { zh: '周期', en: 'Period' },
  test_budget: { zh: '测试预算', en: 'Test budget' },
  min_spend: { zh: '最低消耗', en: 'Minimum spend' },
  spend: { zh: '消耗', en: 'Spend' },
  progress: { zh: '进度', en: 'Progress' },
  roi_d0: { zh: 'D0 ROI', en: 'D0 ROI' },
  pay_rate: { zh: '首日付费率', en: 'D0 pay rate' },
  cost_per_payer: { zh: '付费成本', en: 'Cost per first payer' },
  ctr_link: { zh: '链接点击率', en: 'Link CTR' },
  hold_rate: { zh: 'ThruPlay 留存率', en: 'Hold rate' },
  score: { zh: '评分', en: 'Score' },
  suggest: { zh: '建议', en: 'Suggestion' },
  decision: { zh: '决策', en: 'Decision' },
  decided_by: { zh: '决策人', en: 'Decided by' },
  decided_at: { zh: '决策时间', en: 'Decided' },
  note: { zh: '说明', en: 'Note' },
  stage: { zh: '阶段', en: 'Stage' },
  language: dramaColumnWords.language,
} satisfies Record<string, Words>;
/** Headings of files, which give each date and the unit of amounts. */
export const evaluationExportWords = {
  ...evaluationColumnWords,
  date_from: { zh: '开始日期', en: 'First day' },
  date_to: { zh: '结束日期', en: 'Last day' },
  test_budget: { zh: '测试预算 (USD)', en: 'Test budget (USD)' },
  min_spend: { zh: '最低消耗 (USD)', en: 'Minimum spend (USD)' },
  spend: { zh: '消耗 (USD)', en: 'Spend (USD)' },
  cost_per_payer: { zh: '付费成本 (USD)', en: 'Cost per first payer (USD)' },
} satisfies Record<string, Words>;
export const evaluationExportColumns = columnKeys(evaluationExportWords);

export const evaluationFilters = {
  keyword: keywordFilter({ zh: '剧名或编号', en: 'Title or code' }),
  state: choiceFilter(evaluationColumnWords.state, {
    values: evaluationStates,
    words: evaluationStateWords,
    note: evaluationStateNote,
  }),
  suggest: severalFilter(evaluationColumnWords.suggest, {
    values: evaluationSuggestions,
    words: evaluationSuggestionWords,
    note: evaluationSuggestionNote,
  }),
  decision: severalFilter(evaluationColumnWords.decision, {
    values: evaluationDecisions,
    words: evaluationDecisionWords,
    note: decisionNote,
  }),
  stage: severalFilter(evaluationColumnWords.stage, { values: dramaStages, words: dramaStageWords, note: dramaStageNote }),
  drama_id: referencesFilter(evaluationColumnWords.drama),
  owner_user_id: referencesFilter(evaluationColumnWords.owner),
  language: codesFilter(evaluationColumnWords.language, languageShape, {
    dictionary: 'languages',
    note: { zh: '剧目的语言。', en: 'The language of the drama.' },
  }),
  date_from: firstDayFilter(
    { zh: '周期', en: 'Period' },
    {
      lastDay: 'date_to',
      note: { zh: '周期与这段日期有重叠的轮次，含当天。', en: 'Rounds whose period overlaps these days, both included.' },
    },
  ),
  date_to: lastDayFilter(
    { zh: '周期', en: 'Period' },
    { zh: '周期与这段日期有重叠的轮次，含当天。', en: 'Rounds whose period overlaps these days, both included.' },
  ),
  still_running: markFilter(
    { zh: '停止后仍在投', en: 'Stopped but still running' },
    {
      yes: { zh: '是', en: 'Yes' },
      note: {
        zh: '最近一轮决策为停止，而提问者负责范围内仍有在投系列的剧目。',
        en: 'Dramas whose last round was decided as stop while campaigns in the scope of the caller still run.',
      },
    },
  ),
};
