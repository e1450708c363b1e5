import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root as repository } from '#tools/source.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { bundleMachines } from './bundle-machines.ts';
import { findFiles, toPathTest } from './find-files.ts';
import { readModules } from './read-modules.ts';
import { summarizeError } from './summarize-error.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'foreign-'));
  mkdirSync(path.join(root, 'node_modules'));
  symlinkSync(path.join(repository, 'node_modules/xstate'), path.join(root, 'node_modules/xstate'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, text: string): void {
  const at = path.join(root, file);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, text);
}

const lamp = (name: string, id = '') =>
  `import { createMachine } from 'xstate'; export const ${name} = createMachine({ ${id === '' ? '' : `id: '${id}', `}initial: 'off', states: { off: { on: { TOGGLE: 'on' } }, on: {} } });`;

async function read(...patterns: string[]) {
  const source = readModules('x', root, findFiles(root, patterns));
  const machines = await source.machines();
  return { source, machines, keys: machines.map(({ key }) => key), problems: source.problems?.() ?? [] };
}

describe('patterns of files', () => {
  it.each([
    ['src/**/*.machine.ts', ['src/a.machine.ts', 'src/b/c.machine.ts'], ['src/a.ts', 'lib/a.machine.ts']],
    ['src/*.{ts,tsx}', ['src/a.ts', 'src/a.tsx'], ['src/b/a.ts', 'src/a.js']],
    ['./m?.js', ['m1.js'], ['m.js', 'm10.js']],
  ])('%s', (pattern, matching, others) => {
    const test = toPathTest(pattern);
    expect([...matching, ...others].filter((file) => test.test(file))).toEqual(matching);
  });

  it('find no packages, hidden folders or type declarations, and take a path as it is', () => {
    for (const file of ['src/a.machine.ts', 'src/.cache/b.machine.ts', 'src/node_modules/c.machine.ts', 'src/d.machine.d.ts'])
      put(file, '');
    expect(findFiles(root, ['**/*.machine*.ts', path.join(root, 'src/a.machine.ts'), 'nowhere/*.ts'])).toEqual(['src/a.machine.ts']);
  });
});

describe('the command line', () => {
  it('takes the command before or after the files', () => {
    expect(parseArguments(['src/*.ts', 'build', '--out', 'site'])).toMatchObject({ command: 'build', patterns: ['src/*.ts'], out: 'site' });
    expect(parseArguments(['svg', 'a.ts', 'b.ts', '--dark'])).toMatchObject({ command: 'svg', patterns: ['a.ts', 'b.ts'], isDark: true });
    expect(parseArguments(['a.ts', '--watch'])).toMatchObject({ command: 'serve', isWatching: true });
    expect(parseArguments(['--help'])).toBeUndefined();
  });

  it.each([[[]], [['build']], [['a.ts', '--port', 'x']], [['a.ts', 'md', '--watch']], [['a.ts', '--colour']]])('refuses %j', (args) => {
    expect(() => parseArguments(args)).toThrow(UsageError);
  });
});

describe('machines of modules', () => {
  it('are those that are exported, by their folders and names', async () => {
    put('src/shop/cart.machine.mjs', lamp('cartMachine', 'cart'));
    put('src/shop/door/lamp.machine.mjs', `${lamp('machine')} export { machine as default };`);
    put('src/shop/both.machine.mjs', `${lamp('first')} export const all = { first, again: first };`);
    const { keys, machines, problems } = await read('src/**/*.machine.mjs');
    expect(keys).toEqual(['first', 'cart', 'door/lamp']);
    expect(machines[2]?.at).toMatch(/^src\/shop\/door\/lamp\.machine\.mjs (?:machine|default)$/);
    expect(problems).toEqual([]);
  });

  it('come from a machine source with its keys and examples', async () => {
    put('lamp.mjs', lamp('lamp'));
    put(
      'source.mjs',
      "import { lamp } from './lamp.mjs'; export const source = { name: 'x', machines: async () => [{ key: 'house/lamp', at: 'lamp', machine: lamp, events: [{ type: 'TOGGLE' }] }] };",
    );
    const { machines } = await read('source.mjs');
    expect(machines).toMatchObject([{ key: 'house/lamp', events: [{ type: 'TOGGLE' }], code: { path: ['source'], key: 'house/lamp' } }]);
  });

  it('are shown although others are broken, each of which is named in one sentence', async () => {
    put('a.machine.mjs', lamp('a'));
    put('window.machine.mjs', 'export const title = window.title;');
    put('syntax.machine.mjs', 'export const = 1;');
    put('missing.machine.mjs', "import './nowhere.mjs';");
    put(
      'target.machine.mjs',
      "import { createMachine } from 'xstate'; export const b = createMachine({ initial: 'x', states: { x: { on: { GO: 'y' } } } });",
    );
    put('old.machine.mjs', 'export const old = { __xstatenode: true, withConfig() {} };');
    put('none.machine.mjs', 'export const nothing = 1;');
    const { keys, problems } = await read('*.machine.mjs');
    expect(keys).toEqual(['a']);
    expect(Object.fromEntries(problems.map(({ at, message }) => [at, message]))).toEqual({
      'missing.machine.mjs': expect.stringMatching(/^The module cannot be loaded: .*nowhere\.mjs.*\.$/),
      'none.machine.mjs': 'The module exports no machine.',
      'old.machine.mjs old': 'It is a machine of XState 4; machines of XState 5 are shown.',
      'syntax.machine.mjs': expect.stringMatching(/^The module cannot be loaded: .*\.$/),
      'target.machine.mjs': expect.stringMatching(/^The module cannot be loaded: .*'y'.*\.$/),
      'window.machine.mjs': 'The module cannot be loaded: window is not defined.',
    });
    for (const { message } of problems) expect(message).not.toMatch(/\n|foreign-/);
  });
});

describe('the code of machines', () => {
  it('is bundled without what is missing in browsers, and without modules that cannot be bundled', async () => {
    put('file.machine.mjs', `import { readFileSync } from 'node:fs'; export const read = () => readFileSync('x'); ${lamp('lamp')}`);
    put('odd.machine.mjs', `${lamp('odd')} export const load = () => import('./odd.wasm');`);
    put('odd.wasm', '');
    const { machines } = await read('*.machine.mjs');
    const { keys, script, problems } = await bundleMachines(root, machines);
    expect([...keys]).toEqual(['lamp']);
    expect(script).toContain('VISUALISER_MACHINES');
    expect(problems).toEqual([
      { at: 'odd.machine.mjs', message: expect.stringMatching(/^It is drawn, but cannot be simulated: No loader .*\)$/) },
    ]);
  });
});

it('summarizes errors in one line, with paths from the project', () => {
  expect(summarizeError(new Error(`Transform failed with 1 error:\n${root}/src/a.ts:3:1: ERROR: Unexpected "="`), root)).toBe(
    'src/a.ts:3:1: Unexpected "=".',
  );
  expect(summarizeError({ errors: [{ text: 'No loader', location: { file: 'a.ts', line: 3, column: 1 } }] }, root)).toBe(
    'No loader (a.ts:3:1)',
  );
  expect(summarizeError('plain', root)).toBe('plain.');
});
