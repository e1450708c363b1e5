import type { ActorRefFrom } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import type { TrendAnswer } from '../kernel/report/trend.machine.ts';
import { staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { dramaPicker } from '../parts/materials/material-pickers.machine.ts';
import { evaluationDefaultsMachine } from './evaluation-defaults.machine.ts';
import {
  blankDecision,
  blankEvaluation,
  checkDecision,
  checkEvaluation,
  type DecisionSubject,
  type DecisionValues,
  type EvaluationDetail,
  type EvaluationFilters,
  type EvaluationRow,
  type EvaluationSubject,
  type EvaluationValues,
  evaluationQuery,
  toDefaultValues,
} from './evaluation-rules.ts';

export const evaluationList = createListMachine<EvaluationRow, EvaluationFilters>({
  id: 'evaluationList',
  description: 'The rounds of dramas as the address specifies them.',
  query: evaluationQuery,
  rowId: (row) => row.id,
});

export const evaluationForm = createFormDialogMachine<EvaluationValues, EvaluationRow, EvaluationSubject>({
  id: 'evaluationForm',
  description: 'A round of a drama: opened, or its terms changed.',
  blank: blankEvaluation,
  check: checkEvaluation,
  draft: true,
});

export const decisionForm = createFormDialogMachine<DecisionValues, { batchIds: number[] }, DecisionSubject>({
  id: 'decisionForm',
  description: 'Decides a round, and turns off the campaigns of a stopped drama on request.',
  blank: blankDecision,
  check: checkDecision,
});

export const evaluationScoring = createCommandMachine<EvaluationRow, EvaluationRow>({
  id: 'evaluationScoring',
  description: 'Scores a round by the figures of now.',
});

/** The drama whose campaigns are turned off. */
export interface ClosingParams {
  dramaId: number;
  drama: string;
}

export const closingBatch = createBatchMachine<ClosingParams, EvaluationFilters>({
  id: 'closingBatch',
  description: 'Turns off the campaigns of a stopped drama, or follows a decision that does.',
  blank: { dramaId: 0, drama: '' },
  check: () => ({}),
});

export const evaluationDetail = createDetailMachine<{ id: number }, EvaluationDetail>({
  id: 'evaluationDetail',
  description: 'One round: its parts, days, countries, creatives and the other rounds of the drama.',
});

export const evaluationTrend = createDetailMachine<{ id: number }, TrendAnswer>({
  id: 'evaluationTrend',
  description: 'Figures of one round over time.',
});

export const evaluationLanguages = createOptionsMachine<DictEntry>({
  id: 'evaluationLanguages',
  description: 'Languages of dramas.',
});

export const evaluationCountries = createOptionsMachine<DictEntry>({
  id: 'evaluationCountries',
  description: 'Names of countries.',
});

const evaluationTools = createListTools({ id: 'evaluation', of: 'drama evaluations', query: evaluationQuery });
export const { export: evaluationExport, tableView: evaluationTableView, views: evaluationViews } = evaluationTools;

const renewDetail = { detail: { type: 'detail.refreshDue' }, trend: { type: 'detail.refreshDue' } } as const;

/** Rounds of dramas: opened, scored, decided. */
export const evaluationMachine = createListPage({
  id: 'evaluation',
  description: 'Drama evaluations: rounds are opened, scored and decided.',
  query: evaluationQuery,
  list: evaluationList,
  tools: evaluationTools,
  parts: {
    form: evaluationForm,
    defaults: evaluationDefaultsMachine,
    decision: decisionForm,
    scoring: evaluationScoring,
    batch: closingBatch,
    detail: evaluationDetail,
    trend: evaluationTrend,
  },
  choices: { dramas: dramaPicker, owners: staffPicker, languages: evaluationLanguages, countries: evaluationCountries },
  unseen: { dramas: 'drama_id', owners: 'owner_user_id' },
  replacesRow: ['form.saved', 'scoring.done'],
  refreshes: ['form.saved', 'decision.saved'],
  batches: ['batch'],
  follows: { 'decision.saved': ({ saved }) => saved.batchIds },
  on: {
    'page.seen': { detail: { type: 'detail.seen' }, trend: { type: 'detail.seen' } },
    'defaults.loaded': { form: ({ defaults }) => ({ type: 'form.fieldChanged' as const, changes: toDefaultValues(defaults) }) },
    'form.saved': renewDetail,
    'scoring.done': renewDetail,
    'decision.saved': renewDetail,
  },
});

export type EvaluationPage = ActorRefFrom<typeof evaluationMachine>;
