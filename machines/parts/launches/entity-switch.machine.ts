import { type ActorRefFrom, assign, setup } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { type Failure, failureOf } from '../../kernel/form/faults.ts';
import { missingActor } from '../../kernel/placeholders.ts';
import { tell } from '../../kernel/tell.ts';

/** What a switch sets. */
export type Turned = 'ACTIVE' | 'PAUSED';

/** One object that is to be opened or closed. */
export interface Turn {
  level: EntityLevel;
  id: number;
  /** Of the row it was ordered on: once the row is another one, the row itself says how it stands. */
  version: number;
  name: string;
  to: Turned;
}

interface OrderedTurn extends Turn {
  /** A UUID: what was sent under it is never done twice. */
  key: string;
  stage: 'waiting' | 'sent' | 'done';
}

/** What became of one. */
export interface TurnResult {
  id: number;
  ok: boolean;
  /** Why not; or what has to be known although it went well. */
  text: string | null;
}

/** Several that go the same way, as one order. */
export interface TurnQuestion {
  level: EntityLevel;
  to: Turned;
  ids: number[];
  key: string;
}

/** By what it was closed. */
export interface Closing {
  /** Instant; null where nobody knows. */
  at: string | null;
  by: string | null;
}

interface Remark {
  name: string;
  text: string;
}

interface SwitchContext {
  /** What was ordered: shown as though it were so already. */
  turns: OrderedTurn[];
  /** What waits for an answer to a question. */
  asked: { turn: Turn; key: string; closing: Closing } | undefined;
  /** What the reader has to be told, each once: `count` grows with it. */
  told: { count: number; failed: Remark[]; warned: Remark[] };
  failure: Failure | undefined;
}

export type EntitySwitchEvent =
  /** `closing`: a rule had a reason to close it, which the reader sees before it is opened. */
  | { type: 'switch.requested'; turn: Turn; key: string; closing: Closing | undefined }
  | { type: 'switch.confirmed' }
  | { type: 'switch.cancelled' };

/** Told after every order, whatever came of it. */
export type EntitySwitchFact = { type: 'entitySwitch.turned'; level: EntityLevel; okIds: number[]; failedIds: number[] };

/** Orders that are over and still remembered. */
const REMEMBERED_MOST = 200;

/** The first that waits, with the others that go the same way. */
function nextOf(turns: readonly OrderedTurn[]): OrderedTurn[] {
  const first = turns.find(({ stage }) => stage === 'waiting');
  return first ? turns.filter(({ stage, level, to }) => stage === 'waiting' && level === first.level && to === first.to) : [];
}

const sentOf = (turns: readonly OrderedTurn[]): OrderedTurn[] => turns.filter(({ stage }) => stage === 'sent');

function questionOf(turns: readonly OrderedTurn[]): TurnQuestion {
  const sent = sentOf(turns);
  const [first] = sent;
  return { level: first?.level ?? 'campaign', to: first?.to ?? 'PAUSED', ids: sent.map(({ id }) => id), key: first?.key ?? '' };
}

interface Ordered {
  turn: Turn;
  key: string;
}

const isSameEntity = (a: Pick<Turn, 'level' | 'id'>, b: Pick<Turn, 'level' | 'id'>): boolean => a.level === b.level && a.id === b.id;

const withOrder = (turns: readonly OrderedTurn[], { turn, key }: Ordered): OrderedTurn[] => [
  ...turns.filter((one) => !isSameEntity(one, turn)).slice(-REMEMBERED_MOST),
  { ...turn, key, stage: 'waiting' },
];

/** How an object stands by what was ordered; undefined where its row says it. */
export function turnedBy(
  turns: readonly OrderedTurn[],
  row: Pick<Turn, 'level' | 'id' | 'version'>,
): { to: Turned; isUnderWay: boolean } | undefined {
  const turn = turns.find((one) => isSameEntity(one, row));
  if (!turn) return undefined;
  const isUnderWay = turn.stage !== 'done';
  return isUnderWay || turn.version === row.version ? { to: turn.to, isUnderWay } : undefined;
}

/**
 * Switches of rows: each shows at once what was ordered, and goes back where it was refused. Orders that go the same way while one is
 * under way are sent together.
 */
