import { type ActorRefFrom, assign, setup } from 'xstate';
import { bizLines } from '#contracts/vocabulary/business-lines.ts';
import { defineListQuery, oneOf } from '../kernel/list/list-query.ts';
import type { CommandFact } from '../kernel/page/command.machine.ts';
import type { DetailEvent } from '../kernel/page/detail.machine.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';
import {
  type BoardOf,
  boardDays,
  boardHours,
  boardScopes,
  boardSummary,
  boardTodo,
  boardTops,
  endOthers,
  homeAlerts,
  ownOperations,
  ownSessions,
  type Reading,
  readAlerts,
  runningBatches,
} from './home-parts.machine.ts';

/** How old what is shown may get while somebody looks. */
export const HOME_REFRESH_MS = 300_000;

/** What of the board stands in the address; the rest is as the reader's own line and place have it. */
export const boardQuery = defineListQuery({ biz: oneOf(...bizLines), scope: oneOf(...boardScopes) }, []);

interface HomeContext extends PageInput {
  /** What is meant where the address says nothing; undefined until somebody looks. */
  usual: BoardOf | undefined;
}

export type HomeEvent =
  | PageEvent
  /** The page is on the screen of this reader. */
  | { type: 'home.begun'; usual: BoardOf }
  | { type: 'home.boardChosen'; chosen: Partial<BoardOf> }
  | CommandFact<'endOthers', { count: number }, { ended: number }>
  | CommandFact<'readAlerts', Reading, { unread: number }>;

/** What the board shows: what the address says, and where it says nothing, what is usual. */
export const boardOf = ({ search, usual }: HomeContext): BoardOf => {
  const { biz = usual?.biz ?? 'dj', scope = usual?.scope ?? 'mine' } = boardQuery.read(search).filters;
  return { biz, scope };
};

const board = { summary: boardSummary, hours: boardHours, days: boardDays, tops: boardTops } as const;
const plain = {
  todo: boardTodo,
  alerts: homeAlerts,
  batches: runningBatches,
  operations: ownOperations,
  sessions: ownSessions,
} as const;

const toSummary = toChild(board.summary, 'summary');
const toHours = toChild(board.hours, 'hours');
const toDays = toChild(board.days, 'days');
const toTops = toChild(board.tops, 'tops');
const toTodo = toChild(plain.todo, 'todo');
const toAlerts = toChild(plain.alerts, 'alerts');
const toBatches = toChild(plain.batches, 'batches');
const toOperations = toChild(plain.operations, 'operations');
const toSessions = toChild(plain.sessions, 'sessions');

/** A word that every block knows. */
type Word = { word: Exclude<DetailEvent<never>['type'], 'detail.opened'> };
const SEEN = { word: 'detail.seen' } as const;
const REFRESH = { word: 'detail.refreshRequested' } as const;
const DUE = { word: 'detail.refreshDue' } as const;

const opensBoard = ['openSummary', 'openHours', 'openDays', 'openTops'].map((type) => ({
  type: type as 'openSummary',
  params: ({ context }: { context: HomeContext }) => ({ subject: boardOf(context) }),
}));
const told = (params: Word, ...names: string[]) => names.map((name) => ({ type: `tell${name}` as 'tellSummary', params }));
const BOARD = ['Summary', 'Hours', 'Days', 'Tops'];
const NEWS = ['Todo', 'Alerts', 'Batches'];
const OWN = ['Operations', 'Sessions'];

