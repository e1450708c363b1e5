import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StateMachine } from 'xstate';
import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import type { MachineSource, ShownMachine } from '#visualiser/adapter/machine-source.ts';

export const MACHINE_FOLDERS = ['machines', 'catalogue/machines', 'visualiser/machines'];
const root = path.resolve(import.meta.dirname, '../..');

/**
 * `machines/workspace/tab.machine.ts`, export `tabMachine`: `workspace/tab`. Machines of a site are prefixed with the name of the site.
 */
const toKey = (file: string, name: string) =>
  `${file.split('/').find((part) => part !== 'machines') ?? ''}/${name.replace(/Machine$/, '')}`;

/** All files in the machine folders, relative to the root of the project. */
export const listMachineFiles = (): string[] =>
  MACHINE_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll(path.sep, '/')}`,
    ),
  ).toSorted();

type Examples = Pick<ShownMachine, 'input' | 'events'>;

/** The exports of a module of this project. */
export const loadModule = async (file: string) => (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>;

interface ExportedMachine extends ShownMachine {
  /** Exported as one of the parts of a page. */
  isPart: boolean;
}

/** Machines that a module exports, alone or as the parts of one page, which are called by their ids; in the order of their names. */
async function loadMachines(file: string): Promise<ExportedMachine[]> {
  return Object.entries(await loadModule(file)).flatMap(([name, exported]): ExportedMachine[] => {
    const code = { file: path.join(root, file), path: [name] };
    if (exported instanceof StateMachine)
      return [{ key: toKey(file, name), at: `${file} ${name}`, code, machine: exported, isPart: false }];
    if (typeof exported !== 'object' || exported === null) return [];
    return Object.entries(exported).flatMap(([part, machine]) =>
      machine instanceof StateMachine
        ? [{ key: toKey(file, machine.id), at: `${file} ${name}.${part}`, code: { ...code, path: [name, part] }, machine, isPart: true }]
        : [],
    );
  });
}

/** Example inputs and events from the walks beside the machines, by machine. */
async function loadExamples(files: readonly string[]): Promise<Map<unknown, Examples>> {
  const walks = (await Promise.all(files.map(loadModule))).flatMap((module) => (module['walks'] ?? []) as MachineWalk[]);
  return new Map(walks.map(({ machine, input, events }) => [machine, { input, events }]));
}

/**
 * The machines of this project: everything that a `*.machine.ts` module in these folders exports. There is no registry to maintain. The
 * walks beside them are their examples. Reads the disk, so it only works in Node.
 */
export const projectMachines: MachineSource = {
  name: 'Ad delivery console',
  async machines() {
    const files = listMachineFiles();
    const examples = await loadExamples(files.filter((file) => file.endsWith('.walks.ts')));
    const own = files.filter((file) => file.endsWith('.machine.ts'));
    const exported = (await Promise.all(own.map(loadMachines))).flat();
    const alone = new Set(exported.flatMap(({ machine, isPart }) => (isPart ? [] : [machine])));
    const found = exported
      .filter(({ machine, isPart }) => !isPart || !alone.has(machine))
      .map(({ isPart: _, ...shown }) => ({ ...shown, ...examples.get(shown.machine) }));
    const keys = new Set(found.map(({ key }) => key));
    if (keys.size < found.length) throw new Error('two machines of one folder have the same name');
    return found;
  },
};
