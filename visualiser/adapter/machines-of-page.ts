import type { AnyStateMachine } from 'xstate';

declare global {
  interface ImportMeta {
    /** Of the bundler: modules by a pattern of their names. */
    webpackContext(folder: string, options: { recursive: boolean; regExp: RegExp; mode: 'lazy' }): unknown;
  }
}

type Modules = (file: string) => Promise<Record<string, AnyStateMachine | undefined>>;

/**
 * The code of a machine, by where it stands: `machines/workspace/tab.machine.ts tabMachine`. Every module is a file of its own beside the
 * page, fetched when it is asked for; the build finds them as the gallery does, by their names. Rejects where there is no such machine.
 */
export async function machineOfPage(at: string): Promise<AnyStateMachine> {
  const modules = import.meta.webpackContext('../../machines', {
    recursive: true,
    regExp: /\.machine\.ts$/,
    mode: 'lazy',
  }) as Modules;
  const [file = '', name = ''] = at.split(' ');
  const machine = (await modules(file.replace(/^machines\//, './')))[name];
  if (!machine) throw new Error(`${file} has no ${name}`);
  return machine;
}