/** The first page: how today goes, what waits for a hand, what happened, what the reader did. Every block loads and fails on its own. */
export const homeMachine = setup({
  types: {} as {
    context: HomeContext;
    events: HomeEvent;
    input: PageInput;
    children: { [Name in keyof typeof board | keyof typeof plain | 'endOthers' | 'readAlerts']: Name };
  },
  actors: {
    ...board,
    ...plain,
    endOthers,
    readAlerts,
    /** Is done as soon as the page can be seen: at once, where it can be seen already. */
    awaitReader: missingActor<void>('awaitReader'),
  },
  delays: { refreshPause: HOME_REFRESH_MS },
  guards: {
    isBegun: ({ context }) => context.usual !== undefined,
    isElsewhere: ({ context }, { search }: PageInput) => {
      const [now, then] = [boardOf(context), boardOf({ ...context, search })];
      return now.biz !== then.biz || now.scope !== then.scope;
    },
  },
  actions: {
    keepUsual: assign((_, { usual }: { usual: BoardOf }) => ({ usual })),
    keepSearch: assign((_, { search }: PageInput) => ({ search })),
    choose: assign(({ context }, { chosen }: { chosen: Partial<BoardOf> }) => ({
      search: boardQuery.replaceIn(
        context.search,
        boardQuery.write({ ...boardQuery.read(context.search), filters: { ...boardOf(context), ...chosen } }),
      ),
    })),
    tellMoved,
    openSummary: toSummary(({ subject }: { subject: BoardOf }) => ({ type: 'detail.opened', subject })),
    openHours: toHours(({ subject }: { subject: BoardOf }) => ({ type: 'detail.opened', subject })),
    openDays: toDays(({ subject }: { subject: BoardOf }) => ({ type: 'detail.opened', subject })),
    openTops: toTops(({ subject }: { subject: BoardOf }) => ({ type: 'detail.opened', subject })),
    openTodo: toTodo(() => ({ type: 'detail.opened', subject: 'all' })),
    openAlerts: toAlerts(() => ({ type: 'detail.opened', subject: 'all' })),
    openBatches: toBatches(() => ({ type: 'detail.opened', subject: 'all' })),
    openOperations: toOperations(() => ({ type: 'detail.opened', subject: 'all' })),
    openSessions: toSessions(() => ({ type: 'detail.opened', subject: 'all' })),
    tellSummary: toSummary(({ word }: Word) => ({ type: word })),
    tellHours: toHours(({ word }: Word) => ({ type: word })),
    tellDays: toDays(({ word }: Word) => ({ type: word })),
    tellTops: toTops(({ word }: Word) => ({ type: word })),
    tellTodo: toTodo(({ word }: Word) => ({ type: word })),
    tellAlerts: toAlerts(({ word }: Word) => ({ type: word })),
    tellBatches: toBatches(({ word }: Word) => ({ type: word })),
    tellOperations: toOperations(({ word }: Word) => ({ type: word })),
    tellSessions: toSessions(({ word }: Word) => ({ type: word })),
  },
}).createMachine({
  id: 'home',
  description: 'How today goes, what waits for a hand, what happened, what the reader did.',
  context: ({ input }) => ({ search: input.search, usual: undefined }),
  invoke: [...Object.keys(board), ...Object.keys(plain), 'endOthers', 'readAlerts'].map((name) => ({
    id: name as 'summary',
    src: name as 'summary',
  })),
  initial: 'starting',
  on: {
    'page.seen': { target: '.shown', actions: told(SEEN, ...BOARD, ...NEWS, ...OWN) },
    'page.left': '.unseen',
    'page.refreshRequested': { actions: told(REFRESH, ...BOARD, ...NEWS, ...OWN) },
    'page.located': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => event },
        actions: [{ type: 'keepSearch', params: ({ event }) => event }, ...opensBoard],
      },
      { actions: { type: 'keepSearch', params: ({ event }) => event } },
    ],
    'home.begun': [{ guard: 'isBegun' }, { actions: [{ type: 'keepUsual', params: ({ event }) => event }, ...opensBoard] }],
    'home.boardChosen': {
      actions: [{ type: 'choose', params: ({ event }) => event }, ...opensBoard, { type: 'tellMoved', params: { how: 'push' } }],
    },
    'endOthers.done': { actions: told(REFRESH, ...OWN) },
    'readAlerts.done': { actions: told(DUE, 'Alerts') },
  },
  states: {
    starting: {
      // The blocks exist only once this state is entered. Those of the board wait for their reader.
      description: 'The blocks begin with the page.',
      always: { target: 'shown', actions: ['openTodo', 'openAlerts', 'openBatches', 'openOperations', 'openSessions'] },
    },
    unseen: { description: 'Another page is on the screen; nothing is asked meanwhile.' },
    shown: { after: { refreshPause: 'awaitingReader' } },
    awaitingReader: {
      description: 'What is shown is old; it is asked for again, quietly, once somebody looks.',
      invoke: {
        id: 'awaitReader',
        src: 'awaitReader',
        onDone: { target: 'shown', actions: told(DUE, ...BOARD, ...NEWS, ...OWN) },
        onError: 'shown',
      },
    },
  },
});

export type Home = ActorRefFrom<typeof homeMachine>;
