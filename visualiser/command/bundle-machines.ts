// Bundles the code of machines into one script for the page, so that they can be simulated in a browser.
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Problem, ShownMachine } from '../adapter/machine-source.ts';
import { summarizeError } from './summarize-error.ts';

type CodedMachine = ShownMachine & Required<Pick<ShownMachine, 'code'>>;

export interface MachineBundle {
  /** A classic script that sets `VISUALISER_MACHINES`; undefined if no machine has code. */
  script: string | undefined;
  /** Keys of the machines in the script. */
  keys: ReadonlySet<string>;
  problems: readonly Problem[];
}

const BUILT_IN = new RegExp(`^(?:node:.*|${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`);

/** Modules of Node do not exist in browsers; machines are simulated without what they would do there. */
const emptyBuiltIns: Plugin = {
  name: 'empty-built-ins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: BUILT_IN }, ({ path: name }) => ({ path: name, namespace: 'empty' }));
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Loads each module only when one of its machines is wanted, so that one that fails does not stop the others. */
const writeEntry = (machines: readonly CodedMachine[]): string =>
  [
    'const follow = async (module, path, key) => {',
    '  const value = path.reduce((found, name) => found[name], await module);',
    '  return key === undefined ? value : (await value.machines()).find((one) => one.key === key)?.machine;',
    '};',
    'globalThis.VISUALISER_MACHINES = {',
    ...machines.map(
      ({ key, code }) =>
        `  ${JSON.stringify(key)}: () => follow(import(${JSON.stringify(code.file)}), ${JSON.stringify(code.path)}, ${JSON.stringify(code.key)}),`,
    ),
    '};',
  ].join('\n');

async function bundle(root: string, machines: readonly CodedMachine[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: writeEntry(machines), resolveDir: root, sourcefile: 'machines.js' },
    bundle: true,
    write: false,
    minify: true,
    // A page that is opened from a folder may only load classic scripts.
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    keepNames: true,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"development"', 'process.env': '{}', 'import.meta.env': '{}' },
    loader: { '.css': 'empty', '.svg': 'dataurl', '.png': 'empty', '.jpg': 'empty', '.gif': 'empty', '.woff2': 'empty' },
    plugins: [emptyBuiltIns],
  });
  return outputFiles[0]?.text ?? '';
}

const hasCode = (machine: ShownMachine): machine is CodedMachine => machine.code !== undefined;

/** `root` is the folder of the project. Modules that cannot be bundled are named, and the others are bundled without them. */
export async function bundleMachines(root: string, shown: readonly ShownMachine[]): Promise<MachineBundle> {
  const machines = shown.filter(hasCode);
  const toBundle = async (left: readonly CodedMachine[], problems: readonly Problem[]): Promise<MachineBundle> => ({
    script: left.length > 0 ? await bundle(root, left) : undefined,
    keys: new Set(left.map(({ key }) => key)),
    problems,
  });
  try {
    return await toBundle(machines, []);
  } catch {
    const problems = new Map<string, Problem>();
    for (const file of new Set(machines.map(({ code }) => code.file))) {
      try {
        await bundle(
          root,
          machines.filter(({ code }) => code.file === file),
        );
      } catch (error) {
        const message = `It is drawn, but cannot be simulated: ${summarizeError(error, root)}`;
        problems.set(file, { at: path.relative(root, file).replaceAll(path.sep, '/'), message });
      }
    }
    return await toBundle(
      machines.filter(({ code }) => !problems.has(code.file)),
      [...problems.values()],
    );
  }
}
