import type { AnyStateMachine } from 'xstate';
import type { Failure } from './form/faults.ts';
import type { MachineWalk, WalkEvent } from './machine-walk.ts';

/** A failure in the form in which services throw it. */
export const failure = { message: 'no answer', traceId: 'trace-1' } satisfies Failure;

const done = (actor: string, output?: unknown): WalkEvent => ({ type: `xstate.done.actor.${actor}`, output });
const after = (delay: string, state: string): WalkEvent => ({ type: `xstate.after.${delay}.${state}` });

/** The clock of a list runs only while the list is watched and refreshes itself. */
const isRefreshing = ({ watched, autoRefresh }: { watched: boolean; autoRefresh: number }) => [watched, autoRefresh > 0];
const failed = (actor: string): WalkEvent => ({ type: `xstate.error.actor.${actor}`, error: failure });

export const listWalk = (machine: AnyStateMachine, row: object, ids: unknown[] = [1]): MachineWalk => ({
  machine,
  input: { search: '?page=3' },
  events: [
    done('loadRows', { rows: [row], total: 45 }),
    done('loadRows', { rows: [], total: 20 }),
    failed('loadRows'),
    { type: 'list.located', search: '?page=2' },
    { type: 'list.filtersChosen', filters: { keyword: 'a' } },
    { type: 'list.filtersChanged', changes: { keyword: 'b' } },
    { type: 'list.filtersRefused', names: ['role_id'] },
    { type: 'list.sortChosen', sort: { field: 'name', order: 'asc' } },
    { type: 'list.pageChosen', page: 2 },
    { type: 'list.pageSizeChosen', pageSize: 50 },
    { type: 'list.refreshRequested' },
    { type: 'list.refreshDue' },
    { type: 'list.seen' },
    { type: 'list.left' },
    { type: 'list.autoRefreshChosen', seconds: 30 },
    after('staleness', `${machine.id}.shown.age.fresh`),
    after('refreshPause', `${machine.id}.shown.clock.ticking`),
    after('refreshPause', `${machine.id}.failed.ticking`),
    { type: 'list.rowsChosen', ids },
    { type: 'list.allMatchingChosen' },
    { type: 'list.rowReplaced', row },
    { type: 'list.rowForgotten', id: ids[0] },
  ],
  // Chosen rows hold up the next attempt after a failure.
  beginnings: [
    [
      { type: 'list.seen' },
      { type: 'list.autoRefreshChosen', seconds: 30 },
      failed('loadRows'),
      { type: 'list.rowsChosen', ids },
      after('refreshPause', `${machine.id}.failed.ticking`),
    ],
  ],
  distinguish: isRefreshing,
});

export const logWalk = (machine: AnyStateMachine, filters: object): MachineWalk => ({
  machine,
  input: { search: '' },
  events: [
    done('loadNewest', { rows: [{ id: 2 }], nextCursor: 'older', total: 2, totalCapped: false }),
    failed('loadNewest'),
    done('loadOlder', { rows: [{ id: 1 }], nextCursor: null, total: 2, totalCapped: false }),
    failed('loadOlder'),
    { type: 'log.located', search: '?account=li' },
    { type: 'log.filtersChosen', filters },
    { type: 'log.moreRequested' },
    { type: 'log.allRequested' },
    { type: 'log.refreshRequested' },
    { type: 'log.loadCanceled' },
    { type: 'log.refreshDue' },
    { type: 'log.seen' },
    { type: 'log.left' },
    { type: 'log.autoRefreshChosen', seconds: 30 },
    after('slowness', `${machine.id}.loading.withinUsualTime`),
    after('staleness', `${machine.id}.shown.age.fresh`),
    after('refreshPause', `${machine.id}.shown.clock.ticking`),
    after('refreshPause', `${machine.id}.failed.ticking`),
    { type: 'log.rowToggled', id: 1 },
    { type: 'log.rowsChosen', ids: [1] },
    ...Object.entries(filters).map(([filter, value]) => ({ type: 'log.idsRefused', filter, ids: [value].flat() })),
  ],
  distinguish: isRefreshing,
});

/** The idempotency key of a request. */
const KEY = '7b1f4a52-3f5c-4d0e-9c0a-1f2e3d4c5b6a';

