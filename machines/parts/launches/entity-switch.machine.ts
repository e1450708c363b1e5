import { type ActorRefFrom, assign, setup } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { type Failure, toFailure } from '../../kernel/form/faults.ts';
import { missingActor } from '../../kernel/placeholders.ts';
import { tell } from '../../kernel/tell.ts';

/** The status that a switch sets. */
export type SwitchStatus = 'ACTIVE' | 'PAUSED';

/** One object that is to be opened or closed. */
export interface EntityTurn {
  level: EntityLevel;
  id: number;
  /** Version of the row when it was switched. A row with another version shows its own status. */
  version: number;
  name: string;
  to: SwitchStatus;
}

interface QueuedTurn extends EntityTurn {
  /** A UUID: a request with this key is never carried out twice. */
  key: string;
  stage: 'waiting' | 'sent' | 'done';
}

/** The result for one object. */
export interface TurnResult {
  id: number;
  ok: boolean;
  /** Why it failed, or a warning although it succeeded. */
  text: string | null;
}

/** Several objects that are set to the same status by one request. */
export interface TurnRequest {
  level: EntityLevel;
  to: SwitchStatus;
  ids: number[];
  key: string;
}

/** The rule that closed an object. */
export interface Closing {
  /** Instant; null if unknown. */
  at: string | null;
  by: string | null;
}

interface Remark {
  name: string;
  text: string;
}

interface SwitchContext {
  /** Switched objects, shown with their new status before the server has answered. */
  turns: QueuedTurn[];
  /** The switch that waits for the user's confirmation. */
  confirming: { turn: EntityTurn; key: string; closing: Closing } | undefined;
  /** Failures and warnings to announce once: `count` grows with each announcement. */
  announced: { count: number; failed: Remark[]; warned: Remark[] };
  failure: Failure | undefined;
}

export type EntitySwitchEvent =
  /** `closing`: the rule that closed the object, shown to the user before it is opened. */
  | { type: 'switch.requested'; turn: EntityTurn; key: string; closing: Closing | undefined }
  | { type: 'switch.confirmed' }
  | { type: 'switch.cancelled' };

/** Told after every request, whatever its result. */
export type EntitySwitchFact = { type: 'entitySwitch.turned'; level: EntityLevel; okIds: number[]; failedIds: number[] };

/** Most finished switches that are kept. */
const MAX_KEPT_TURNS = 200;

/** The first waiting switch, with all others of the same level and status. */
function nextTurns(turns: readonly QueuedTurn[]): QueuedTurn[] {
  const first = turns.find(({ stage }) => stage === 'waiting');
  return first ? turns.filter(({ stage, level, to }) => stage === 'waiting' && level === first.level && to === first.to) : [];
}

const sentTurns = (turns: readonly QueuedTurn[]): QueuedTurn[] => turns.filter(({ stage }) => stage === 'sent');

function toRequest(turns: readonly QueuedTurn[]): TurnRequest {
  const sent = sentTurns(turns);
  const [first] = sent;
  return { level: first?.level ?? 'campaign', to: first?.to ?? 'PAUSED', ids: sent.map(({ id }) => id), key: first?.key ?? '' };
}

interface TurnOrder {
  turn: EntityTurn;
  key: string;
}

const isSameEntity = (a: Pick<EntityTurn, 'level' | 'id'>, b: Pick<EntityTurn, 'level' | 'id'>): boolean =>
  a.level === b.level && a.id === b.id;

const addTurn = (turns: readonly QueuedTurn[], { turn, key }: TurnOrder): QueuedTurn[] => [
  ...turns.filter((one) => !isSameEntity(one, turn)).slice(-MAX_KEPT_TURNS),
  { ...turn, key, stage: 'waiting' },
];

/** The status of an object by its switch; undefined if its row is newer. */
export function turnOf(
  turns: readonly QueuedTurn[],
  row: Pick<EntityTurn, 'level' | 'id' | 'version'>,
): { to: SwitchStatus; isUnderWay: boolean } | undefined {
  const turn = turns.find((one) => isSameEntity(one, row));
  if (!turn) return undefined;
  const isUnderWay = turn.stage !== 'done';
  return isUnderWay || turn.version === row.version ? { to: turn.to, isUnderWay } : undefined;
}

/**
 * Switches of rows. Each shows its new status at once and returns to the old one if it is refused. Switches to the same status that wait
 * for a running request are sent together.
 */
