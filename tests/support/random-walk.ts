import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { MachineWalk, WalkEvent } from '#machines/kernel/machine-walk.ts';
import { stepsOf } from './steps.ts';

interface Step {
  before: AnyMachineSnapshot;
  event: WalkEvent;
  after: AnyMachineSnapshot;
  /** Names of the actions the step would do. */
  did: string[];
  /** Steps of this walk so far, this one included; begins with the first event. */
  history: WalkEvent[];
}

interface RandomWalkOptions {
  walks: number;
  /** Events of one walk at most; it ends with the machine. */
  length: number;
  /** The same seed makes the same walks. */
  seed?: number;
  /** Whether the world around the machine could say this now; by default everything that its actors could. */
  possible?: (snapshot: AnyMachineSnapshot, event: EventObject) => boolean;
  /** Throws where a promise is broken. */
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

/** An actor speaks only while it lives. */
const canHappen = ({ children }: AnyMachineSnapshot, { type }: EventObject): boolean => {
  const actor = OF_AN_ACTOR.exec(type)?.[1];
  return actor === undefined || children[actor] !== undefined;
};

/** Sends random events, many times over, and looks after every one of them. Answers how many steps were taken. */
export function randomWalks(
  { machine, input, events, beginnings = [] }: MachineWalk,
  { walks, length, seed = 1, possible = () => true, holds }: RandomWalkOptions,
): number {
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
      const after = steps.next(before, event);
      try {
        holds({ before, event, after, did: steps.did(), history });
      } catch (error) {
        throw new Error(`broken after ${history.map(({ type }) => type).join(', ')} (seed ${seed}, walk ${walk})`, { cause: error });
      }
      before = after;
      taken += 1;
    }
  }
  return taken;
}