export interface FormSamples {
  /** Valid: can be sent. */
  draft: { values: object; subject: unknown };
  /** Still valid. */
  changes: object;
  /** One field with a value that is refused at once, if the form has such a value. */
  wrong?: object;
  saved: unknown;
}

export const formWalk = (machine: AnyStateMachine, { draft, changes, wrong = changes, saved }: FormSamples): MachineWalk => {
  /** An object that exists, because only its edit can be undone. */
  const known = { ...draft, subject: draft.subject ?? { id: 1, version: 1 } };
  const edit: WalkEvent[] = [
    { type: 'form.opened', draft: known },
    { type: 'form.submitted', key: KEY },
    done('save', { kind: 'saved', saved, reopened: known }),
  ];
  return {
    machine,
    events: [
      { type: 'form.opened', draft },
      { type: 'form.opened', draft: known },
      { type: 'form.fieldChanged', changes },
      { type: 'form.fieldChanged', changes: wrong },
      { type: 'form.fieldLeft', field: Object.keys(wrong)[0] },
      { type: 'form.submitted', key: KEY },
      { type: 'form.closeRequested' },
      { type: 'form.leaveConfirmed' },
      { type: 'form.leftAsDraft' },
      { type: 'form.leaveCancelled' },
      { type: 'form.latestChosen' },
      { type: 'form.overwriteChosen', key: KEY },
      { type: 'form.undoRequested', key: KEY },
      {
        type: 'draft.restored',
        draft: { content: { values: draft.values, origin: draft.values, withheld: false }, version: 1, savedAt: '2026-11-20T08:00:00Z' },
      },
      done('save', { kind: 'saved', saved, reopened: known }),
      done('save', { kind: 'refused', faults: {}, others: ['taken'] }),
      done('save', { kind: 'conflict', conflict: { by: 'Li', at: '2026-11-20T08:00:00Z', latest: draft } }),
      failed('save'),
    ],
    beginnings: [edit, [...edit, { type: 'form.undoRequested', key: KEY }]],
  };
};

export const commandWalk = (machine: AnyStateMachine, subject: unknown, result?: unknown): MachineWalk => ({
  machine,
  events: [
    { type: 'command.requested', subject },
    { type: 'command.runRequested', subject },
    { type: 'command.confirmed' },
    { type: 'command.cancelled' },
    done('run', result),
    failed('run'),
  ],
});

export const redoWalk = (machine: AnyStateMachine, subject: object, order: object): MachineWalk => ({
  machine,
  events: [
    { type: 'redo.requested', subject },
    { type: 'redo.retried' },
    { type: 'redo.dismissed' },
    done('loadOrder', order),
    done('loadOrder'),
    failed('loadOrder'),
  ],
});

export const exportWalk = (machine: AnyStateMachine, query: unknown): MachineWalk => ({
  machine,
  events: [
    { type: 'export.requested', subject: { query, columns: ['name'] } },
    { type: 'export.confirmed' },
    { type: 'export.retried' },
    { type: 'export.cancelled' },
    { type: 'export.progressed', received: 10, expected: 20 },
    { type: 'export.finished' },
    { type: 'export.failed', error: failure },
    done('countRows', { count: 3, max: 200_000 }),
    done('countRows', { count: 300_000, max: 200_000 }),
    failed('countRows'),
    failed('download'),
  ],
  distinguish: ({ answer }: { answer: { count: number } | undefined }) => answer?.count,
});

