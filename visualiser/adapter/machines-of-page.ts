import type { AnyStateMachine } from 'xstate';

interface ContextOptions {
  recursive: boolean;
  regExp: RegExp;
  mode: 'lazy';
}

declare global {
  interface ImportMeta {
    /** Of the bundler: modules by a pattern of their names. */
    webpackContext(folder: string, options: ContextOptions): unknown;
  }
}

type Modules = (file: string) => Promise<Record<string, AnyStateMachine | undefined>>;

/**
 * The code of a machine, by where it stands: `machines/workspace/tab.machine.ts tabMachine`. Every module is a file of its own beside the
 * page, fetched when it is asked for; the build finds them as the gallery does, by their names. Rejects where there is no such machine.
 */
export async function machineOfPage(at: string): Promise<AnyStateMachine> {
  const [file = '', name = ''] = at.split(' ');
  const [, folder = '', rest = ''] = /^(.*?machines)\/(.+)$/.exec(file) ?? [];
  // The bundler reads these calls: each has its arguments written out.
  const modules = {
    machines: import.meta.webpackContext('../../machines', { recursive: true, regExp: /\.machine\.ts$/, mode: 'lazy' }),
    'catalogue/machines': import.meta.webpackContext('../../catalogue/machines', {
      recursive: true,
      regExp: /\.machine\.ts$/,
      mode: 'lazy',
    }),
    'visualiser/machines': import.meta.webpackContext('../machines', { recursive: true, regExp: /\.machine\.ts$/, mode: 'lazy' }),
  }[folder] as Modules | undefined;
  const machine = (await modules?.(`./${rest}`))?.[name];
  if (!machine) throw new Error(`${file} has no ${name}`);
  return machine;
}
