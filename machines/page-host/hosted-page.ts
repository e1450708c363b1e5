import type { ActorLogic, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { PageEvent, PageInput } from '../kernel/page-contract.ts';

export interface HostedPageInput extends PageInput {
  machine: AnyStateMachine;
}

/** Any page's machine under one name, so that the host can invoke a page it learns of only at run time. */
export const hostedPage: ActorLogic<AnyMachineSnapshot, PageEvent, HostedPageInput> = {
  getInitialSnapshot: (scope, { machine, search }) => machine.getInitialSnapshot(scope, { search }),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  start: (snapshot) => snapshot.machine.start(snapshot),
  getPersistedSnapshot: (snapshot) => {
    const page = snapshot as AnyMachineSnapshot;
    return page.machine.getPersistedSnapshot(page);
  },
};
