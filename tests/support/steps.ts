import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, initialTransition } from 'xstate';

type Scope = Parameters<AnyStateMachine['transition']>[2];

/** The scope with which XState computes steps without running anything. Only the machine itself receives it. */
function inertScopeOf(machine: AnyStateMachine, input: unknown): Scope {
  const scopes: Scope[] = [];
  const listening: AnyStateMachine = Object.create(machine, {
    getInitialSnapshot: {
      value: (scope: Scope, given: unknown) => {
        scopes.push(scope);
        return machine.getInitialSnapshot(scope, given);
      },
    },
  });
  initialTransition(listening, input);
  const scope = scopes.at(-1);
  if (scope === undefined) throw new Error(`${machine.id} was asked for no first state`);
  return scope;
}

export interface Steps {
  first(): AnyMachineSnapshot;
  next(snapshot: AnyMachineSnapshot, event: EventObject): AnyMachineSnapshot;
  /** Names of the actions that the last step would run. */
  did(): string[];
  /** The same state after it was written down as text and read again. */
  restored(snapshot: AnyMachineSnapshot): AnyMachineSnapshot;
}

/**
 * Computes the steps of a machine like `initialTransition` and `transition` of XState. Those create an actor with all its children for
 * each step, which takes two thirds of the time; here one actor serves all steps.
 */
export function stepsOf(machine: AnyStateMachine, input?: unknown): Steps {
  const scope = inertScopeOf(machine, input);
  let did: string[] = [];
  scope.actionExecutor = ({ type }) => void did.push(type);
  return {
    first: () => {
      did = [];
      return machine.getInitialSnapshot(scope, input);
    },
    next: (snapshot, event) => {
      did = [];
      return machine.transition(snapshot, event, scope);
    },
    did: () => did,
    restored: (snapshot) => {
      // A number field holds NaN while its text is not a number.
      const written = JSON.stringify(machine.getPersistedSnapshot(snapshot), (_, value) => (Number.isNaN(value) ? 'NaN' : value));
      return machine.restoreSnapshot(
        JSON.parse(written, (_, value) => (value === 'NaN' ? Number.NaN : value)),
        scope,
      );
    },
  };
}
