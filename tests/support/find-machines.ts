import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { ourMachines } from '#visualiser/adapter/our-machines.ts';

const folder = path.resolve(import.meta.dirname, '../../machines');

async function modulesEndingWith(suffix: string): Promise<{ file: string; exported: Record<string, unknown> }[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(suffix));
  return Promise.all(
    files
      .toSorted()
      .map(async (file) => ({ file, exported: (await import(pathToFileURL(path.join(folder, file)).href)) as Record<string, unknown> })),
  );
}

export interface FoundMachine {
  /** File below machines/, and name of the export. */
  at: string;
  machine: AnyStateMachine;
}

/** Every machine that a file of machines/ hands out; nobody registers them. */
export async function findMachines(): Promise<FoundMachine[]> {
  const found = await ourMachines.machines();
  return found.map(({ at, machine }) => ({ at: at.replace(/^machines\//, ''), machine }));
}

/** Every walk beside them. */
export async function findWalks(): Promise<MachineWalk[]> {
  const modules = await modulesEndingWith('.walks.ts');
  return modules.flatMap(({ exported }) => (Array.isArray(exported.walks) ? (exported.walks as MachineWalk[]) : []));
}
