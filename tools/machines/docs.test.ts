import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise } from 'xstate';
import { type Files, machineDocs, outdated, writeFiles } from './docs.ts';

const bell = createMachine({ id: 'bell', description: 'Rings | now.', on: { rung: { actions: 'ring' } } });

const lamp = (description: string): AnyStateMachine =>
  createMachine(
    {
      id: 'lamp',
      description,
      initial: 'off',
      states: {
        off: {
          description: 'It is dark.',
          tags: 'dark',
          on: { pressed: { guard: 'hasPower', target: 'on', description: 'With *power*.' }, '*': { actions: 'sigh' } },
        },
        on: {
          entry: 'warm',
          invoke: [{ src: 'bell' }, { id: 'light', src: 'glow', onDone: 'off' }],
          after: { patience: 'off' },
        },
      },
    },
    { actors: { bell, glow: fromPromise(async () => 1) }, delays: { patience: 90_000 } },
  );

const project = (machine: AnyStateMachine) => ({
  name: 'House',
  machines: async () => [
    { key: 'hall/lamp', at: 'hall/lamp.ts lamp', machine },
    { key: 'door/bell', at: 'door/bell.ts bell', machine: bell as AnyStateMachine },
  ],
});

const written: Files = await machineDocs(project(lamp('Light.')));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ad-machine-docs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the pages of machines', () => {
  it('are one for each machine with its drawing, light and dark, and an index by folder', () => {
    expect([...written.keys()].toSorted()).toEqual([
      'README.md',
      'door/bell.dark.svg',
      'door/bell.md',
      'door/bell.svg',
      'hall/lamp.dark.svg',
      'hall/lamp.md',
      'hall/lamp.svg',
    ]);
    expect(written.get('README.md')).toContain('## hall\n\n| machine | what it is |\n|---|---|\n| [lamp](hall/lamp.md) | Light. |\n');
    expect(written.get('README.md')).toContain('| [bell](door/bell.md) | Rings \\| now. |');
    expect(written.get('hall/lamp.svg')).toMatch(/^<svg /);
    expect(written.get('hall/lamp.svg')).not.toBe(written.get('hall/lamp.dark.svg'));
  });

  it('say everything about a machine', () => {
    const page = written.get('hall/lamp.md') ?? '';
    for (const row of [
      '<source media="(prefers-color-scheme: dark)" srcset="lamp.dark.svg">',
      '<img alt="Statechart of lamp" src="lamp.svg">',
      '| &nbsp;&nbsp;`off` | atomic | It is dark. | `dark` |',
      '| `pressed` | `off` → `on` if `hasPower` (With \\*power\\*.) |',
      '| `*` | `off` → stays |',
      '| `hasPower` | `pressed` in `off` |',
      '| `warm` | entering `on` |',
      '| [`bell`](../door/bell.md) | `on` as `0.lamp.on` |',
      '| `glow` | `on` as `light` |',
      '| `patience` | 1.5 min | `on` |',
      '```mermaid\nstateDiagram-v2\n',
    ]) {
      expect(page).toContain(row);
    }
    expect(written.get('door/bell.md')).not.toContain('## Delays');
  });

  it('are the same bytes for the same machines', async () => {
    expect(await machineDocs(project(lamp('Light.')))).toEqual(written);
  });

  it('are missed when a machine says something else, a file was touched or lost, and nothing else', async () => {
    writeFiles(folder, written);
    expect(outdated(folder, written)).toEqual([]);
    appendFileSync(path.join(folder, 'door/bell.svg'), ' ');
    rmSync(path.join(folder, 'door/bell.md'));
    expect(outdated(folder, await machineDocs(project(lamp('Lights.')))).toSorted()).toEqual([
      'README.md is not what its machine says',
      'door/bell.md is missing',
      'door/bell.svg is not what its machine says',
      'hall/lamp.dark.svg is not what its machine says',
      'hall/lamp.md is not what its machine says',
      'hall/lamp.svg is not what its machine says',
    ]);
  });

  it('go with their machines, and leave what is right alone', () => {
    mkdirSync(path.join(folder, 'attic/box'), { recursive: true });
    writeFileSync(path.join(folder, 'attic/box/clock.md'), 'tick');
    writeFileSync(path.join(folder, 'clock.svg'), 'tock');
    expect(outdated(folder, written).filter((line) => line.endsWith('is of no machine'))).toEqual([
      'attic/box/clock.md is of no machine',
      'clock.svg is of no machine',
    ]);
    writeFiles(folder, written);
    expect(outdated(folder, written)).toEqual([]);
    expect(existsSync(path.join(folder, 'attic'))).toBe(false);
    const { mtimeMs } = statSync(path.join(folder, 'README.md'));
    writeFiles(folder, written);
    expect(statSync(path.join(folder, 'README.md')).mtimeMs).toBe(mtimeMs);
    expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toBe(written.get('README.md'));
  });
});
