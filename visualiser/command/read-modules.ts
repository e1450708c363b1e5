import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import type { MachineSource, Problem, ShownMachine } from '../adapter/machine-source.ts';
import { buildChart } from '../model/build-chart.ts';
import { summarizeError } from './summarize-error.ts';

/** Modules that have not loaded by then, such as one that waits for a server, are left out. */
const LOAD_TIMEOUT_MS = 20_000;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Any copy of XState marks its machines like this. */
const isAnyMachine = (value: unknown): value is Fields => isObject(value) && '__xstatenode' in value;

const isMachine = (value: unknown): value is Fields & AnyStateMachine =>
  isAnyMachine(value) && isObject(value['implementations']) && isObject(value['root']);

/** Machines of XState 4 have a method of this name. */
const isOldMachine = (value: unknown): boolean => isAnyMachine(value) && typeof value['withConfig'] === 'function';

const isSource = (value: unknown): value is MachineSource =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['machines'] === 'function';

async function importModule(file: string): Promise<Fields> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it has not finished loading after ${LOAD_TIMEOUT_MS / 1000} s`)), LOAD_TIMEOUT_MS);
  });
  try {
    return (await Promise.race([import(pathToFileURL(file).href), timeout])) as Fields;
  } finally {
    clearTimeout(timer);
  }
}

interface FoundMachine extends Omit<ShownMachine, 'key'> {
  /** Wanted for its address; may be taken. */
  name: string;
  /** Given by a machine source. */
  key?: string;
}

const withoutSuffix = (name: string): string => name.replace(/(?<=.)[-_.]?[Mm]achine$/, '');

/** `player.machine.ts` without an own name for its machine: `player`. */
const getStem = (file: string): string => withoutSuffix(path.basename(file).replace(/\.[cm]?[jt]sx?$/, ''));

const getName = (file: string, exported: string): string =>
  exported === 'default' || exported === 'machine' ? getStem(file) : withoutSuffix(exported);

/** A machine whose chart cannot be built would stop all others. */
function check(found: FoundMachine, root: string): Problem | undefined {
  try {
    buildChart(found.machine);
    return undefined;
  } catch (error) {
    return { at: found.at, message: `It cannot be drawn: ${summarizeError(error, root)}` };
  }
}

/** Machines that a module exports: each by itself, as members of an exported object, or through a machine source. */
async function findInModule(root: string, relative: string): Promise<{ found: FoundMachine[]; problems: Problem[] }> {
  const file = path.join(root, relative);
  let module: Fields;
  try {
    module = await importModule(file);
  } catch (error) {
    return { found: [], problems: [{ at: relative, message: `The module cannot be loaded: ${summarizeError(error, root)}` }] };
  }
  const found: FoundMachine[] = [];
  const problems: Problem[] = [];
  const known = new Set<unknown>();
  const add = (value: unknown, names: readonly string[]) => {
    if (known.has(value)) return;
    known.add(value);
    const at = `${relative} ${names.join('.')}`;
    if (isOldMachine(value)) problems.push({ at, message: 'It is a machine of XState 4; machines of XState 5 are shown.' });
    else if (isMachine(value)) found.push({ at, name: getName(relative, names.at(-1) ?? ''), machine: value, code: { file, path: names } });
  };
  for (const [name, exported] of Object.entries(module)) {
    if (isSource(exported) && !known.has(exported)) {
      known.add(exported);
      try {
        for (const shown of await exported.machines()) {
          const code = { file, path: [name], key: shown.key };
          found.push({ code, ...shown, name: shown.key });
        }
      } catch (error) {
        problems.push({ at: `${relative} ${name}`, message: `Its machines cannot be read: ${summarizeError(error, root)}` });
      }
    } else if (isAnyMachine(exported)) add(exported, [name]);
    else if (isObject(exported))
      for (const [member, value] of Object.entries(exported)) if (isAnyMachine(value)) add(value, [name, member]);
  }
  const broken = new Map(found.map((one) => [one, check(one, root)] as const));
  problems.push(...[...broken.values()].filter((problem) => problem !== undefined));
  // A broad pattern also matches modules that are about something else.
  const isExpected = /machine/i.test(path.basename(relative));
  if (found.length === 0 && problems.length === 0 && isExpected) problems.push({ at: relative, message: 'The module exports no machine.' });
  return { found: found.filter((one) => broken.get(one) === undefined), problems };
}

const toKeySegment = (text: string): string => text.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'machine';

/** `src/shop/cart.machine.ts`, `cartMachine`: `shop/cart`, without the folders that all files share. */
function assignKeys(found: readonly FoundMachine[]): ShownMachine[] {
  const folders = found.map(({ at }) => path.posix.dirname(at.split(' ', 1)[0] ?? '').split('/'));
  const [first = []] = folders;
  const firstDifference = first.findIndex((part, index) => folders.some((folder) => folder[index] !== part));
  const sharedCount = firstDifference < 0 ? first.length : firstDifference;
  const taken = new Set(found.flatMap(({ key }) => (key === undefined ? [] : [key])));
  return found.map(({ name, key: givenKey, ...shown }, index) => {
    if (givenKey !== undefined) return { ...shown, key: givenKey };
    const base = [...(folders[index] ?? []).slice(sharedCount), name].map(toKeySegment).join('/');
    let key = base;
    for (let count = 2; taken.has(key); count += 1) key = `${base}-${count}`;
    taken.add(key);
    return { ...shown, key };
  });
}

/** The machines of modules, by paths relative to `root`. What cannot be read is named among the problems; everything else is shown. */
export function readModules(name: string, root: string, files: readonly string[]): MachineSource {
  let problems: readonly Problem[] = [];
  let reading: Promise<readonly ShownMachine[]> | undefined;
  const read = async () => {
    const modules: Awaited<ReturnType<typeof findInModule>>[] = [];
    // One after the other, so that a failure is not blamed on a module that only imports the broken one at the same time.
    for (const file of files) modules.push(await findInModule(root, file));
    problems = modules.flatMap((one) => one.problems);
    // A machine that is exported again elsewhere is shown where it was found first.
    const seen = new Set<unknown>();
    const all = modules.flatMap(({ found }) => found).filter(({ machine }) => !seen.has(machine) && seen.add(machine));
    return assignKeys(all);
  };
  return {
    name,
    machines: () => (reading ??= read()),
    problems: () => problems,
  };
}
