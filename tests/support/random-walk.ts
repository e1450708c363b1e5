import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { MachineWalk, WalkEvent } from '#machines/kernel/machine-walk.ts';
import { stepsOf } from './steps.ts';

export interface Step {
  before: AnyMachineSnapshot;
  event: WalkEvent;
  after: AnyMachineSnapshot;
  /** Names of the actions that the step would run. */
  did: string[];
  /** The events of this walk so far, including this step. */
  history: readonly WalkEvent[];
}

interface RandomWalkOptions {
  walks: number;
  /** Highest number of events of one walk, which also ends with the machine. */
  length: number;
  /** The same seed makes the same walks. */
  seed?: number;
  /** Whether the event can happen now; by default every event that its actors could send. */
  possible?: (snapshot: AnyMachineSnapshot, event: EventObject) => boolean;
  /** Throws when a promise is broken. */
  holds: (step: Step) => void;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const OF_AN_ACTOR = /^xstate\.(?:done|error)\.actor\.(.+)$/;

/** An actor sends events only while it runs. */
export const canHappen = ({ children }: AnyMachineSnapshot, { type }: EventObject): boolean => {
  const actor = OF_AN_ACTOR.exec(type)?.[1];
  return actor === undefined || children[actor] !== undefined;
};

type Checks = Required<Pick<RandomWalkOptions, 'possible' | 'holds'>>;

/** Whether these events, in this order, break a promise. */
function breaks({ machine, input }: MachineWalk, events: readonly WalkEvent[], { possible, holds }: Checks): boolean {
  const steps = stepsOf(machine, input);
  let before = steps.first();
  for (const [index, event] of events.entries()) {
    if (before.status !== 'active' || !canHappen(before, event) || !possible(before, event)) return false;
    try {
      const after = steps.next(before, event);
      holds({ before, event, after, did: steps.did(), history: events.slice(0, index + 1) });
      before = after;
    } catch {
      return true;
    }
  }
  return false;
}

/** The broken walk without the events that are not needed to break it. */
function shortened(walk: MachineWalk, history: readonly WalkEvent[], checks: Checks): readonly WalkEvent[] {
  const shorter = history.map((_, left) => history.toSpliced(left, 1)).find((one) => breaks(walk, one, checks));
  return shorter ? shortened(walk, shorter, checks) : history;
}

/** Sends random events in many walks and checks every step. Returns the number of steps. */
export function randomWalks(walked: MachineWalk, { walks, length, seed = 1, possible = () => true, holds }: RandomWalkOptions): number {
  const { machine, input, events, beginnings = [] } = walked;
  const random = seeded(seed);
  const steps = stepsOf(machine, input);
  let taken = 0;
  for (let walk = 0; walk < walks; walk += 1) {
    let before = steps.first();
    const history: WalkEvent[] = [];
    const beginning = [[], ...beginnings][walk % (beginnings.length + 1)] ?? [];
    for (let index = 0; index < beginning.length + length && before.status === 'active'; index += 1) {
      const choice = events.filter((one) => canHappen(before, one) && possible(before, one));
      const event = beginning[index] ?? choice[Math.floor(random() * choice.length)];
      if (!event) break;
      history.push(event);
      try {
        const after = steps.next(before, event);
        holds({ before, event, after, did: steps.did(), history });
        before = after;
      } catch (error) {
        const needed = shortened(walked, history, { possible, holds }).map(({ type }) => type);
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${machine.id} is broken after ${needed.join(', ')} (seed ${seed}, walk ${walk}): ${reason}`, { cause: error });
      }
      taken += 1;
    }
  }
  return taken;
}
