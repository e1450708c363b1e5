import { type ActorRefFrom, assign, setup } from 'xstate';
import type { cronTimeline as timelineEndpoint } from '#contracts/endpoints/crons.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import { createLogMachine } from '../kernel/list/log.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine } from '../kernel/list/table-view.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { handleLocated, handleMoved, handleViewApplied, isViewApplicable, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';
import {
  type CronAnswer,
  type CronFilters,
  type CronJob,
  type CronRun,
  type CronValues,
  checkCron,
  cronQuery,
  type RunsFilters,
  runsQuery,
} from './cron-rules.ts';
import { type RunLogFact, runLogMachine } from './run-log.machine.ts';

/** Interval of reloads, because tasks start and end by themselves. */
export const WATCH_PAUSE_MS = 5000;

export type Timeline = ReplyOf<typeof timelineEndpoint>;

export const cronList = createListMachine<CronJob, CronFilters, string, CronAnswer>({
  id: 'cronList',
  description: 'The scheduled tasks as the address specifies them.',
  query: cronQuery,
  rowId: (row) => row.key,
});

export const cronForm = createFormDialogMachine<CronValues, { key: string }, { key: string }>({
  id: 'cronForm',
  description: 'The schedule and timeout of a task.',
  blank: { cron: '', timeout_s: undefined },
  check: checkCron,
});

export const cronSwitch = createCommandMachine<{ job: CronJob; enabled: boolean }>({
  id: 'cronSwitch',
  description: 'Enables or disables a task.',
});

export const cronViews = createSavedViewsMachine({ id: 'cronViews', description: 'Saved views of the scheduled tasks.', query: cronQuery });

export interface CronStart {
  /** The started run, or the one that was already running. */
  runId: number;
  /** Nothing was started, because the task was running. */
  wasRunning?: boolean;
}

export const cronStart = createCommandMachine<CronJob, CronStart>({ id: 'cronStart', description: 'A task is started by hand.' });

export const cronTimeline = createDetailMachine<{ hours: 24 }, Timeline>({
  id: 'cronTimeline',
  description: 'The timeline of runs within a day.',
});

export const cronRuns = createLogMachine<CronRun, RunsFilters>({
  id: 'cronRuns',
  description: 'The runs of one task, newest first.',
  query: runsQuery,
});

export const cronTableView = createTableViewMachine({
  id: 'cronTableView',
  description: "The user's settings of the table of tasks.",
});

const toList = toChild(cronList, 'list');
const toTimeline = toChild(cronTimeline, 'timeline');
const toRuns = toChild(cronRuns, 'runs');
const toRunLog = toChild(runLogMachine, 'runLog');

interface CronManagementContext extends PageInput {
  /** The task whose runs are shown. */
  job: CronJob | undefined;
  /** The run that blocked the last manual start. */
  collision: { job: CronJob; runId: number } | undefined;
}

export type CronManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | FormFact<'cronForm', { key: string }>
  | CommandFact<'cronSwitch', { job: CronJob; enabled: boolean }>
  | CommandFact<'cronStart', CronJob, CronStart>
  | RunLogFact
  /** With `runId`, the log of that run is opened too. */
  | { type: 'runs.opened'; job: CronJob; runId?: number }
  | { type: 'runs.closed' }
  | { type: 'collision.dismissed' };

