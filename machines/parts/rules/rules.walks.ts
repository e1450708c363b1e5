import {
  commandWalk,
  detailWalk,
  exportWalk,
  formWalk,
  listWalk,
  logWalk,
  optionsWalk,
  pageWalk,
  pickerWalk,
  tableViewWalk,
} from '../../kernel/kernel.walks.ts';
import { viewsWalk } from '../../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import { rulePicker } from './rule-picker.machine.ts';
import { type RuleRow, ruleDraft } from './rule-values.ts';
import {
  hitDecision,
  hitExport,
  hitList,
  hitTableView,
  hitUndoing,
  hitViews,
  ruleCopying,
  ruleDeletion,
  ruleDryRun,
  ruleFile,
  ruleForm,
  ruleHistory,
  ruleHitsMachine,
  ruleList,
  ruleManagementMachine,
  ruleRehearsal,
  ruleSwitch,
  ruleTableView,
  ruleTargetChoice,
  ruleViews,
} from './rules.machine.ts';

export const sampleRule: RuleRow = {
  id: 1,
  version: 1,
  name: '止损',
  owner: { id: 3, label: '周托管' },
  level: 'ad_group',
  conditions: [
    { metric: 'spend', window: 'today', op: 'gte', value: 3_000 },
    { metric: 'roi_d0', window: 'today', op: 'lt', value: 0.3 },
  ],
  guard: { min_spend_usd: 0, min_age_hours: 6, exclude_learning: false },
  action: 'pause',
  action_value: null,
  action_limit: null,
  schedule: { every: 'half_hour' },
  cooldown_min: 120,
  max_actions_per_day: 3,
  priority: 80,
  dry_run: true,
  status: 'disabled',
  targets: [{ id: 5, label: '建国店铺' }],
  currency: 'USD',
  hits_24h: 0,
  last_run: null,
  can: ['edit', 'copy', 'status', 'delete'],
};

const switched = { rule: sampleRule, status: 'enabled' } as const;
const trial = { name: sampleRule.name, id: 1 };
const decided = { ids: [1], accept: true, name: '组 1' };
const undone = { ids: [1], name: '组 1' };

export const walks: MachineWalk[] = [
  pickerWalk(rulePicker),
  pageWalk(ruleManagementMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'views.applied', query: '?keyword=a', table: null, how: 'push' },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'ruleForm.saved', saved: sampleRule },
    { type: 'ruleSwitch.done', subject: switched, result: sampleRule },
    { type: 'ruleCopying.done', subject: sampleRule, result: {} },
    { type: 'ruleDeletion.done', subject: sampleRule, result: {} },
  ]),
  listWalk(ruleList, sampleRule),
  formWalk(ruleForm, { draft: ruleDraft(sampleRule), changes: { priority: 70 }, wrong: { priority: 0 }, saved: sampleRule }),
  commandWalk(ruleSwitch, switched, sampleRule),
  commandWalk(ruleCopying, sampleRule, {}),
  commandWalk(ruleDeletion, sampleRule, {}),
  commandWalk(ruleFile, { id: 1, kind: 'ledger' }, {}),
  detailWalk(ruleDryRun, trial, { evaluated: 0, matched: 0, stale: [], rows: [] }),
  detailWalk(ruleRehearsal, trial, {
    from: '',
    to: '',
    slots: 0,
    actions: 0,
    saved_usd: 0,
    lost_usd: 0,
    recorded_pct: null,
    gaps: [],
    rows: [],
  }),
  detailWalk(ruleHistory, { id: 1, name: sampleRule.name }, { runs: [], ledger: [] }),
  optionsWalk(ruleTargetChoice, { id: 5, label: '建国店铺', currency: 'USD', auto_level: 'auto' }),
  tableViewWalk(ruleTableView, { shown: ['name'], density: 'compact' }),
  viewsWalk(ruleViews),
  pageWalk(ruleHitsMachine, [
    { type: 'log.moved', search: '?result=done', how: 'push' },
    { type: 'view.updated', view: { shown: ['at'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: null, how: 'push' },
    { type: 'hitDecision.done', subject: decided, result: {} },
    { type: 'hitUndoing.done', subject: undone, result: {} },
  ]),
  logWalk(hitList, { result: ['done'] }),
  commandWalk(hitDecision, decided, {}),
  commandWalk(hitUndoing, undone, {}),
  exportWalk(hitExport, { result: ['done'] }),
  tableViewWalk(hitTableView, { shown: ['at'], density: 'compact' }),
  viewsWalk(hitViews),
];
