import type { ActorLogic, AnyActorRef, AnyActorScope, AnyMachineSnapshot, AnyStateMachine, AnyStateNode, Snapshot } from 'xstate';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { type Memo, shapeOf } from './memo.ts';

export interface HostedPageInput extends PageInput {
  machine: AnyStateMachine;
  memo: Memo | undefined;
}

/** What cannot be restored is not refused: a child is left out, or stands there in error. */
function isWhole(restored: Snapshot<unknown>): boolean {
  const { _nodes = [], children = {} } = restored as Partial<AnyMachineSnapshot>;
  const invoked: string[] = _nodes.flatMap((node: AnyStateNode) => node.invoke.map(({ id }) => id));
  return (
    restored.status !== 'error' &&
    invoked.every((id) => id in children) &&
    Object.values<AnyActorRef | undefined>(children).every((child) => child !== undefined && isWhole(child.getSnapshot()))
  );
}

function woken({ machine, memo }: HostedPageInput, scope: AnyActorScope): AnyMachineSnapshot | undefined {
  if (!memo || memo.shape !== shapeOf(machine)) return undefined;
  try {
    // A copy, because restoring writes into what it is given.
    const restored = machine.restoreSnapshot(structuredClone(memo.snapshot), scope);
    return isWhole(restored) ? restored : undefined;
  } catch {
    return undefined;
  }
}

/** Any page's machine under one name, so that a tab can invoke a page it learns of only at run time. An unreadable memo is no memo. */
export const hostedPage: ActorLogic<AnyMachineSnapshot, PageEvent, HostedPageInput> = {
  getInitialSnapshot: (scope, input) => woken(input, scope) ?? input.machine.getInitialSnapshot(scope, { search: input.search }),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  start: (snapshot) => snapshot.machine.start(snapshot),
  getPersistedSnapshot: (snapshot) => {
    const page = snapshot as AnyMachineSnapshot;
    return page.machine.getPersistedSnapshot(page);
  },
};
