import { type Static, Type } from 'typebox';
import { MAX_ROUND_DAYS, NOTE_MAX, roundDetailMetrics, thresholdLimits } from '../rules/drama-evaluation.ts';
import {
  evaluationDecisions,
  evaluationExportColumns,
  evaluationFilters,
  evaluationSortable,
  evaluationStateNote,
  evaluationStates,
  evaluationSuggestionNote,
  evaluationSuggestions,
} from '../vocabulary/evaluations.ts';
import { ContentLanguage, DramaStage } from './dramas.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { type Note, noted } from './noted.ts';
import { CoverUrl } from './pictures.ts';
import { FiguredListAnswer, Figures, listFreshness, numbers, TrendAnswer } from './report-shapes.ts';
import { newestFirst } from './row-order.ts';
import {
  CalendarDate,
  Count,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListRequest,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
  Version,
} from './shapes.ts';

const access = { pages: ['/analyse/evaluate'] } as const;

const Share = ({ min, max }: { min: number; max: number }) => Type.Number({ minimum: min, maximum: max });
const Cents = Type.Integer({ minimum: 1, maximum: thresholdLimits.cost_per_payer_usd.max });
const Budget = noted(Type.Integer({ minimum: 1, maximum: 100_000_000_000 }), { zh: '美分。', en: 'US cents.' });

const returnOnSpend: Note = { zh: '收入除以消耗，小数。', en: 'Revenue divided by spend, as a decimal.' };
const ratio: Note = { unit: 'ratio' };

const Thresholds = noted(
  Exact({
    roi_d0: noted(Share(thresholdLimits.roi_d0), returnOnSpend),
    pay_rate: noted(Share(thresholdLimits.pay_rate), ratio),
    cost_per_payer_usd: noted(Cents, { zh: '美分；越低越好。', en: 'US cents; lower is better.' }),
    ctr_link: noted(Share(thresholdLimits.ctr_link), ratio),
    hold_rate: noted(Share(thresholdLimits.hold_rate), ratio),
  }),
  {
    zh: '各项达到即得满分的值；比率为小数（0.045 即 4.5%）。',
    en: 'Values that earn all points of a part; ratios as decimals, 0.045 for 4.5 %.',
  },
);

const FirstDay = noted(CalendarDate, {
  zh: '周期的第一天，按广告账户的日期。',
  en: 'First day of the period, by the dates of the ad accounts.',
});
const LastDay = noted(Nullable(CalendarDate), {
  zh: `周期的最后一天；不早于第一天，至多 ${MAX_ROUND_DAYS} 天。为空则一直进行到决策。`,
  en: `Last day of the period, not before the first and at most ${MAX_ROUND_DAYS} days long; null goes on until it is decided.`,
});
const Decision = OneOf(evaluationDecisions);
const Suggestion = noted(OneOf(evaluationSuggestions), evaluationSuggestionNote);
const Score = noted(Nullable(Type.Number({ minimum: 0, maximum: 100 })), {
  zh: '0 到 100，两位小数；数据不足为空。',
  en: '0 to 100 with two decimals; null without enough data.',
});
const Note = Type.String({ minLength: 1, maxLength: NOTE_MAX, pattern: '\\S' });

/** A part of the score; the note says what its value and threshold count. */
const Part = (counted: Note) =>
  Exact({
    value: noted(Nullable(Type.Number()), counted),
    threshold: noted(Type.Number(), counted),
    score: noted(Nullable(Type.Number({ minimum: 0, maximum: 1 })), {
      zh: '得到该项分数的几成，0 到 1；没有数据为空，其分数由其他各项分担。',
      en: 'Share of its points that the part earned, 0 to 1; null without a value, and the others share its points.',
    }),
  });

export const EvaluationPermit = OneOf(['edit', 'score', 'decide'] as const);

