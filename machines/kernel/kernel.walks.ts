import type { AnyStateMachine } from 'xstate';
import type { Failure } from './faults.ts';
import type { MachineWalk, WalkEvent } from './machine-walk.ts';

/** As a service throws it. */
export const failure = { message: 'no answer', traceId: 'trace-1' } satisfies Failure;

const done = (actor: string, output?: unknown): WalkEvent => ({ type: `xstate.done.actor.${actor}`, output });
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
    { type: 'list.sortChosen', sort: { field: 'name', order: 'asc' } },
    { type: 'list.pageChosen', page: 2 },
    { type: 'list.pageSizeChosen', pageSize: 50 },
    { type: 'list.refreshRequested' },
    { type: 'list.refreshDue' },
    { type: 'list.rowsChosen', ids },
    { type: 'list.rowReplaced', row },
    { type: 'list.rowForgotten', id: ids[0] },
  ],
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
    { type: 'log.refreshRequested' },
    { type: 'log.refreshDue' },
    { type: 'log.rowToggled', id: 1 },
  ],
});

export interface FormSamples {
  /** Sound: can be sent. */
  draft: { values: object; subject: unknown };
  /** Still sound. */
  changes: object;
  /** One field, and a value of it that is refused at once, where there is such a value. */
  wrong?: object;
  saved: unknown;
}

export const formWalk = (machine: AnyStateMachine, { draft, changes, wrong = changes, saved }: FormSamples): MachineWalk => ({
  machine,
  events: [
    { type: 'form.opened', draft },
    { type: 'form.fieldChanged', changes },
    { type: 'form.fieldChanged', changes: wrong },
    { type: 'form.fieldLeft', field: Object.keys(wrong)[0] },
    { type: 'form.submitted' },
    { type: 'form.closeRequested' },
    { type: 'form.leaveConfirmed' },
    { type: 'form.leaveCancelled' },
    { type: 'form.latestChosen' },
    { type: 'form.overwriteChosen' },
    done('save', { kind: 'saved', saved }),
    done('save', { kind: 'refused', faults: {}, others: ['taken'] }),
    done('save', { kind: 'conflict', conflict: { by: 'Li', at: '2026-11-20T08:00:00Z', latest: draft } }),
    failed('save'),
  ],
});

export const commandWalk = (machine: AnyStateMachine, subject: unknown, result?: unknown): MachineWalk => ({
  machine,
  events: [
    { type: 'command.requested', subject },
    { type: 'command.ordered', subject },
    { type: 'command.confirmed' },
    { type: 'command.cancelled' },
    done('run', result),
    failed('run'),
  ],
});

export const optionsWalk = (machine: AnyStateMachine, option: unknown): MachineWalk => ({
  machine,
  events: [
    { type: 'options.wanted' },
    { type: 'options.searched', keyword: 'li' },
    { type: 'options.spoiled' },
    { type: `xstate.after.searchPause.${machine.id}.pausing` },
    done('loadOptions', [option]),
    failed('loadOptions'),
  ],
});

export const detailWalk = (machine: AnyStateMachine, subject: unknown, answer: unknown): MachineWalk => ({
  machine,
  events: [
    { type: 'detail.opened', subject },
    { type: 'detail.refreshRequested' },
    { type: 'detail.refreshDue' },
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
    done('loadView', view),
    failed('loadView'),
    done('saveView'),
    failed('saveView'),
  ],
});

/** What the shell tells every page, besides what its own parts tell it. */
export const pageWalk = (machine: AnyStateMachine, events: WalkEvent[] = []): MachineWalk => ({
  machine,
  input: { search: '?keyword=a' },
  events: [{ type: 'page.located', search: '?keyword=b' }, { type: 'page.refreshRequested' }, ...events],
});
