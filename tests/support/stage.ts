import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromPromise,
  type InputFrom,
  SimulatedClock,
  setup,
} from 'xstate';

/** Waits until all pending microtasks have run. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export interface Stage<Machine extends AnyStateMachine> {
  actor: ActorRefFrom<Machine>;
  /** The facts that the machine told its parent, in order. */
  facts: AnyEventObject[];
  /** A clock that moves only when the test advances it. */
  clock: SimulatedClock;
  /** The error of the machine, if it failed. */
  failure: () => unknown;
}

/** Starts a machine below a parent that only listens. */
export function stage<Machine extends AnyStateMachine>(machine: Machine, input?: InputFrom<Machine>): Stage<Machine> {
  const facts: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const parent = setup({ actors: { child: machine as AnyStateMachine } }).createMachine({
    invoke: {
      id: 'child',
      src: 'child',
      input,
      onError: { actions: ({ event }) => void facts.push(event) },
      onDone: { actions: ({ event }) => void facts.push(event) },
    },
    on: { '*': { actions: ({ event }) => void facts.push(event) } },
  });
  const root = createActor(parent, { clock });
  root.subscribe({ error: () => undefined });
  root.start();
  const { child } = root.getSnapshot().children;
  if (!child) throw new Error('the machine did not start');
  return { actor: child as ActorRefFrom<Machine>, facts, clock, failure: () => (child.getSnapshot() as { error?: unknown }).error };
}

export interface Question<Output, Input> {
  input: Input;
  /** Aborted when the machine no longer waits for the answer. */
  signal: AbortSignal;
  answer(output: Output): Promise<void>;
  refuse(error: unknown): Promise<void>;
}

/** A promise actor that the test answers by hand, with a record of its inputs. */
export function asking<Output, Input = undefined>() {
  const questions: Question<Output, Input>[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        questions.push({
          input,
          signal,
          answer: (output) => {
            resolve(output);
            return settled();
          },
          refuse: (error) => {
            reject(error);
            return settled();
          },
        });
      }),
  );
  return {
    logic,
    questions,
    inputs: (): Input[] => questions.map(({ input }) => input),
    /** The newest question, or the one at this index. */
    question(place = questions.length - 1): Question<Output, Input> {
      const found = questions[place];
      if (!found) throw new Error(`question ${place} was not asked; there were ${questions.length}`);
      return found;
    },
  };
}

/** Records every call of an effect, in order. */
export function noting() {
  const notes: [name: string, params: unknown][] = [];
  return {
    notes,
    names: (): string[] => notes.map(([name]) => name),
    /** An effect that only records its call. */
    effect:
      (name: string) =>
      (_: unknown, params: unknown): void => {
        notes.push([name, params]);
      },
  };
}

export interface Observation<Machine extends AnyStateMachine> extends Stage<Machine> {
  /** The events that each part received, in order; a part that received none is absent. */
  heard: () => Record<string, AnyEventObject[]>;
  /** The input of each part. */
  given: Record<string, unknown>;
}

/** Starts a machine whose parts are replaced, except the given ones, by parts that only record their input and events. */
export function observe<Machine extends AnyStateMachine>(
  machine: Machine,
  input?: InputFrom<Machine>,
  parts: Record<string, AnyActorLogic> = {},
): Observation<Machine> {
  const events: Record<string, AnyEventObject[]> = {};
  const given: Record<string, unknown> = {};
  const standIn = (name: string) =>
    setup({ types: {} as { context: object; input: unknown } }).createMachine({
      context: (started) => {
        given[name] = started.input;
        return {};
      },
      on: { '*': { actions: ({ event }) => void (events[name] ??= []).push(event) } },
    });
  const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, standIn(name)]));
  return { ...stage(machine.provide({ actors: { ...actors, ...parts } }) as Machine, input), heard: () => events, given };
}
