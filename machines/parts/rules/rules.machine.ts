import type { ActorRefFrom } from 'xstate';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { dryRunRule, rehearseRule, ruleTargets } from '#contracts/endpoints/host-rules.ts';
import { hitFilters } from '#contracts/vocabulary/host-rules.ts';
import { createFormDialogMachine } from '../../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../../kernel/list/list.machine.ts';
import { createLogMachine } from '../../kernel/list/log.machine.ts';
import { createOptionsMachine } from '../../kernel/list/options.machine.ts';
import { vocabularyQuery } from '../../kernel/list/vocabulary-query.ts';
import { createCommandMachine } from '../../kernel/page/command.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import { createListPage, createListTools } from '../../kernel/page/list-page.machine.ts';
import { createLogPage } from '../../kernel/page/log-page.machine.ts';
import { rulePicker } from './rule-picker.machine.ts';
import {
  blankRule,
  checkRule,
  type HitRow,
  type LedgerRow,
  type RuleFilters,
  type RuleRow,
  type RuleRunRow,
  type RuleSubject,
  type RuleValues,
  ruleQuery,
} from './rule-values.ts';

/** A managed account that rules may cover. */
export type RuleTarget = ReplyOf<typeof ruleTargets>['list'][number];
export type DryRunAnswer = ReplyOf<typeof dryRunRule>;
export type RehearsalAnswer = ReplyOf<typeof rehearseRule>;

export const ruleList = createListMachine<RuleRow, RuleFilters>({
  id: 'ruleList',
  description: 'The rules as the address specifies them.',
  query: ruleQuery,
  rowId: (row) => row.id,
});

export const ruleForm = createFormDialogMachine<RuleValues, RuleRow, RuleSubject>({
  id: 'ruleForm',
  description: 'A rule: created, or its terms changed.',
  blank: blankRule,
  check: checkRule,
  draft: true,
});

export const ruleSwitch = createCommandMachine<{ rule: RuleRow; status: RuleRow['status'] }, RuleRow>({
  id: 'ruleSwitch',
  description: 'Turns a rule on or off.',
});

export const ruleCopying = createCommandMachine<RuleRow, unknown>({ id: 'ruleCopying', description: 'Copies a rule.' });

export const ruleDeletion = createCommandMachine<RuleRow, unknown>({ id: 'ruleDeletion', description: 'Deletes a rule.' });

/** What a dry run or a rehearsal is about: a stored rule, or the terms that are being written. */
export interface TrialSubject {
  name: string;
  id?: number | undefined;
  values?: RuleValues | undefined;
  days?: number | undefined;
}

export const ruleDryRun = createDetailMachine<TrialSubject, DryRunAnswer>({
  id: 'ruleDryRun',
  description: 'A rule evaluated on the figures of now, without acting.',
});

export const ruleRehearsal = createDetailMachine<TrialSubject, RehearsalAnswer>({
  id: 'ruleRehearsal',
  description: 'A rule rehearsed on past hours.',
});

export const ruleHistory = createDetailMachine<{ id: number; name: string }, { runs: RuleRunRow[]; ledger: LedgerRow[] }>({
  id: 'ruleHistory',
  description: 'The last runs of a rule and what its actions brought.',
});

/** Saves a rehearsal or a ledger as a file. */
export const ruleFile = createCommandMachine<{ id: number; kind: 'rehearsal' | 'ledger'; days?: number | undefined }, unknown>({
  id: 'ruleFile',
  description: 'Exports a rehearsal or the ledger of a rule.',
});

export const ruleTargetChoice = createOptionsMachine<RuleTarget>({
  id: 'ruleTargetChoice',
  description: 'Managed accounts that rules may cover.',
});

const ruleTools = createListTools({ id: 'rule', of: 'rules', query: ruleQuery });
export const { tableView: ruleTableView, views: ruleViews } = ruleTools;

/** Rules of managed accounts: written, rehearsed and turned on. */
export const ruleManagementMachine = createListPage({
  id: 'ruleManagement',
  description: 'Rules of managed accounts: written, rehearsed and turned on.',
  query: ruleQuery,
  list: ruleList,
  tools: { tableView: ruleTableView, views: ruleViews },
  parts: {
    form: ruleForm,
    switching: ruleSwitch,
    copying: ruleCopying,
    deletion: ruleDeletion,
    dryRun: ruleDryRun,
    rehearsal: ruleRehearsal,
    history: ruleHistory,
    file: ruleFile,
  },
  choices: { targets: ruleTargetChoice },
  replacesRow: ['form.saved', 'switching.done'],
  refreshes: ['form.saved', 'copying.done', 'deletion.done'],
});

export type RuleManagement = ActorRefFrom<typeof ruleManagementMachine>;

export const hitQuery = vocabularyQuery(hitFilters, []);
export type HitFilters = ReturnType<typeof hitQuery.read>['filters'];

export const hitList = createLogMachine<HitRow, HitFilters>({
  id: 'hitList',
  description: 'Hits of rules, newest first, filtered by the address.',
  query: hitQuery,
});

export const hitDecision = createCommandMachine<{ ids: number[]; accept: boolean; name: string }, unknown>({
  id: 'hitDecision',
  description: 'Accepts or rejects suggestions of rules.',
});

export const hitUndoing = createCommandMachine<{ ids: number[]; name: string }, unknown>({
  id: 'hitUndoing',
  description: 'Undoes actions of rules.',
});

const hitTools = createListTools<HitFilters, HitFilters>({ id: 'hit', of: 'hits of rules', query: hitQuery });
export const { export: hitExport, tableView: hitTableView, views: hitViews } = hitTools;

/** Hits of rules: what they did or proposed, and what became of it. */
export const ruleHitsMachine = createLogPage({
  id: 'ruleHits',
  description: 'Hits of rules: what they did or proposed, and what became of it.',
  query: hitQuery,
  list: hitList,
  tools: hitTools,
  parts: { deciding: hitDecision, undoing: hitUndoing, targets: ruleTargetChoice, rules: rulePicker },
  refreshes: ['deciding.done', 'undoing.done'],
});

export type RuleHits = ActorRefFrom<typeof ruleHitsMachine>;
