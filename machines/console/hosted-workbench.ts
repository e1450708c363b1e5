import type { ActorLogic, EventFromLogic, SnapshotFrom } from 'xstate';
import type { WorkbenchInput, workbenchMachine } from './workbench.machine.ts';

type WorkbenchMachine = typeof workbenchMachine;

/** What fetching the code of the workbench brings: its machine with everything provided, and how it begins. */
export interface WorkbenchLogic {
  machine: WorkbenchMachine;
  input: WorkbenchInput;
}

/** The workbench under one name, so that the console can invoke what it learns of only at run time. */
export const hostedWorkbench: ActorLogic<SnapshotFrom<WorkbenchMachine>, EventFromLogic<WorkbenchMachine>, WorkbenchLogic> = {
  getInitialSnapshot: (scope, { machine, input }) => machine.getInitialSnapshot(scope, input),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  start: (snapshot) => snapshot.machine.start(snapshot),
  getPersistedSnapshot: (snapshot) => snapshot.machine.getPersistedSnapshot(snapshot),
};
