import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { PageTag } from './page/page-contract.ts';

/** Whether a machine or any machine it has started carries this tag. */
export const isTaggedWithin = (snapshot: AnyMachineSnapshot, tag: PageTag | 'failed' | 'open'): boolean =>
  snapshot.hasTag?.(tag) === true ||
  Object.values<AnyActorRef | undefined>(snapshot.children ?? {}).some((child) => child && isTaggedWithin(child.getSnapshot(), tag));