const row = {
  id: Id,
  version: Version,
  drama: Exact({ ...Ref.properties, code: Type.String(), cover_url: CoverUrl }),
  language: ContentLanguage,
  stage: DramaStage,
  round: noted(Type.Integer({ minimum: 1 }), { zh: '该剧的第几轮，从 1 开始。', en: 'Its number among the rounds of the drama, from 1.' }),
  owner: Ref,
  date_from: FirstDay,
  date_to: LastDay,
  state: noted(OneOf(evaluationStates), evaluationStateNote),
  test_budget_usd: Budget,
  min_spend_usd: Budget,
  thresholds: Thresholds,
  m: noted(Figures, {
    zh: '周期内该剧全部广告的数据，不论谁负责：只有合计与比率。',
    en: 'Figures of all ads for the drama in the period, whoever owns them: sums and ratios only.',
  }),
  running: numbers.running,
  parts: noted(
    Exact({
      roi_d0: Part(returnOnSpend),
      pay_rate: Part(ratio),
      cost_per_payer: Part({ zh: '美分。', en: 'US cents.' }),
      ctr_link: Part(ratio),
      hold_rate: Part(ratio),
    }),
    { zh: '评分的五项，按现在的数据。', en: 'The five parts of the score, by the figures of now.' },
  ),
  score: Score,
  scored_at: noted(Nullable(Instant), { zh: '最近一次评分。', en: 'When it was last scored.' }),
  suggest: Suggestion,
  decision: Nullable(Decision),
  decided_by: Nullable(Ref),
  decided_at: Nullable(Instant),
  note: noted(Nullable(Type.String()), { zh: '决策的说明。', en: 'What was said with the decision.' }),
  campaigns_running: noted(Count, {
    zh: '该剧在投的广告系列，不论谁负责。',
    en: 'Campaigns for the drama that are on, whoever owns them.',
  }),
  campaigns_closable: noted(Count, {
    zh: '其中提问者可以关闭的；决策停止时可一并关闭。',
    en: 'Those of them that the caller may turn off, which a decision to stop can do as well.',
  }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(EvaluationPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
};
export const EvaluationRow = Exact(row);
export type EvaluationRow = Static<typeof EvaluationRow>;

const filters = filterSchemas(evaluationFilters);
const EvaluationListRequest = ListRequest(evaluationSortable, filters);

export const listEvaluations = endpoint({
  name: 'evaluations.list',
  method: 'POST',
  path: '/analyse-evaluate/list',
  summary: { zh: '短剧评估列表', en: 'List of drama evaluations' },
  access,
  effect: 'read',
  request: EvaluationListRequest,
  order: newestFirst('date_from'),
  reply: FiguredListAnswer(EvaluationRow),
});

const lineFigures = { m: Figures, running: numbers.running };

export const EvaluationDetail = Exact({
  ...row,
  daily: noted(Type.Array(Exact({ date: CalendarDate, ...lineFigures })), { zh: '按天，最新的在前。', en: 'By day, the newest first.' }),
  countries: noted(
    Type.Array(
      Exact({
        country: noted(Type.String(), {
          zh: '广告组的第一个国家；没有则为空文本。',
          en: 'First country of the ad set; empty without one.',
        }),
        ...lineFigures,
      }),
    ),
    { zh: '消耗最多的在前。', en: 'Those with most spend first.' },
  ),
  materials: noted(
    Type.Array(
      Exact({
        place: noted(OneOf(['best', 'worst'] as const), {
          zh: 'D0 ROI 最好或最差的五个。',
          en: 'Of the five with the best or the worst D0 ROI.',
        }),
        material: noted(Nullable(Exact({ ...Ref.properties, cover_url: CoverUrl })), {
          zh: '提问者看不到该素材时为空。',
          en: 'Null where the reader may not see it.',
        }),
        ...lineFigures,
      }),
    ),
    { zh: '最好的在前，其后是最差的；各至多五个，不重复。', en: 'The best, then the worst; five of each at most, none of them twice.' },
  ),
  rounds: noted(
    Type.Array(
      Exact({
        id: Id,
        round: row.round,
        date_from: FirstDay,
        date_to: LastDay,
        score: Score,
        suggest: Suggestion,
        decision: Nullable(Decision),
        decided_at: Nullable(Instant),
        note: Nullable(Type.String()),
      }),
    ),
    { zh: '该剧的其他轮次，最新的在前。', en: 'Other rounds of the drama, the newest first.' },
  ),
  ...listFreshness,
});
export type EvaluationDetail = Static<typeof EvaluationDetail>;

export const evaluationDetail = endpoint({
  name: 'evaluations.detail',
  method: 'POST',
  path: '/analyse-evaluate/detail',
  summary: { zh: '短剧评估详情', en: 'One drama evaluation' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: EvaluationDetail,
  reasons: ['NOT_FOUND'],
});

export const evaluationDefaults = endpoint({
  name: 'evaluations.defaults',
  method: 'POST',
  path: '/analyse-evaluate/defaults',
  summary: { zh: '发起评估的默认值', en: 'Defaults of a new evaluation' },
  access,
  effect: 'read',
  request: Exact({ drama_id: Id }),
  reply: Exact({
    drama: Ref,
    stage: DramaStage,
    thresholds: noted(Thresholds, {
      zh: '按剧目的语言取自设置；D0 ROI 为剧目的目标。',
      en: 'From the settings by the language of the drama; the D0 ROI is the target of the drama.',
    }),
    min_spend_usd: Budget,
    open_round: noted(Nullable(Exact({ id: Id, round: row.round })), {
      zh: '进行中的轮次；有则不能再发起。',
      en: 'The round that is open; another cannot be opened beside it.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});

export const createEvaluation = endpoint({
  name: 'evaluations.create',
  method: 'POST',
  path: '/analyse-evaluate/create',
  summary: { zh: '发起短剧评估', en: 'Open a drama evaluation' },
  access,
  effect: 'write',
  request: Exact({
    drama_id: Id,
    date_from: FirstDay,
    date_to: Type.Optional(LastDay),
    test_budget_usd: Budget,
    min_spend_usd: Budget,
    thresholds: Thresholds,
    owner_user_id: Id,
    idempotency_key: IdempotencyKey,
  }),
  reply: EvaluationRow,
  reasons: ['ROUND_OPEN', 'STAGE_ORDER'],
});

export const editEvaluation = endpoint({
  name: 'evaluations.edit',
  method: 'POST',
  path: '/analyse-evaluate/edit',
  summary: { zh: '编辑短剧评估', en: 'Edit a drama evaluation' },
  access,
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    date_from: Type.Optional(FirstDay),
    date_to: Type.Optional(LastDay),
    test_budget_usd: Type.Optional(Budget),
    min_spend_usd: Type.Optional(Budget),
    thresholds: Type.Optional(Thresholds),
    owner_user_id: Type.Optional(Id),
    idempotency_key: IdempotencyKey,
  }),
  reply: EvaluationRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'STATE_ENDED'],
});

export const scoreEvaluation = endpoint({
  name: 'evaluations.score',
  method: 'POST',
  path: '/analyse-evaluate/score',
  summary: { zh: '立即评分', en: 'Score an evaluation now' },
  access,
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: EvaluationRow,
  reasons: ['NOT_FOUND', 'STATE_ENDED'],
});

export const decideEvaluation = endpoint({
  name: 'evaluations.decide',
  method: 'POST',
  path: '/analyse-evaluate/decide',
  summary: { zh: '短剧评估决策', en: 'Decide a drama evaluation' },
  access,
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    decision: Decision,
    note: noted(Type.Optional(Note), {
      zh: '说明；决策与建议不同时必填。',
      en: 'Why; required when the decision differs from the suggestion.',
    }),
    close_campaigns: noted(Type.Optional(Type.Boolean()), {
      zh: '只用于停止：同时关闭提问者可以关闭的在投系列。',
      en: 'With stop only: also turns off the active campaigns that the caller may turn off.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({
    stage: noted(DramaStage, { zh: '剧目现在的阶段。', en: 'The stage the drama is in now.' }),
    batch_id: noted(Type.Optional(Id), {
      zh: '关闭系列的批次；没有可关闭的则不出现。',
      en: 'The batch that turns campaigns off; absent where there were none.',
    }),
  }),
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'STATE_ENDED'],
});

export const trendEvaluation = endpoint({
  name: 'evaluations.trend',
  method: 'POST',
  path: '/analyse-evaluate/trend',
  summary: { zh: '短剧评估趋势', en: 'Figures of an evaluation over time' },
  access,
  effect: 'read',
  request: Exact({
    id: Id,
    by: noted(Type.Optional(OneOf(['day', 'week'] as const)), { zh: '默认按天。', en: 'By day when absent.' }),
    metrics: noted(Type.Array(OneOf(roundDetailMetrics), { minItems: 1, maxItems: 4, uniqueItems: true }), {
      zh: '至多四个。',
      en: 'Four at most.',
    }),
  }),
  reply: TrendAnswer,
  reasons: ['NOT_FOUND'],
});

export const exportEvaluations = endpoint({
  name: 'evaluations.export',
  method: 'POST',
  path: '/analyse-evaluate/export',
  summary: { zh: '导出短剧评估', en: 'Export drama evaluations' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(EvaluationListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(evaluationExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