/** Scheduled tasks: watched while they run, started manually, enabled and disabled, rescheduled. */
export const cronManagementMachine = setup({
  types: {} as {
    context: CronManagementContext;
    events: CronManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      cronSwitch: 'cronSwitch';
      start: 'start';
      timeline: 'timeline';
      runs: 'runs';
      runLog: 'runLog';
      views: 'views';
      tableView: 'tableView';
    };
  },
  actors: {
    list: cronList,
    form: cronForm,
    cronSwitch,
    start: cronStart,
    timeline: cronTimeline,
    runs: cronRuns,
    runLog: runLogMachine,
    views: cronViews,
    tableView: cronTableView,
  },
  guards: {
    isViewApplicable: isViewApplicable,
    wasRunning: (_, { result }: { result: CronStart }) => result.wasRunning === true,
    namesRun: (_, { runId }: { runId?: number }) => runId !== undefined,
  },
  delays: { watchPause: WATCH_PAUSE_MS },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    openTimeline: toTimeline(() => ({ type: 'detail.opened', subject: { hours: 24 } })),
    refreshTimeline: toTimeline(() => ({ type: 'detail.refreshRequested' })),
    seeTimeline: toTimeline(() => ({ type: 'detail.seen' })),
    seeRuns: toRuns(() => ({ type: 'log.seen' })),
    seeLog: toRunLog(() => ({ type: 'runLog.seen' })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    renewTimeline: toTimeline(() => ({ type: 'detail.refreshDue' })),
    renewRuns: toRuns(() => ({ type: 'log.refreshDue' })),
    openLog: toRunLog(({ runId }: { runId: number }) => ({ type: 'runLog.opened', runId })),
    closeLog: toRunLog(() => ({ type: 'runLog.closed' })),
    keepCollision: assign((_, { subject, result }: { subject: CronJob; result: CronStart }) => ({
      collision: { job: subject, runId: result.runId },
    })),
    keepJob: assign((_, { job }: { job: CronJob }) => ({ job })),
    forgetJob: assign({ job: undefined }),
    keepSearch,
    tellMoved,
  },
}).createMachine({
  id: 'cronManagement',
  description: 'Scheduled tasks, and their runs.',
  context: ({ input }) => ({ ...input, job: undefined, collision: undefined }),
  type: 'parallel',
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'cronSwitch', src: 'cronSwitch' },
    { id: 'start', src: 'start' },
    { id: 'timeline', src: 'timeline' },
    { id: 'runLog', src: 'runLog' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'tableView', src: 'tableView' },
  ],
  on: {
    'page.located': handleLocated,
    'page.refreshRequested': { actions: ['refreshList', 'refreshTimeline'] },
    'list.moved': handleMoved(cronQuery),
    'views.applied': handleViewApplied(cronQuery),
    'cronForm.saved': { actions: 'refreshList' },
    'cronSwitch.done': { actions: 'refreshList' },
    'runLog.ended': { actions: ['renewList', 'renewTimeline'] },
  },
  states: {
    watch: {
      description: 'Reloads tasks and timeline while the page is on the screen.',
      initial: 'starting',
      on: {
        'page.seen': { target: '.pausing', actions: ['seeList', 'seeTimeline', 'seeLog'] },
        'page.left': { target: '.unseen', actions: 'leaveList' },
      },
      states: {
        // The timeline's machine exists only once this state is entered.
        starting: { description: 'The timeline starts with the page.', always: { target: 'pausing', actions: 'openTimeline' } },
        pausing: {
          description: 'Waits for the next reload.',
          after: { watchPause: { target: 'pausing', reenter: true, actions: ['renewList', 'renewTimeline'] } },
        },
        unseen: { description: 'Another page is on the screen; nothing is reloaded meanwhile.' },
      },
    },
    starts: {
      description: 'The results of manual starts.',
      initial: 'free',
      on: {
        'cronStart.done': [
          {
            guard: { type: 'wasRunning', params: ({ event }) => event },
            target: '.colliding',
            actions: [{ type: 'keepCollision', params: ({ event }) => event }, 'refreshList', 'refreshTimeline'],
          },
          { actions: ['refreshList', 'refreshTimeline'] },
        ],
      },
      states: {
        free: { description: 'No manual start was blocked.' },
        colliding: {
          description: 'A start failed because the task was running; the blocking run is named.',
          on: { 'collision.dismissed': 'free', 'runs.opened': 'free' },
        },
      },
    },
    records: {
      description: 'The runs of one task while its drawer is open.',
      initial: 'closed',
      states: {
        closed: {
          on: {
            'runs.opened': [
              {
                guard: { type: 'namesRun', params: ({ event }) => (event.runId === undefined ? {} : { runId: event.runId }) },
                target: 'open',
                actions: [
                  { type: 'keepJob', params: ({ event }) => event },
                  { type: 'openLog', params: ({ event }) => ({ runId: event.runId ?? 0 }) },
                ],
              },
              { target: 'open', actions: { type: 'keepJob', params: ({ event }) => event } },
            ],
          },
        },
        open: {
          initial: 'pausing',
          invoke: {
            id: 'runs',
            src: 'runs',
            input: ({ context }) => ({ search: `?job_key=${encodeURIComponent(context.job?.key ?? '')}` }),
          },
          on: {
            'runs.closed': { target: 'closed', actions: ['forgetJob', 'closeLog'] },
            'runLog.ended': { actions: ['renewList', 'renewTimeline', 'renewRuns'] },
            'page.seen': { target: '.pausing', actions: 'seeRuns' },
            'page.left': '.unseen',
          },
          states: {
            pausing: {
              description: 'Waits for the next reload.',
              after: { watchPause: { target: 'pausing', reenter: true, actions: 'renewRuns' } },
            },
            unseen: { description: 'Another page is on the screen; nothing is reloaded meanwhile.' },
          },
        },
      },
    },
  },
});

export type CronManagement = ActorRefFrom<typeof cronManagementMachine>;
