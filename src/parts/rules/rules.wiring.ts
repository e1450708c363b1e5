import { fromPromise } from 'xstate';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { type RuleRow, ruleDraft, toRuleBody, toRuleRequest } from '#machines/parts/rules/rule-values.ts';
import {
  type HitFilters,
  hitDecision,
  hitUndoing,
  ruleCopying,
  ruleDeletion,
  ruleDryRun,
  ruleFile,
  ruleForm,
  ruleHistory,
  ruleHitsMachine,
  ruleManagementMachine,
  ruleRehearsal,
  ruleSwitch,
  ruleTargetChoice,
  type TrialSubject,
} from '#machines/parts/rules/rules.machine.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import * as drafts from '#src/services/drafts.service.ts';
import * as rules from '#src/services/host-rules.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { toHitPeriod } from './hit-period.ts';
import { fileColumns } from './rule-files.ts';
import { managedRules } from './rule-picker.wiring.ts';

const PATH = '/operation/account';
/** Rows of the newest runs and of the ledger that the history shows. */
const HISTORY_ROWS = 50;

const form = ruleForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, origin, key } }) => {
      const request = toRuleRequest(values);
      const asking = subject
        ? rules.editRule({
            id: subject.id,
            version: subject.version,
            ...changedSince(toRuleRequest(origin), request),
            idempotency_key: key,
          })
        : rules.createRule({ ...request, idempotency_key: key }).then((rule) => ({ ...rule, last_run: null }));
      return toSaveOutcome(asking, {
        fields: [
          'name',
          'level',
          'conditions',
          'action',
          'action_value',
          'action_limit',
          'cooldown_min',
          'max_actions_per_day',
          'priority',
          'host_account_ids',
        ],
        fieldOf: { DUPLICATE: 'name', RULE_NO_EFFECT: 'host_account_ids' },
        latest: (row: RuleRow) => ruleDraft(row),
        reopen: ruleDraft,
      });
    }),
    draft: draftKeeperWith(drafts),
  },
});

/** The rule that a trial is about: stored, or as it stands in the form. */
const toTrial = ({ id, values }: TrialSubject) => {
  if (values === undefined) return { id: id ?? 0 };
  const { conditions, schedule, ...body } = toRuleBody(values);
  return {
    body: {
      ...body,
      conditions: structuredClone(conditions) as RuleRow['conditions'],
      schedule: structuredClone(schedule) as RuleRow['schedule'],
    },
    ...(values.host_account_ids.length > 0 && { host_account_ids: values.host_account_ids }),
  };
};

const targets = ruleTargetChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await rules.ruleTargets({}, signal)).list) },
});

/** Provides the rules with all actors. */
export const ruleManagement = listPageWith(ruleManagementMachine, {
  path: PATH,
  under: { tab: 'rules', isFirst: false },
  rows: rules.listRules,
  parts: {
    form,
    switching: ruleSwitch.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          rules.setRuleStatus({
            id: subject.rule.id,
            version: subject.rule.version,
            status: subject.status,
            idempotency_key: newRequestKey(),
          }),
        ),
      },
    }),
    copying: ruleCopying.provide({
      actors: { run: fromPromise(({ input }) => rules.copyRule({ id: input.subject.id, idempotency_key: newRequestKey() })) },
    }),
    deletion: ruleDeletion.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          rules.deleteRule({ id: subject.id, version: subject.version, idempotency_key: newRequestKey() }),
        ),
      },
    }),
    dryRun: ruleDryRun.provide({
      actors: { loadDetail: fromPromise(({ input, signal }) => rules.dryRunRule(toTrial(input.subject), signal)) },
    }),
    rehearsal: ruleRehearsal.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) =>
          rules.rehearseRule({ ...toTrial(subject), ...(subject.days !== undefined && { days: subject.days }) }, signal),
        ),
      },
    }),
    history: ruleHistory.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const asked = { rule_id: subject.id, page_size: HISTORY_ROWS } as const;
          const [runs, ledger] = await Promise.all([rules.listRuleRuns(asked, signal), rules.ruleLedger(asked, signal)]);
          return { runs: runs.list, ledger: ledger.list };
        }),
      },
    }),
    file: ruleFile.provide({
      actors: {
        run: fromPromise(async ({ input: { subject } }) => {
          const { name, content } = await rules.exportRules({
            kind: subject.kind,
            rule_id: subject.id,
            ...(subject.days !== undefined && { days: subject.days }),
            columns: [...fileColumns[subject.kind]],
            locale: currentLocale(),
          });
          saveFile(name, content);
        }),
      },
    }),
    targets,
  },
});

const toRequestFilters = (filters: HitFilters, today: string): HitFilters => ({ ...filters, ...toHitPeriod(filters, today) });

/** Provides the hits of rules with all actors. */
export const ruleHits = logPageWith(ruleHitsMachine, {
  path: PATH,
  under: { tab: 'hits', isFirst: false },
  toRequestFilters,
  rows: rules.listHits,
  exportCall: rules.exportRules,
  exportFields: { kind: 'hits' as const },
  parts: {
    deciding: hitDecision.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          rules.decideHits({ hit_ids: subject.ids, accept: subject.accept, idempotency_key: newRequestKey() }),
        ),
      },
    }),
    undoing: hitUndoing.provide({
      actors: { run: fromPromise(({ input }) => rules.undoHits({ hit_ids: input.subject.ids, idempotency_key: newRequestKey() })) },
    }),
    targets,
    rules: managedRules,
  },
});
