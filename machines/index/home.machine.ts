import { type ActorRefFrom, assign, setup } from 'xstate';
import { bizLines } from '#contracts/vocabulary/business-lines.ts';
import { defineListQuery, oneOf } from '../kernel/list/list-query.ts';
import type { CommandFact } from '../kernel/page/command.machine.ts';
import type { DetailEvent } from '../kernel/page/detail.machine.ts';
import { handleActionTaken } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { FIRST_ALERTS, homeAlerts, openIncidents, type ReadAlertsSubject, readAlerts } from '../parts/alerts/alerts.machine.ts';
import {
  type BoardScope,
  boardDays,
  boardHours,
  boardMissed,
  boardPacing,
  boardScopes,
  boardSummary,
  boardTodo,
  boardTops,
  endOthers,
  ownOperations,
  ownSessions,
  runningBatches,
} from './home-parts.machine.ts';

/** How old the data may get while the page is on the screen. */
export const HOME_REFRESH_MS = 300_000;

/** The board's part of the address; the defaults depend on the user. */
export const boardQuery = defineListQuery({ biz: oneOf(...bizLines), scope: oneOf(...boardScopes) }, []);

interface HomeContext extends PageInput {
  /** The defaults of the board; undefined until the page is seen. */
  defaults: BoardScope | undefined;
}

export type HomeEvent =
  | PageEvent
  /** The page is on the screen, with this user's defaults. */
  | { type: 'home.started'; defaults: BoardScope }
  | { type: 'home.boardChosen'; chosen: Partial<BoardScope> }
  | { type: 'home.deliveryRequested' }
  | CommandFact<'endOthers', { count: number }, { ended: number }>
  | CommandFact<'readAlerts', ReadAlertsSubject, { unread: number }>;

/** The scope of the board: from the address, otherwise the defaults. */
export const boardScopeOf = ({ search, defaults }: HomeContext): BoardScope => {
  const { biz = defaults?.biz ?? 'dj', scope = defaults?.scope ?? 'mine' } = boardQuery.read(search).filters;
  return { biz, scope };
};

const boardBlocks = { summary: boardSummary, hours: boardHours, days: boardDays, pacing: boardPacing, tops: boardTops } as const;
const fixedBlocks = {
  todo: boardTodo,
  missed: boardMissed,
  alerts: homeAlerts,
  incidents: openIncidents,
  batches: runningBatches,
  operations: ownOperations,
  sessions: ownSessions,
} as const;

const toSummary = toChild(boardBlocks.summary, 'summary');
const toHours = toChild(boardBlocks.hours, 'hours');
const toDays = toChild(boardBlocks.days, 'days');
const toPacing = toChild(boardBlocks.pacing, 'pacing');
const toTops = toChild(boardBlocks.tops, 'tops');
const toTodo = toChild(fixedBlocks.todo, 'todo');
const toMissed = toChild(fixedBlocks.missed, 'missed');
const toAlerts = toChild(fixedBlocks.alerts, 'alerts');
const toIncidents = toChild(fixedBlocks.incidents, 'incidents');
const toBatches = toChild(fixedBlocks.batches, 'batches');
const toOperations = toChild(fixedBlocks.operations, 'operations');
const toSessions = toChild(fixedBlocks.sessions, 'sessions');

/** An event that every block understands. */
type BlockEvent = { word: Exclude<DetailEvent<never>['type'], 'detail.opened'> };
const SEEN = { word: 'detail.seen' } as const;
const REFRESH = { word: 'detail.refreshRequested' } as const;
const DUE = { word: 'detail.refreshDue' } as const;

const openBoard = ['openSummary', 'openHours', 'openDays', 'openPacing', 'openTops'].map((type) => ({
  type: type as 'openSummary',
  params: ({ context }: { context: HomeContext }) => ({ subject: boardScopeOf(context) }),
}));
const tellBlocks = (params: BlockEvent, ...names: string[]) => names.map((name) => ({ type: `tell${name}` as 'tellSummary', params }));
const BOARD = ['Summary', 'Hours', 'Days', 'Pacing', 'Tops'];
const NEWS = ['Todo', 'Missed', 'Alerts', 'Incidents', 'Batches'];
const OWN = ['Operations', 'Sessions'];

