import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StateMachine } from 'xstate';
import type { MachineSource, ShownMachine } from './machine-source.ts';

const FOLDER = 'machines';
const folder = path.resolve(import.meta.dirname, '../..', FOLDER);

/** `machines/workspace/tab.machine.ts`, export `tabMachine`: `workspace/tab`. */
const keyOf = (file: string, name: string) => `${file.split('/')[0] ?? ''}/${name.replace(/Machine$/, '')}`;

/** Machines that one module hands out, in the order of their names. */
async function machinesOf(file: string): Promise<ShownMachine[]> {
  const module = (await import(pathToFileURL(path.join(folder, file)).href)) as Record<string, unknown>;
  return Object.entries(module).flatMap(([name, machine]) =>
    machine instanceof StateMachine ? [{ key: keyOf(file, name), at: `${FOLDER}/${file} ${name}`, machine }] : [],
  );
}

/**
 * The machines of this project: whatever a module below machines/ named `*.machine.ts` hands out. Nobody registers them. Reads the disk,
 * so it is for what runs on Node; pages are given what was read as data.
 */
export const ourMachines: MachineSource = {
  name: 'Ad delivery console',
  async machines() {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => file.endsWith('.machine.ts'))
      .toSorted();
    const found = (await Promise.all(files.map(machinesOf))).flat();
    const keys = new Set(found.map(({ key }) => key));
    if (keys.size < found.length) throw new Error('two machines of one folder have the same name');
    return found;
  },
};