export const entitySwitch = setup({
  types: {} as {
    context: SwitchContext;
    events: EntitySwitchEvent;
    tags: 'writing' | 'open';
    children: { turn: 'turn' };
  },
  actors: { turn: missingActor<TurnResult[], TurnRequest>('turn') },
  guards: {
    needsConfirmation: (_, { closing }: { closing: Closing | undefined }) => closing !== undefined,
    isUnderWay: ({ context: { turns } }, { turn }: { turn: EntityTurn }) =>
      turns.some((one) => isSameEntity(one, turn) && one.stage !== 'done'),
    hasWaiting: ({ context: { turns } }) => turns.some(({ stage }) => stage === 'waiting'),
  },
  actions: {
    keepConfirming: assign((_, { turn, key, closing }: { turn: EntityTurn; key: string; closing: Closing | undefined }) => ({
      confirming: closing && { turn, key, closing },
    })),
    forgetConfirming: assign({ confirming: undefined }),
    order: assign(({ context: { turns } }, ordered: TurnOrder) => ({ turns: addTurn(turns, ordered) })),
    orderConfirmed: assign(({ context: { turns, confirming } }) => ({
      confirming: undefined,
      turns: confirming ? addTurn(turns, confirming) : turns,
    })),
    markNextSent: assign(({ context: { turns } }) => {
      const next = nextTurns(turns);
      return { turns: turns.map((turn) => (next.includes(turn) ? { ...turn, stage: 'sent' as const } : turn)) };
    }),
    keepResults: assign(({ context: { turns, announced } }, { results }: { results: TurnResult[] }) => {
      const sent = sentTurns(turns);
      const resultOf = ({ id }: QueuedTurn) => results.find((one) => one.id === id);
      const isRefused = (turn: QueuedTurn) => turn.stage === 'sent' && resultOf(turn)?.ok !== true;
      const remarks = (ok: boolean): Remark[] =>
        sent.flatMap((turn) => {
          const result = resultOf(turn);
          return result?.ok === ok && result.text !== null ? [{ name: turn.name, text: result.text }] : [];
        });
      const [failed, warned] = [remarks(false), remarks(true)];
      return {
        failure: undefined,
        turns: turns.filter((turn) => !isRefused(turn)).map((turn) => (turn.stage === 'sent' ? { ...turn, stage: 'done' as const } : turn)),
        announced: failed.length + warned.length > 0 ? { count: announced.count + 1, failed, warned } : announced,
      };
    }),
    rollBack: assign(({ context: { turns } }, { error }: { error: unknown }) => ({
      failure: toFailure(error),
      turns: turns.filter(({ stage }) => stage !== 'sent'),
    })),
    tellTurned: tell<SwitchContext, { results: TurnResult[] }>(({ turns }, { results }) => {
      const { level, ids } = toRequest(turns);
      const okIds = results.filter(({ ok }) => ok).map(({ id }) => id);
      return { type: 'entitySwitch.turned', level, okIds, failedIds: ids.filter((id) => !okIds.includes(id)) };
    }),
  },
}).createMachine({
  id: 'entitySwitch',
  description: 'Switches of rows: each shows its new status at once and returns to the old one if it is refused.',
  context: { turns: [], confirming: undefined, announced: { count: 0, failed: [], warned: [] }, failure: undefined },
  type: 'parallel',
  states: {
    question: {
      description: 'An object closed by a rule is opened only after the user confirms.',
      initial: 'none',
      states: {
        none: {
          description: 'No confirmation is open.',
          on: {
            'switch.requested': [
              { guard: { type: 'isUnderWay', params: ({ event }) => event } },
              {
                guard: { type: 'needsConfirmation', params: ({ event }) => event },
                target: 'confirming',
                actions: { type: 'keepConfirming', params: ({ event }) => event },
              },
              { actions: { type: 'order', params: ({ event }) => event } },
            ],
          },
        },
        confirming: {
          description: 'The user sees which rule closed it, and decides.',
          tags: 'open',
          on: {
            'switch.confirmed': { target: 'none', actions: 'orderConfirmed' },
            'switch.cancelled': { target: 'none', actions: 'forgetConfirming' },
          },
        },
      },
    },
    work: {
      description: 'One request is sent at a time.',
      initial: 'idle',
      states: {
        idle: { always: { guard: 'hasWaiting', target: 'turning', actions: 'markNextSent' } },
        turning: {
          description: 'Switches to the same status are being sent together.',
          tags: 'writing',
          invoke: {
            id: 'turn',
            src: 'turn',
            input: ({ context: { turns } }) => toRequest(turns),
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