/** The home page: today's numbers, open tasks, alerts, and the user's own operations. Every block loads and fails on its own. */
export const homeMachine = setup({
  types: {} as {
    context: HomeContext;
    events: HomeEvent;
    input: PageInput;
    children: { [Name in keyof typeof boardBlocks | keyof typeof fixedBlocks | 'endOthers' | 'readAlerts']: Name };
  },
  actors: {
    ...boardBlocks,
    ...fixedBlocks,
    endOthers,
    readAlerts,
    /** Resolves once the page is visible, at once if it already is. */
    awaitReader: missingActor<void>('awaitReader'),
  },
  delays: { refreshPause: HOME_REFRESH_MS },
  guards: {
    hasDefaults: ({ context }) => context.defaults !== undefined,
    isAnotherScope: ({ context }, { search }: PageInput) => {
      const [now, then] = [boardScopeOf(context), boardScopeOf({ ...context, search })];
      return now.biz !== then.biz || now.scope !== then.scope;
    },
  },
  actions: {
    keepDefaults: assign((_, { defaults }: { defaults: BoardScope }) => ({ defaults })),
    keepSearch: assign((_, { search }: PageInput) => ({ search })),
    choose: assign(({ context }, { chosen }: { chosen: Partial<BoardScope> }) => ({
      search: boardQuery.replaceIn(
        context.search,
        boardQuery.write({ ...boardQuery.read(context.search), filters: { ...boardScopeOf(context), ...chosen } }),
      ),
    })),
    tellMoved,
    tellUnread: tell((_, { unread }: { unread: number }) => ({ type: 'page.alertsRead', unread })),
    requestDelivery: tell(() => ({ type: 'page.alertDeliveryRequested' })),
    openSummary: toSummary(({ subject }: { subject: BoardScope }) => ({ type: 'detail.opened', subject })),
    openHours: toHours(({ subject }: { subject: BoardScope }) => ({ type: 'detail.opened', subject })),
    openDays: toDays(({ subject }: { subject: BoardScope }) => ({ type: 'detail.opened', subject })),
    openPacing: toPacing(({ subject }: { subject: BoardScope }) => ({ type: 'detail.opened', subject })),
    openTops: toTops(({ subject }: { subject: BoardScope }) => ({ type: 'detail.opened', subject })),
    openTodo: toTodo(() => ({ type: 'detail.opened', subject: 'all' })),
    openMissed: toMissed(() => ({ type: 'detail.opened', subject: 'all' })),
    openAlerts: toAlerts(() => ({ type: 'detail.opened', subject: FIRST_ALERTS })),
    openIncidents: toIncidents(() => ({ type: 'detail.opened', subject: 'all' })),
    openBatches: toBatches(() => ({ type: 'detail.opened', subject: 'all' })),
    openOperations: toOperations(() => ({ type: 'detail.opened', subject: 'all' })),
    openSessions: toSessions(() => ({ type: 'detail.opened', subject: 'all' })),
    tellSummary: toSummary(({ word }: BlockEvent) => ({ type: word })),
    tellHours: toHours(({ word }: BlockEvent) => ({ type: word })),
    tellDays: toDays(({ word }: BlockEvent) => ({ type: word })),
    tellPacing: toPacing(({ word }: BlockEvent) => ({ type: word })),
    tellTops: toTops(({ word }: BlockEvent) => ({ type: word })),
    tellTodo: toTodo(({ word }: BlockEvent) => ({ type: word })),
    tellMissed: toMissed(({ word }: BlockEvent) => ({ type: word })),
    tellAlerts: toAlerts(({ word }: BlockEvent) => ({ type: word })),
    tellIncidents: toIncidents(({ word }: BlockEvent) => ({ type: word })),
    tellBatches: toBatches(({ word }: BlockEvent) => ({ type: word })),
    tellOperations: toOperations(({ word }: BlockEvent) => ({ type: word })),
    tellSessions: toSessions(({ word }: BlockEvent) => ({ type: word })),
  },
}).createMachine({
  id: 'home',
  description: "Today's numbers, open tasks, alerts, and the user's own operations.",
  context: ({ input }) => ({ search: input.search, defaults: undefined }),
  invoke: [...Object.keys(boardBlocks), ...Object.keys(fixedBlocks), 'endOthers', 'readAlerts'].map((name) => ({
    id: name as 'summary',
    src: name as 'summary',
  })),
  initial: 'starting',
  on: {
    'page.seen': { target: '.shown', actions: tellBlocks(SEEN, ...BOARD, ...NEWS, ...OWN) },
    'page.left': '.unseen',
    'page.refreshRequested': { actions: tellBlocks(REFRESH, ...BOARD, ...NEWS, ...OWN) },
    'page.located': [
      {
        guard: { type: 'isAnotherScope', params: ({ event }) => event },
        actions: [{ type: 'keepSearch', params: ({ event }) => event }, ...openBoard],
      },
      { actions: { type: 'keepSearch', params: ({ event }) => event } },
    ],
    'home.started': [{ guard: 'hasDefaults' }, { actions: [{ type: 'keepDefaults', params: ({ event }) => event }, ...openBoard] }],
    'home.boardChosen': {
      actions: [{ type: 'choose', params: ({ event }) => event }, ...openBoard, { type: 'tellMoved', params: { how: 'push' } }],
    },
    'endOthers.done': { actions: tellBlocks(REFRESH, ...OWN) },
    'readAlerts.done': {
      actions: [...tellBlocks(DUE, 'Alerts', 'Incidents'), { type: 'tellUnread', params: ({ event }) => event.result }],
    },
    'page.actionTaken': handleActionTaken,
    'home.deliveryRequested': { actions: 'requestDelivery' },
  },
  states: {
    starting: {
      // The blocks exist only once this state is entered. Those of the board wait for their scope.
      description: 'The blocks start with the page.',
      always: {
        target: 'shown',
        actions: ['openTodo', 'openMissed', 'openAlerts', 'openIncidents', 'openBatches', 'openOperations', 'openSessions'],
      },
    },
    unseen: { description: 'Another page is on the screen; nothing is reloaded meanwhile.' },
    shown: { after: { refreshPause: 'awaitingReader' } },
    awaitingReader: {
      description: 'The shown data is stale; it is reloaded quietly once the page is visible.',
      invoke: {
        id: 'awaitReader',
        src: 'awaitReader',
        onDone: { target: 'shown', actions: tellBlocks(DUE, ...BOARD, ...NEWS, ...OWN) },
        onError: 'shown',
      },
    },
  },
});

export type Home = ActorRefFrom<typeof homeMachine>;