export const entitySwitch = setup({
  types: {} as {
    context: SwitchContext;
    events: EntitySwitchEvent;
    tags: 'writing' | 'open';
    children: { turn: 'turn' };
  },
  actors: { turn: missingActor<TurnResult[], TurnQuestion>('turn') },
  guards: {
    isToBeAsked: (_, { closing }: { closing: Closing | undefined }) => closing !== undefined,
    isUnderWay: ({ context: { turns } }, { turn }: { turn: Turn }) => turns.some((one) => isSameEntity(one, turn) && one.stage !== 'done'),
    hasWaiting: ({ context: { turns } }) => turns.some(({ stage }) => stage === 'waiting'),
  },
  actions: {
    keepAsked: assign((_, { turn, key, closing }: { turn: Turn; key: string; closing: Closing | undefined }) => ({
      asked: closing && { turn, key, closing },
    })),
    forgetAsked: assign({ asked: undefined }),
    order: assign(({ context: { turns } }, ordered: Ordered) => ({ turns: withOrder(turns, ordered) })),
    orderAsked: assign(({ context: { turns, asked } }) => ({ asked: undefined, turns: asked ? withOrder(turns, asked) : turns })),
    takeNext: assign(({ context: { turns } }) => {
      const next = nextOf(turns);
      return { turns: turns.map((turn) => (next.includes(turn) ? { ...turn, stage: 'sent' as const } : turn)) };
    }),
    keepResults: assign(({ context: { turns, told } }, { results }: { results: TurnResult[] }) => {
      const sent = sentOf(turns);
      const resultOf = ({ id }: OrderedTurn) => results.find((one) => one.id === id);
      const isRefused = (turn: OrderedTurn) => turn.stage === 'sent' && resultOf(turn)?.ok !== true;
      const remarks = (ok: boolean): Remark[] =>
        sent.flatMap((turn) => {
          const result = resultOf(turn);
          return result?.ok === ok && result.text !== null ? [{ name: turn.name, text: result.text }] : [];
        });
      const [failed, warned] = [remarks(false), remarks(true)];
      return {
        failure: undefined,
        turns: turns.filter((turn) => !isRefused(turn)).map((turn) => (turn.stage === 'sent' ? { ...turn, stage: 'done' as const } : turn)),
        told: failed.length + warned.length > 0 ? { count: told.count + 1, failed, warned } : told,
      };
    }),
    rollBack: assign(({ context: { turns } }, { error }: { error: unknown }) => ({
      failure: failureOf(error),
      turns: turns.filter(({ stage }) => stage !== 'sent'),
    })),
    tellTurned: tell<SwitchContext, { results: TurnResult[] }>(({ turns }, { results }) => {
      const { level, ids } = questionOf(turns);
      const okIds = results.filter(({ ok }) => ok).map(({ id }) => id);
      return { type: 'entitySwitch.turned', level, okIds, failedIds: ids.filter((id) => !okIds.includes(id)) };
    }),
  },
}).createMachine({
  id: 'entitySwitch',
  description: 'Switches of rows: each shows at once what was ordered, and goes back where it was refused.',
  context: { turns: [], asked: undefined, told: { count: 0, failed: [], warned: [] }, failure: undefined },
  type: 'parallel',
  states: {
    question: {
      description: 'What somebody else closed for a reason is opened only after the reader saw it.',
      initial: 'none',
      states: {
        none: {
          description: 'Nothing is asked of the reader.',
          on: {
            'switch.requested': [
              { guard: { type: 'isUnderWay', params: ({ event }) => event } },
              {
                guard: { type: 'isToBeAsked', params: ({ event }) => event },
                target: 'asked',
                actions: { type: 'keepAsked', params: ({ event }) => event },
              },
              { actions: { type: 'order', params: ({ event }) => event } },
            ],
          },
        },
        asked: {
          description: 'The reader sees by what it was closed, and decides.',
          tags: 'open',
          on: {
            'switch.confirmed': { target: 'none', actions: 'orderAsked' },
            'switch.cancelled': { target: 'none', actions: 'forgetAsked' },
          },
        },
      },
    },
    work: {
      description: 'One order at a time is on its way.',
      initial: 'idle',
      states: {
        idle: { always: { guard: 'hasWaiting', target: 'turning', actions: 'takeNext' } },
        turning: {
          description: 'What goes the same way is on its way together.',
          tags: 'writing',
          invoke: {
            id: 'turn',
            src: 'turn',
            input: ({ context: { turns } }) => questionOf(turns),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'tellTurned', params: ({ event }) => ({ results: event.output }) },
                { type: 'keepResults', params: ({ event }) => ({ results: event.output }) },
              ],
            },
            onError: {
              target: 'idle',
              actions: [
                { type: 'tellTurned', params: { results: [] } },
                { type: 'rollBack', params: ({ event }) => event },
              ],
            },
          },
        },
      },
    },
  },
});

export type EntitySwitch = ActorRefFrom<typeof entitySwitch>;
