import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';
import type { MachineWalk } from '#machines/kernel/machine-walk.ts';

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
  /** File and name of the export. */
  at: string;
  machine: AnyStateMachine;
}

/** Every machine that a file of machines/ hands out; nobody registers them. */
export async function findMachines(): Promise<FoundMachine[]> {
  const modules = await modulesEndingWith('.machine.ts');
  return modules.flatMap(({ file, exported }) =>
    Object.entries(exported).flatMap(([name, value]) => (value instanceof StateMachine ? [{ at: `${file} ${name}`, machine: value }] : [])),
  );
}

/** Every walk beside them. */
export async function findWalks(): Promise<MachineWalk[]> {
  const modules = await modulesEndingWith('.walks.ts');
  return modules.flatMap(({ exported }) => (Array.isArray(exported.walks) ? (exported.walks as MachineWalk[]) : []));
}
