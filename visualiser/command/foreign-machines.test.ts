import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { root as repository } from '#tools/source.ts';
import type { Gallery } from '../model/gallery.ts';
import type { Scenario, Step } from '../model/scenario.ts';
import { simulate } from '../simulate/simulate.ts';

const FIXTURES = path.join(repository, 'visualiser/fixtures/foreign');

/** Versions of XState by the names of their packages here. */
const VERSIONS = ['xstate-5-0', 'xstate-5-9', 'xstate-5-19', 'xstate'] as const;
type Version = (typeof VERSIONS)[number];

interface Shown {
  gallery: Gallery;
  load: (key: string) => Promise<AnyStateMachine>;
}

const folders: string[] = [];
const shown = new Map<Version, Shown>();

function getShown(version: Version): Shown {
  const found = shown.get(version);
  if (!found) throw new Error(`the machines of ${version} were not read`);
  return found;
}

/** Reads the fixtures as those of a project with its own XState, as the command does. */
async function read(version: Version): Promise<Shown> {
  const root = mkdtempSync(path.join(tmpdir(), `${version}-`));
  folders.push(root);
  mkdirSync(path.join(root, 'node_modules/@sanity'), { recursive: true });
  symlinkSync(path.join(repository, 'node_modules', version), path.join(root, 'node_modules/xstate'));
  symlinkSync(path.join(repository, 'node_modules/@sanity/comlink'), path.join(root, 'node_modules/@sanity/comlink'));
  cpSync(FIXTURES, path.join(root, 'src'), { recursive: true });
  writeFileSync(path.join(root, 'package.json'), '{"name":"foreign","type":"module"}');
  const out = path.join(root, 'out');
  const job = { kind: 'data', root, name: 'foreign', patterns: ['src/**/*.machine.ts'], out, page: '', isDark: false };
  await promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), path.join(repository, 'visualiser/command/main.ts'), '--job', JSON.stringify(job)],
    { cwd: root },
  );
  const page: { VISUALISER_MACHINES?: Record<string, () => Promise<AnyStateMachine>> } = {};
  runInNewContext(readFileSync(path.join(out, 'code.js'), 'utf8'), { ...pageGlobals, globalThis: page });
  return {
    gallery: JSON.parse(readFileSync(path.join(out, 'gallery.json'), 'utf8')) as Gallery,
    load: async (key) => {
      const machine = await page.VISUALISER_MACHINES?.[key]?.();
      if (!machine) throw new Error(`there is no code of ${key}`);
      return machine;
    },
  };
}

const pageGlobals = { setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask, console, URL, AbortController, crypto };

beforeAll(async () => {
  for (const version of VERSIONS) shown.set(version, await read(version));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const scenarioOf = (machine: string, steps: readonly Step[], input?: unknown): Scenario => ({
  format: 'xstate-scenario',
  version: 1,
  title: machine,
  machine,
  ...(input !== undefined && { input }),
  steps,
});

const send = (type: string, more: Record<string, unknown> = {}): Step => ({ do: 'send', event: { type, ...more } });

const RUNS: readonly [key: string, input: unknown, steps: readonly Step[], value: unknown][] = [
  [
    'fetchGreeting',
    { name: 'x' },
    [send('fetch'), { do: 'reject', actor: 'greet' }, { do: 'next' }, { do: 'resolve', actor: 'greet', output: 'Hi' }],
    'success',
  ],
  [
    'friends',
    undefined,
    [send('friend.added', { name: 'Ada' }), { do: 'send', to: 'friend-0', event: { type: 'edit' } }, send('all.saved')],
    {},
  ],
  ['donut', undefined, ['next', 'next', 'mixed.dry', 'mixed.wet', 'next'].map((type) => send(type)), 'fry'],
  [
    'watch',
    undefined,
    ['c', 'c', 'b pressed'].map((type) => send(type)),
    { display: { time: { setting: 'minutes' } }, light: 'on', power: 'alive' },
  ],
];

const SETUP_RUNS: typeof RUNS = [
  ['tiles', undefined, [send('tile.selected', { index: 1 }), send('tile.selected', { index: 2 })], 'playing'],
  ['editor', undefined, [send('mutation', { patch: 'p' }), send('ready')], { 'edit mode': { editable: 'idle' }, setup: 'complete' }],
  [
    'creditCheck',
    { ssn: '1' },
    [
      send('submit'),
      { do: 'resolve', actor: '0.creditCheck.verifying', output: true },
      { do: 'resolve', actor: '0.creditCheck.checking.first.asking', output: 700 },
      { do: 'resolve', actor: '0.creditCheck.checking.second.asking', output: 600 },
    ],
    'denied',
  ],
];

describe('machines of other projects', () => {
  it('are more than twenty, of which every one is drawn and can be simulated', () => {
    const { machines, problems } = getShown('xstate').gallery;
    expect(machines.length).toBeGreaterThan(20);
    expect(machines.filter(({ isDrawingOnly }) => isDrawingOnly)).toEqual([]);
    expect(problems).toBeUndefined();
    // A machine without an id goes by its export.
    expect(machines.map(({ chart }) => chart.id)).toContain('stopwatch');
  });

  it.each(['xstate-5-9', 'xstate-5-19'] as const)('have the same charts with %s', (version) => {
    expect(getShown(version).gallery).toEqual(getShown('xstate').gallery);
  });

  it('are shown as far as an old version reaches, with one sentence about the rest', () => {
    const { machines, problems } = getShown('xstate-5-0').gallery;
    const current = getShown('xstate').gallery.machines;
    expect(problems).toEqual([
      { at: 'src/applications.machine.ts', message: expect.stringMatching(/^The module cannot be loaded: .*\.$/) },
    ]);
    expect(machines.length).toBeGreaterThan(10);
    for (const machine of machines) expect(machine, machine.key).toEqual(current.find(({ key }) => key === machine.key));
  });

  it.each(
    VERSIONS.flatMap((version) => [...RUNS, ...(version === 'xstate-5-0' ? [] : SETUP_RUNS)].map((run) => [version, ...run] as const)),
  )('with %s, %s is simulated by its own code', async (version, key, input, steps, value) => {
    const { results, machines } = simulate({ machine: await getShown(version).load(key), scenario: scenarioOf(key, steps, input) });
    expect(results.flatMap(({ faults }) => faults)).toEqual([]);
    expect(machines[0]?.value).toEqual(value);
  });

  it('are written down with their source', () => {
    const text = readFileSync(path.join(FIXTURES, 'README.md'), 'utf8');
    for (const { key } of getShown('xstate').gallery.machines) expect(text, key).toContain(`\`${key}\``);
    for (const file of readdirSync(FIXTURES).filter((name) => name.endsWith('.machine.ts'))) expect(text).toContain(file);
  });
});
