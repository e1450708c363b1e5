import { fromPromise } from 'xstate';
import {
  closingBatch,
  decisionForm,
  evaluationCountries,
  evaluationDetail as evaluationDetailMachine,
  evaluationForm,
  evaluationLanguages,
  evaluationMachine,
  evaluationScoring,
  evaluationTrend,
} from '#machines/analyse-evaluate/evaluation.machine.ts';
import { evaluationDefaultsMachine } from '#machines/analyse-evaluate/evaluation-defaults.machine.ts';
import { decisionDraft, type EvaluationRow, evaluationDraft, toEvaluationRequest } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { staff } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { dramas } from '#src/parts/materials/pickers.wiring.ts';
import { toTrendAnswer } from '#src/parts/reports/report-calls.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { setEntityStatuses } from '#src/services/ad-entities.service.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import * as evaluations from '#src/services/evaluations.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

/** Statuses of campaigns that run, or will once their wait ends. */
const RUNNING = ['ACTIVE', 'PENDING_REVIEW', 'IN_PROCESS', 'SCHEDULED', 'WITH_ISSUES', 'ADS_OFF'] as const;

const TREND_METRICS = ['spend', 'roi_d0'] as const;

/** The row of an open round, which has not been decided. */
const toOpenRow = <Row>(row: Row) => ({ ...row, decided_by: null });

const form = evaluationForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, origin, key } }) => {
      const request = toEvaluationRequest(values);
      const asking = subject
        ? evaluations.editEvaluation({
            id: subject.id,
            version: subject.version,
            ...changedSince(toEvaluationRequest(origin), request),
            idempotency_key: key,
          })
        : evaluations.createEvaluation({ drama_id: values.drama_id ?? 0, ...request, idempotency_key: key });
      return toSaveOutcome(asking.then(toOpenRow), {
        fields: ['drama_id', 'date_from', 'date_to', 'roi_d0', 'pay_rate', 'ctr_link', 'hold_rate', 'owner_user_id'],
        fieldOf: { ROUND_OPEN: 'drama_id', STAGE_ORDER: 'drama_id' },
        latest: (row: EvaluationRow) => evaluationDraft(row),
      });
    }),
    draft: draftKeeperWith(drafts),
  },
});

const decision = decisionForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, key } }) => {
      const { decision: decided, note, close_campaigns } = values;
      const asking = evaluations
        .decideEvaluation({
          id: subject?.id ?? 0,
          version: subject?.version ?? 0,
          // A form without a decision is not sent.
          decision: decided ?? 'keep',
          ...(note.trim() && { note: note.trim() }),
          ...(decided === 'stop' && close_campaigns && { close_campaigns }),
          idempotency_key: key,
        })
        .then(({ batch_id }) => ({ batchIds: batch_id === undefined ? [] : [batch_id] }));
      return toSaveOutcome(asking, {
        fields: ['decision', 'note', 'close_campaigns'],
        latest: (row: EvaluationRow) => decisionDraft(row),
      });
    }),
  },
});

const batch = closingBatch.provide({
  actors: {
    start: fromPromise(({ input: { subject, values, key } }) =>
      toBatchOutcome(
        setEntityStatuses({
          level: 'campaign',
          to: 'PAUSED',
          filter: { drama_id: [values.dramaId], effective_status: [...RUNNING] },
          expected_total: subject.kind === 'rows' ? subject.ids.length : subject.total,
          ...(values.reason.trim() && { reason: values.reason.trim() }),
          idempotency_key: key,
        }),
        { fields: ['reason'] },
      ),
    ),
    progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
  },
});

/** Provides drama evaluations with all actors. */
export const dramaEvaluation = listPageWith(evaluationMachine, {
  path: '/analyse/evaluate',
  rows: evaluations.listEvaluations,
  exportCall: evaluations.exportEvaluations,
  parts: {
    form,
    decision,
    batch,
    defaults: evaluationDefaultsMachine.provide({
      actors: {
        loadDefaults: fromPromise(({ input, signal }) => evaluations.evaluationDefaults({ drama_id: input.dramaId }, signal)),
      },
    }),
    scoring: evaluationScoring.provide({
      actors: {
        run: fromPromise(({ input }) =>
          evaluations.scoreEvaluation({ id: input.subject.id, idempotency_key: newRequestKey() }).then(toOpenRow),
        ),
      },
    }),
    detail: evaluationDetailMachine.provide({
      actors: { loadDetail: fromPromise(({ input, signal }) => evaluations.evaluationDetail({ id: input.subject.id }, signal)) },
    }),
    trend: evaluationTrend.provide({
      actors: {
        loadDetail: fromPromise(async ({ input, signal }) =>
          toTrendAnswer(await evaluations.trendEvaluation({ id: input.subject.id, metrics: [...TREND_METRICS] }, signal), 'day'),
        ),
      },
    }),
    dramas,
    owners: staff,
    languages: evaluationLanguages.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['languages'] }, signal)).languages ?? []) },
    }),
    countries: evaluationCountries.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['countries'] }, signal)).countries ?? []) },
    }),
  },
});
