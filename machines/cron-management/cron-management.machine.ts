import { type ActorRefFrom, assign, setup } from 'xstate';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { cronTimeline as timelineEndpoint } from '#contracts/endpoints/crons.ts';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createDetailMachine } from '../kernel/detail.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list.machine.ts';
import { createLogMachine } from '../kernel/log.machine.ts';
import type { HistoryStep, PageEvent, PageInput } from '../kernel/page-contract.ts';
import { tell, toChild } from '../kernel/tell.ts';
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
import { runLogMachine } from './run-log.machine.ts';

/** How often the table is asked for again: tasks start and end by themselves. */
export const WATCH_PAUSE_MS = 5000;

export type Timeline = ReplyOf<typeof timelineEndpoint>;

export const cronList = createListMachine<CronJob, CronFilters, string, CronAnswer>({
  id: 'cronList',
  query: cronQuery,
  rowId: (row) => row.key,
});

export const cronForm = createFormDialogMachine<CronValues, { key: string }, { key: string }>({
  id: 'cronForm',
  blank: { cron: '', timeout_s: undefined },
  check: checkCron,
});

export const cronSwitch = createCommandMachine<{ job: CronJob; enabled: boolean }>({ id: 'cronSwitch' });

export const cronStart = createCommandMachine<CronJob, { runId: number }>({ id: 'cronStart' });

export const cronTimeline = createDetailMachine<{ hours: 24 }, Timeline>({ id: 'cronTimeline' });

export const cronRuns = createLogMachine<CronRun, RunsFilters>({ id: 'cronRuns', query: runsQuery });

const toList = toChild(cronList, 'list');
const toTimeline = toChild(cronTimeline, 'timeline');
const toRuns = toChild(cronRuns, 'runs');

interface CronManagementContext extends PageInput {
  /** Whose runs are shown. */
  job: CronJob | undefined;
}

export type CronManagementEvent =
  | PageEvent
  | ListFact
  | FormFact<'cronForm', { key: string }>
  | CommandFact<'cronSwitch', { job: CronJob; enabled: boolean }>
  | CommandFact<'cronStart', CronJob, { runId: number }>
  | { type: 'runs.opened'; job: CronJob }
  | { type: 'runs.closed' };

/** Scheduled tasks: watched while they run by themselves, started by hand, switched, timed anew. */
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
    };
  },
  actors: { list: cronList, form: cronForm, cronSwitch, start: cronStart, timeline: cronTimeline, runs: cronRuns, runLog: runLogMachine },
  delays: { watchPause: WATCH_PAUSE_MS },
  actions: {
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    openTimeline: toTimeline(() => ({ type: 'detail.opened', subject: { hours: 24 } })),
    refreshTimeline: toTimeline(() => ({ type: 'detail.refreshRequested' })),
    refreshRuns: toRuns(() => ({ type: 'log.refreshRequested' })),
    keepJob: assign((_, { job }: { job: CronJob }) => ({ job })),
    forgetJob: assign({ job: undefined }),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    tellMoved: tell<CronManagementContext, { how: HistoryStep }>(({ search }, { how }) => ({ type: 'page.moved', search, how })),
  },
}).createMachine({
  id: 'cronManagement',
  description: 'Scheduled tasks, and their runs.',
  context: ({ input }) => ({ ...input, job: undefined }),
  type: 'parallel',
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'cronSwitch', src: 'cronSwitch' },
    { id: 'start', src: 'start' },
    { id: 'timeline', src: 'timeline' },
    { id: 'runLog', src: 'runLog' },
  ],
  on: {
    'page.located': {
      actions: [
        { type: 'keepSearch', params: ({ event }) => event },
        { type: 'locateList', params: ({ event }) => event },
      ],
    },
    'page.refreshRequested': { actions: ['refreshList', 'refreshTimeline'] },
    'list.moved': {
      actions: [
        { type: 'keepSearch', params: ({ context, event }) => ({ search: cronQuery.replaceIn(context.search, event.search) }) },
        { type: 'tellMoved', params: ({ event }) => event },
      ],
    },
    'cronForm.saved': { actions: 'refreshList' },
    'cronSwitch.done': { actions: 'refreshList' },
    'cronStart.done': { actions: ['refreshList', 'refreshTimeline'] },
  },
  states: {
    watch: {
      initial: 'starting',
      states: {
        // The timeline's machine exists only once this state is entered.
        starting: { always: { target: 'pausing', actions: 'openTimeline' } },
        pausing: {
          after: { watchPause: { target: 'pausing', reenter: true, actions: ['refreshList', 'refreshTimeline'] } },
        },
      },
    },
    records: {
      initial: 'closed',
      states: {
        closed: { on: { 'runs.opened': { target: 'open', actions: { type: 'keepJob', params: ({ event }) => event } } } },
        open: {
          invoke: {
            id: 'runs',
            src: 'runs',
            input: ({ context }) => ({ search: `?job_key=${encodeURIComponent(context.job?.key ?? '')}` }),
          },
          on: {
            'runs.closed': { target: 'closed', actions: 'forgetJob' },
            'cronStart.done': { actions: ['refreshList', 'refreshTimeline', 'refreshRuns'] },
          },
        },
      },
    },
  },
});

export type CronManagement = ActorRefFrom<typeof cronManagementMachine>;
