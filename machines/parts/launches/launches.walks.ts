import { batchWalk } from '../../kernel/batch/batch.walks.ts';
import { commandWalk, detailWalk, failure, formWalk, logWalk, optionsWalk, pickerWalk, redoWalk } from '../../kernel/kernel.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import {
  adPickers,
  audienceChoice,
  countryChoice,
  interestChoice,
  landingPicker,
  localeChoice,
  postPicker,
  schemePicker,
} from './ad-pickers.machine.ts';
import { type AmountSubject, amountForm } from './amount-form.machine.ts';
import { dryRun } from './dry-run.machine.ts';
import {
  type EntityName,
  entityBreakdown,
  entityDrawer,
  entityEvents,
  entityHits,
  entityInfo,
  entitySchedules,
  entityTrend,
  scheduleCancelling,
} from './entity-drawer.machine.ts';
import type { CampaignRow, EntityDetail, EntityTrend, ScheduleRow } from './entity-rows.ts';
import { type EntityTurn, entitySwitch } from './entity-switch.machine.ts';
import { launchActions, launchBatch, schemeSaving } from './launch-actions.machine.ts';
import { blankLaunchBatch } from './launch-batch-rules.ts';
import { type LaunchOrder, launchRedo } from './launch-redo.machine.ts';
import { noteForm } from './note-form.machine.ts';

export const campaign: CampaignRow = {
  id: 5,
  version: 3,
  name: '她回来了 US 01',
  biz: 'dj',
  channel: 'meta',
  account: { id: 2, label: 'Moon 01', currency: 'USD', timezone_name: 'America/Los_Angeles' },
  content: { id: 3, label: '她回来了' },
  target_roi: 0.6,
  owner: { id: 8, label: '陈一鸣' },
  status: 'ACTIVE',
  effective_status: 'ACTIVE',
  status_cause: null,
  scheme: { id: 4, label: '放量', version: 2 },
  source: 'system',
  closed_by: null,
  closed_at: null,
  closer: null,
  issue: null,
  sync_state: 'synced',
  locked_by_batch: null,
  rule_shield_until: null,
  created_at: '2026-11-18T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  can: ['status', 'budget', 'copy', 'schedule', 'rename', 'transfer'],
  budget_mode: 'daily',
  daily_budget: 5000,
  lifetime_budget: null,
  spent_pct: 0.42,
  platform_campaign_id: '120300555566667777',
  objective: 'OUTCOME_SALES',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  start_at: '2026-11-18T08:00:00Z',
  stop_at: null,
  groups: 2,
  ads: 10,
  m: { spend: 2100, roi_d0: 0.51 },
  running: true,
};

const name: EntityName = { level: 'campaign', id: 5, name: campaign.name, timezone: 'America/Los_Angeles' };
const turn: EntityTurn = { level: 'campaign', id: 5, version: 3, name: campaign.name, to: 'PAUSED' };
const other: EntityTurn = { ...turn, id: 6, to: 'ACTIVE' };
const amountSubject: AmountSubject = {
  kind: 'budget',
  level: 'campaign',
  id: 5,
  name: campaign.name,
  currency: 'USD',
  before: 5000,
  budget_mode: 'daily',
};
const detail: EntityDetail = { level: 'campaign', campaign, children: [], source_copy: null, batch_id: null };
const trend: EntityTrend = { x: ['2026-11-20'], series: [], as_of: '2026-11-20T08:00:00Z', provisional_from: '2026-11-19' };
const schedule: ScheduleRow = {
  id: 9,
  action: 'pause',
  value: null,
  run_at: '2026-11-21T08:00:00Z',
  repeat: 'none',
  status: 'waiting',
  user: { id: 8, label: '陈一鸣' },
  last_run_at: null,
  last_error: null,
  created_at: '2026-11-20T08:00:00Z',
  can: ['cancel'],
};
const request = { subject: { kind: 'rows', ids: [5] }, values: { ...blankLaunchBatch, action: 'budget', value: 10 } };
const another = { ...request, values: { ...request.values, value: 11 } };

export const launchOrder: LaunchOrder = {
  ids: [5],
  params: { action: 'budget', level: 'campaign', currency: 'USD', timezone: undefined, mode: 'set', value: 60 },
  key: 'key-1',
};

const switchWalk: MachineWalk = {
  machine: entitySwitch,
  distinguish: ({ turns }: { turns: { id: number; stage: string }[] }) => turns.map(({ id, stage }) => [id, stage]),
  events: [
    { type: 'switch.requested', turn, key: 'k1', closing: undefined },
    { type: 'switch.requested', turn: other, key: 'k2', closing: undefined },
    { type: 'switch.requested', turn: { ...turn, id: 7 }, key: 'k3', closing: { at: '2026-11-20T08:00:00Z', by: '止损1' } },
    { type: 'switch.confirmed' },
    { type: 'switch.cancelled' },
    { type: 'xstate.done.actor.turn', output: [{ id: 5, ok: true, text: null }] },
    { type: 'xstate.done.actor.turn', output: [{ id: 5, ok: false, text: 'blocked' }] },
    { type: 'xstate.error.actor.turn', error: failure },
  ],
};

