import type { AnyStateMachine } from 'xstate';

interface ContextOptions {
  recursive: boolean;
  regExp: RegExp;
  mode: 'lazy';
}

declare global {
  interface ImportMeta {
    /** Provided by the bundler: loads modules by a pattern of their names. */
    webpackContext(folder: string, options: ContextOptions): unknown;
  }
}

type Modules = (file: string) => Promise<Record<string, AnyStateMachine | undefined>>;

/**
 * Loads the code of a machine by its place: `machines/workspace/tab.machine.ts tabMachine`. Every module is a chunk of its own that is
 * fetched on demand. Rejects if there is no such machine.
 */
export async function loadMachine(at: string): Promise<AnyStateMachine> {
  const [file = '', name = ''] = at.split(' ');
  const [, folder = '', rest = ''] = /^(.*?machines)\/(.+)$/.exec(file) ?? [];
  // The bundler evaluates these calls at build time, so their arguments must be literals.
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