export const importWalk = (machine: AnyStateMachine, row: object): MachineWalk => ({
  machine,
  events: [
    { type: 'import.opened' },
    { type: 'import.fileChosen', file: { name: 'people.xlsx', size: 1000 }, key: 'key-1' },
    { type: 'import.fileChosen', file: { name: 'people.csv', size: 1000 }, key: 'key-2' },
    { type: 'import.fileChosen', file: { name: 'people.xlsx', size: 1_000_000_000 }, key: 'key-3' },
    { type: 'import.fileChosen', file: { name: 'people.xlsx', size: 0 }, key: 'key-4' },
    { type: 'import.confirmed' },
    { type: 'import.retried' },
    { type: 'import.startRetried' },
    { type: 'import.fileDropped' },
    { type: 'import.closed' },
    done('readFile', true),
    done('readFile', false),
    failed('readFile'),
    done('preview', { total: 1, good: 1, bad: 0, rows: [row] }),
    done('preview', { total: 1, good: 0, bad: 1, rows: [row] }),
    failed('preview'),
    done('start', { kind: 'started', batchIds: [7, 8] }),
    done('start', { kind: 'refused', faults: {}, failure }),
    failed('start'),
  ],
  distinguish: ({ answer }: { answer: { good: number } | undefined }) => answer?.good,
  // The start is many steps away, and each step has ways out.
  beginnings: [
    [
      { type: 'import.opened' },
      { type: 'import.fileChosen', file: { name: 'people.xlsx', size: 1000 }, key: 'key-1' },
      done('readFile', true),
      done('preview', { total: 1, good: 1, bad: 0, rows: [row] }),
      { type: 'import.confirmed' },
    ],
  ],
});

export const optionsWalk = (machine: AnyStateMachine, option: unknown): MachineWalk => ({
  machine,
  events: [
    { type: 'options.opened' },
    { type: 'options.searched', keyword: 'li' },
    { type: 'options.namesRequested', ids: [1] },
    { type: 'options.invalidated' },
    after('searchPause', `${machine.id}.pausing`),
    done('loadOptions', [option]),
    failed('loadOptions'),
  ],
});

interface PickerContextPart {
  keyword: string;
  isListDue: boolean;
  ids: number[];
  answer: { found: unknown; unseen: number[] } | undefined;
}

export const pickerWalk = (machine: AnyStateMachine, narrowing?: object): MachineWalk => ({
  machine,
  events: [
    { type: 'picker.opened' },
    ...(narrowing ? [{ type: 'picker.opened', narrowing }] : []),
    { type: 'picker.searched', keyword: 'li' },
    { type: 'picker.namesRequested', ids: [7] },
    { type: 'picker.retried' },
    after('searchPause', `${machine.id}.pausing`),
    done('loadChoices', { found: [{ id: 1, label: 'A', sub: '', status: 'on' }], named: [] }),
    done('loadChoices', { found: undefined, named: [{ id: 7, label: 'B', sub: '', status: 'on' }] }),
    failed('loadChoices'),
  ],
  distinguish: ({ keyword, isListDue, ids, answer }: PickerContextPart) => [keyword === '', isListDue, ids, answer?.unseen, !answer?.found],
});

export const detailWalk = (machine: AnyStateMachine, subject: unknown, answer: unknown): MachineWalk => ({
  machine,
  events: [
    { type: 'detail.opened', subject },
    { type: 'detail.refreshRequested' },
    { type: 'detail.refreshDue' },
    { type: 'detail.seen' },
    after('staleness', `${machine.id}.shown.fresh`),
    { type: 'detail.closed' },
    done('loadDetail', answer),
    failed('loadDetail'),
  ],
});

export const tableViewWalk = (machine: AnyStateMachine, view: object): MachineWalk => ({
  machine,
  events: [
    { type: 'view.changed', view },
    { type: 'view.reset' },
    { type: 'view.applied', view },
    { type: 'part.restored' },
    done('loadView', view),
    failed('loadView'),
    done('saveView'),
    failed('saveView'),
  ],
});

