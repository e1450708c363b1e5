import type { ActorLogic, AnyActorRef, AnyActorScope, AnyMachineSnapshot, AnyStateMachine, AnyStateNode, Snapshot } from 'xstate';
import type { PageEvent, PageInput, PartRestored } from '../kernel/page/page-contract.ts';
import { isTaggedWithin } from '../kernel/tagged-within.ts';
import { type Memo, shapeOf } from './memo.ts';

export interface HostedPageInput extends PageInput {
  machine: AnyStateMachine;
  memo: Memo | undefined;
}

/** XState does not reject what it cannot restore: a child is missing or has status error. */
function isFullyRestored(restored: Snapshot<unknown>): boolean {
  const { _nodes = [], children = {} } = restored as Partial<AnyMachineSnapshot>;
  const invoked: string[] = _nodes.flatMap((node: AnyStateNode) => node.invoke.map(({ id }) => id));
  return (
    restored.status !== 'error' &&
    invoked.every((id) => id in children) &&
    Object.values<AnyActorRef | undefined>(children).every((child) => child !== undefined && isFullyRestored(child.getSnapshot()))
  );
}

/** Whether the page would cover itself with a dialog or drawer that holds no typed content. */
const showsOnlyOverlay = (restored: AnyMachineSnapshot): boolean => isTaggedWithin(restored, 'open') && !isTaggedWithin(restored, 'dirty');

const restoredPages = new WeakSet<AnyMachineSnapshot>();

/** Tells the parts of a restored page so, and their parts. */
function tellRestored({ children }: AnyMachineSnapshot): void {
  const event: PartRestored = { type: 'part.restored' };
  for (const child of Object.values<AnyActorRef | undefined>(children)) {
    const part: Partial<AnyMachineSnapshot> | undefined = child?.getSnapshot();
    if (part?.can?.(event)) child?.send(event);
    if (part?.children) tellRestored(part as AnyMachineSnapshot);
  }
}

function restorePage({ machine, memo }: HostedPageInput, scope: AnyActorScope): AnyMachineSnapshot | undefined {
  if (!memo || memo.shape !== shapeOf(machine)) return undefined;
  try {
    // A copy, because restoring modifies the snapshot.
    const restored = machine.restoreSnapshot(structuredClone(memo.snapshot), scope);
    const isUnwanted = memo.isFromElsewhere === true && showsOnlyOverlay(restored);
    if (!isFullyRestored(restored) || isUnwanted) return undefined;
    restoredPages.add(restored);
    return restored;
  } catch {
    return undefined;
  }
}

/** Hosts the machine of any page, so that a tab can invoke a page that is loaded at run time. An unreadable memo is ignored. */
export const hostedPage: ActorLogic<AnyMachineSnapshot, PageEvent, HostedPageInput> = {
  getInitialSnapshot: (scope, input) => restorePage(input, scope) ?? input.machine.getInitialSnapshot(scope, { search: input.search }),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  start: (snapshot) => {
    snapshot.machine.start(snapshot);
    if (restoredPages.has(snapshot)) tellRestored(snapshot);
  },
  getPersistedSnapshot: (snapshot) => {
    const page = snapshot as AnyMachineSnapshot;
    return page.machine.getPersistedSnapshot(page);
  },
};