const dryRunWalk: MachineWalk = {
  machine: dryRun,
  distinguish: ({ request: asked, answer }: { request?: typeof request; answer?: unknown }) => [asked?.values.value, answer !== undefined],
  events: [
    { type: 'dryRun.requested', request },
    { type: 'dryRun.requested', request: another },
    { type: 'dryRun.retried' },
    { type: 'dryRun.invalidated' },
    { type: 'dryRun.cancelled' },
    { type: 'xstate.after.previewPause.dryRun.pausing' },
    { type: 'xstate.done.actor.preview', output: { kind: 'amounts', rows: [] } },
    { type: 'xstate.error.actor.preview', error: failure },
  ],
};

const drawerWalk: MachineWalk = {
  machine: entityDrawer,
  distinguish: ({ tab }: { tab: string }) => tab,
  events: [
    { type: 'drawer.opened', subject: name },
    ...(['info', 'trend', 'breakdown', 'below', 'creative', 'events', 'schedules', 'hits'] as const).map((tab) => ({
      type: 'drawer.tabChosen',
      tab,
    })),
    { type: 'drawer.trendChosen', by: 'hour', days: 3 },
    { type: 'drawer.breakdownChosen', by: 'gender', days: 30 },
    { type: 'drawer.closed' },
    { type: 'drawer.invalidated' },
    { type: 'drawer.seen' },
    { type: 'scheduleCancelling.done', subject: schedule, result: undefined },
  ],
};

const actionsWalk: MachineWalk = {
  machine: launchActions,
  events: [
    { type: 'launchActions.seen' },
    { type: 'launchActions.left' },
    { type: 'batch.followed', batchId: 8 },
    { type: 'launchActions.orderLoaded', order: launchOrder },
    { type: 'launchBatch.started', batchId: 7, batchIds: [7] },
    { type: 'launchBatch.finished', batchId: 7, watched: true, okIds: [6], failedIds: [5] },
    { type: 'launchBatch.finished', batchId: 7, watched: false, okIds: [6], failedIds: [5] },
    { type: 'launchBatch.failedChosen', ids: [5] },
    { type: 'schemeSaving.done', subject: { id: 5, name: '她回来了 US 01' }, result: { id: 9 } },
    { type: 'launchActions.schemeOpened' },
    { type: 'amountForm.saved', saved: { id: 5 } },
    { type: 'noteForm.saved', saved: { id: 5 } },
    { type: 'entitySwitch.turned', level: 'campaign', okIds: [5], failedIds: [] },
  ],
};

const pickersWalk: MachineWalk = {
  machine: adPickers,
  events: ['staff', 'adAccount', 'drama', 'product', 'material', 'scheme', 'landing', 'pixel', 'site'].map((what) => ({
    type: `${what}Picker.unseen`,
    ids: [7],
  })),
};

export const walks: MachineWalk[] = [
  switchWalk,
  dryRunWalk,
  drawerWalk,
  actionsWalk,
  pickersWalk,
  batchWalk(launchBatch, {
    filter: { keyword: 'moon' },
    params: { action: 'open', currency: 'USD', value: 60 },
    wrong: { action: 'budget', value: -1 },
  }),
  formWalk(amountForm, {
    draft: { values: { amount: 50, confirmed: undefined }, subject: amountSubject },
    changes: { amount: 60 },
    wrong: { amount: -1 },
    saved: { id: 5 },
  }),
  formWalk(noteForm, {
    draft: { values: { note: '' }, subject: { id: 5, name: campaign.name } },
    changes: { note: 'a' },
    wrong: { note: 'a'.repeat(201) },
    saved: { id: 5 },
  }),
  detailWalk(entityInfo, name, detail),
  detailWalk(entityTrend, { ...name, by: 'day', days: 14 }, trend),
  detailWalk(entityBreakdown, { ...name, by: 'age', days: 7 }, { currency: 'USD', parts: [], totals: { m: {} } }),
  logWalk(entityEvents, { level: 'campaign', id: 5 }),
  logWalk(entityHits, { level: 'campaign', id: 5 }),
  detailWalk(entitySchedules, name, [schedule]),
  commandWalk(scheduleCancelling, schedule),
  redoWalk(launchRedo, { batchId: 17, level: 'campaign' }, launchOrder),
  pickerWalk(schemePicker, {}),
  pickerWalk(postPicker, {}),
  pickerWalk(landingPicker, {}),
  optionsWalk(countryChoice, { value: 'US', label_zh: '美国', label_en: 'United States' }),
  optionsWalk(interestChoice, { value: '6003107902433', label_zh: '肥皂剧', label_en: 'Soap operas' }),
  commandWalk(schemeSaving, { id: 5, name: '她回来了 US 01' }, { id: 9 }),
  optionsWalk(audienceChoice, { value: '771', label_zh: '付费用户', label_en: 'Payers' }),
  optionsWalk(localeChoice, { value: 'en', label_zh: '英语', label_en: 'English' }),
];