/** `row` has the key "a". The report is grouped by two dimensions when its address says `?group_by=user,date`. */
export const reportWalk = (machine: AnyStateMachine, row: object): MachineWalk => ({
  machine,
  input: { search: '?group_by=user,date&page=3' },
  events: [
    done('loadRows', { rows: [row], total: 101, totals: { m: {} }, asOf: '2026-11-20T08:00:00Z', provisionalFrom: '2026-11-19' }),
    done('loadRows', { rows: [], total: 20, totals: { m: {} }, asOf: '2026-11-20T08:00:00Z', provisionalFrom: '2026-11-19' }),
    failed('loadRows'),
    done('loadBranch', { rows: [row], total: 1 }),
    failed('loadBranch'),
    { type: 'report.located', search: '?group_by=user,date&page=2' },
    { type: 'report.located', search: '?group_by=user,date&page=2&preset=video' },
    { type: 'report.rangeChosen', dateFrom: '2026-11-01', dateTo: '2026-11-07' },
    { type: 'report.accountTodayChosen' },
    { type: 'report.onlyChosen', only: { from: '2026-11-02', to: '2026-11-02' } },
    { type: 'report.rowsChosen', chosen: [{ path: 'a', id: 1 }] },
    { type: 'report.allRequested' },
    done('gatherRows', { rows: [row], total: 201, totals: { m: {} }, asOf: '2026-11-20T08:00:00Z', provisionalFrom: '2026-11-19' }),
    done('gatherRows', { rows: [row], total: 1, totals: { m: {} }, asOf: '2026-11-20T08:00:00Z', provisionalFrom: '2026-11-19' }),
    failed('gatherRows'),
    { type: 'report.groupsChosen', groupBy: ['user', 'date'] },
    { type: 'report.compareChosen', compare: true },
    { type: 'report.filtersChosen', filters: {} },
    { type: 'report.filtersRefused', left: {} },
    { type: 'report.sortChosen', sort: { field: 'spend', order: 'desc' } },
    { type: 'report.pageChosen', page: 2 },
    { type: 'report.pageSizeChosen', pageSize: 20 },
    { type: 'report.presetChosen', preset: 'video' },
    { type: 'report.presetChosen', preset: undefined },
    { type: 'report.metricsNeeded', needed: ['cpm'] },
    { type: 'report.metricsNeeded', needed: [] },
    { type: 'report.refreshRequested' },
    { type: 'report.refreshDue' },
    { type: 'report.seen' },
    { type: 'report.left' },
    { type: 'report.rowToggled', path: 'a' },
    { type: 'report.branchRetried', path: 'a' },
    { type: 'report.autoRefreshChosen', seconds: 30 },
    after('staleness', `${machine.id}.shown.age.fresh`),
    after('refreshPause', `${machine.id}.shown.clock.ticking`),
    after('refreshPause', `${machine.id}.failed.ticking`),
  ],
  beginnings: [
    [
      done('loadRows', { rows: [row], total: 1, totals: { m: {} }, asOf: '2026-11-20T08:00:00Z', provisionalFrom: '2026-11-19' }),
      { type: 'report.seen' },
      { type: 'report.autoRefreshChosen', seconds: 30 },
      { type: 'report.rowsChosen', chosen: [{ path: 'a', id: 1 }] },
    ],
  ],
  // Children are loaded only below known rows that are queued.
  distinguish: ({
    queued,
    answer,
    query,
    needed,
    gathered,
  }: {
    queued: string[];
    answer?: { page: { rows: unknown[] } };
    query: { groupBy: string[]; preset: string | undefined };
    needed: readonly string[];
    gathered: { page: number };
  }) => [queued.length, gathered.page, answer?.page.rows.length, query.groupBy.length, query.preset, needed.length],
});

/** The events that every page receives, besides the events of its own parts. */
export const pageWalk = (machine: AnyStateMachine, events: WalkEvent[] = []): MachineWalk => ({
  machine,
  input: { search: '?keyword=a' },
  events: [
    { type: 'page.located', search: '?keyword=b' },
    { type: 'page.refreshRequested' },
    { type: 'page.seen' },
    { type: 'page.left' },
    { type: 'page.passwordResetRequested', subject: { id: 1, account: 'li' } },
    { type: 'page.actionTaken' },
    ...events,
  ],
});

/** A page with these tabs; the first one is shown when the address names none. */
export const tabbedWalk = (machine: AnyStateMachine, first: string, second: string): MachineWalk => ({
  ...pageWalk(machine, [
    { type: 'page.located', search: `?tab=${second}` },
    { type: 'tab.chosen', tab: first },
    { type: 'tab.chosen', tab: second },
    { type: 'page.moved', search: '?page=2', how: 'push' },
    { type: 'page.moved', search: `?tab=${second}&page=2`, how: 'push' },
    { type: 'page.batchStarted', batchId: 7 },
  ]),
  distinguish: ({ tab }: { tab: string }) => tab,
});
