import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StateMachine } from 'xstate';
import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import type { MachineSource, ShownMachine } from './machine-source.ts';

const FOLDERS = ['machines', 'catalogue/machines', 'visualiser/machines'];
const root = path.resolve(import.meta.dirname, '../..');

/** `machines/workspace/tab.machine.ts`, export `tabMachine`: `workspace/tab`. The machines of a site have the name of the site. */
const keyOf = (file: string, name: string) =>
  `${file.split('/').find((part) => part !== 'machines') ?? ''}/${name.replace(/Machine$/, '')}`;

/** Every file of the folders that hold machines, from the root of the project. */
export const machineFiles = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll(path.sep, '/')}`,
    ),
  ).toSorted();

type Examples = Pick<ShownMachine, 'input' | 'events'>;

/** What a module of the project exports. */
export const loadModule = async (file: string) => (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>;

/** Machines that one module hands out, in the order of their names. */
async function machinesOf(file: string, examples: ReadonlyMap<unknown, Examples>): Promise<ShownMachine[]> {
  return Object.entries(await loadModule(file)).flatMap(([name, machine]) =>
    machine instanceof StateMachine ? [{ key: keyOf(file, name), at: `${file} ${name}`, machine, ...examples.get(machine) }] : [],
  );
}

/** What the walks beside the machines know to say to them, by machine. */
async function walked(files: readonly string[]): Promise<Map<unknown, Examples>> {
  const walks = (await Promise.all(files.map(loadModule))).flatMap((module) => (module['walks'] ?? []) as MachineWalk[]);
  return new Map(walks.map(({ machine, input, events }) => [machine, { input, events }]));
}

/**
 * The machines of this project: whatever a module below these folders named `*.machine.ts` hands out. Nobody registers them. The walks beside
 * them are their examples. Reads the disk, so it is for what runs on Node; pages are given what was read as data.
 */
export const ourMachines: MachineSource = {
  name: 'Ad delivery console',
  async machines() {
    const files = machineFiles();
    const examples = await walked(files.filter((file) => file.endsWith('.walks.ts')));
    const own = files.filter((file) => file.endsWith('.machine.ts'));
    const found = (await Promise.all(own.map((file) => machinesOf(file, examples)))).flat();
    const keys = new Set(found.map(({ key }) => key));
    if (keys.size < found.length) throw new Error('two machines of one folder have the same name');
    return found;
  },
};
