import type { AnyStateMachine } from 'xstate';
import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { listMachineFiles, loadModule, projectMachines } from '#tools/visualiser/project-machines.ts';

export interface FoundMachine {
  /** File below machines/ and name of the export. */
  at: string;
  machine: AnyStateMachine;
}

/** Every machine that a file of machines/ exports; there is no registry. */
export async function findMachines(): Promise<FoundMachine[]> {
  const found = await projectMachines.machines();
  return found.map(({ at, machine }) => ({ at: at.replace(/^machines\//, ''), machine }));
}

/** Every walk that is defined beside the machines. */
export async function findWalks(): Promise<MachineWalk[]> {
  const modules = await Promise.all(
    listMachineFiles()
      .filter((file) => file.endsWith('.walks.ts'))
      .map(loadModule),
  );
  return modules.flatMap((exported) => (Array.isArray(exported.walks) ? (exported.walks as MachineWalk[]) : []));
}
