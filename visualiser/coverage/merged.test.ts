import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { coverageSummary, coverageText } from '#tools/machines/coverage.ts';
import { projectMachines } from '../adapter/project-machines.ts';
import { buildGallery } from '../gallery/build-gallery.ts';
import { computeChartPrint } from '../model/chart-index.ts';
import type { CoveragePart, Sighting } from '../model/coverage.ts';
import { computeMachinePrint } from '../model/ids.ts';
import { figuresOf, percentOf, reachedBy, reachedInDrawing, rowsOf } from './figures.ts';
import { isPartial, merged } from './merged.ts';
import { ordered } from './order.ts';
import { PARTS, readParts, writePart } from './parts.ts';

/** It has a state that nothing leads to. */
const planted = setup({}).createMachine({
  id: 'planted',
  initial: 'here',
  states: { here: { on: { go: 'there', jump: 'island' } }, there: { on: { back: 'last' } }, island: {}, last: { type: 'history' } },
});
const plain = setup({}).createMachine({ id: 'plain' });
const gallery = await buildGallery({
  name: 'sea',
  machines: async () => [
    { key: 'sea/planted', at: 'planted.ts planted', machine: planted },
    { key: 'sea/plain', at: 'plain.ts plain', machine: plain },
  ],
});

const seen = (suite: Sighting['suite'], states: string[], transitions: string[]): Sighting => ({
  id: 'planted',
  print: computeMachinePrint(planted),
  suite,
  states,
  transitions,
});
const parts: CoveragePart[] = [
  { file: 'a.test.ts', sightings: [seen('unit', ['planted', 'planted.here'], []), seen('paths', ['planted'], [])] },
  {
    file: 'b.test.ts',
    sightings: [seen('unit', ['planted.there'], ['planted.here:go:0']), { ...seen('unit', ['planted.island'], []), print: 'other' }],
  },
];
const coverage = merged(gallery, parts, ['a.test.ts', 'b.test.ts']);

describe('coverage', () => {
  it('holds what all files reached together, by who reached it, and nothing of a machine that was another', () => {
    expect(coverage.machines.map(({ key, suites }) => [key, suites.unit, suites.paths.states])).toEqual([
      ['sea/plain', { states: [], transitions: [] }, []],
      ['sea/planted', { states: ['planted', 'planted.here', 'planted.there'], transitions: ['planted.here:go:0'] }, ['planted']],
    ]);
  });

  it('is partial while a file of tests has not told', () => {
    expect(isPartial(coverage)).toBe(false);
    const some = merged(gallery, parts, ['a.test.ts', 'b.test.ts', 'c.test.ts']);
    expect(some.files).toEqual({ all: 3, told: 2 });
    expect(coverageSummary(gallery, some)).toContain('partial: 2 of 3 files');
    expect(coverageText(gallery, some)).toContain('**This is partial');
    expect(coverageText(gallery, coverage)).not.toContain('partial');
  });

  it('names what nobody reached, and counts no history state', () => {
    const text = coverageText(gallery, coverage);
    const section = text.slice(text.indexOf('## Reached by no test'), text.indexOf('<details>'));
    expect(section).toContain('- sea/planted\n  - `planted.here:jump:0`\n  - `planted.there:back:0`\n  - `planted.island`\n');
    expect(text).toContain('| sea/planted | 3 of 4 | 1 of 3 |');
    expect(text).toContain('- sea/plain');
    expect(coverageSummary(gallery, coverage)).toBe(
      'machines: 3 of 5 states and 1 of 3 transitions reached (unit tests 50 %, paths 13 %, browser tests 0 %)',
    );
  });

  it('is read by one kind of tests or by all', () => {
    const [, machine] = gallery.machines;
    if (!machine) throw new Error('no machine');
    const [, measured] = coverage.machines;
    if (!measured) throw new Error('nothing measured');
    expect([...reachedBy(measured, 'paths')]).toEqual(['planted']);
    expect(figuresOf(machine.chart, reachedBy(measured, 'paths')).states).toEqual({ reached: 1, all: 4 });
    expect(reachedInDrawing(machine.chart, measured, 'all').has('planted.last')).toBe(false);
  });

  it('is never rounded up to everything, nor down to nothing', () => {
    expect([percentOf({ reached: 999, all: 1000 }), percentOf({ reached: 1, all: 1000 })]).toEqual([99, 1]);
    expect([percentOf({ reached: 2, all: 2 }), percentOf({ reached: 0, all: 2 }), percentOf({ reached: 0, all: 0 })]).toEqual([
      100, 0, 100,
    ]);
  });

  it('is sorted by name or by worth', () => {
    const rows = rowsOf(gallery.machines, coverage, 'all');
    const keys = (...how: [Parameters<typeof ordered>[1], boolean]) => ordered(rows, ...how).map(({ machine }) => machine.key);
    expect(keys('machine', true)).toEqual(['sea/planted', 'sea/plain']);
    expect(keys('states', false)).toEqual(['sea/plain', 'sea/planted']);
    expect(keys('states', true)).toEqual(['sea/planted', 'sea/plain']);
  });

  it('knows the machines of the project by what it sees of them', async () => {
    const ours = await projectMachines.machines();
    const { machines } = await buildGallery(projectMachines);
    const names = machines.map(({ chart }) => `${chart.id} ${computeChartPrint(chart)}`);
    expect(names.toSorted()).toEqual(ours.map(({ machine }) => `${machine.id} ${computeMachinePrint(machine)}`).toSorted());
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('parts of coverage', () => {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'coverage-')), PARTS);
  afterAll(() => rmSync(path.dirname(path.dirname(folder)), { recursive: true, force: true }));

  it('are one for each file, the newest', () => {
    expect(readParts(folder)).toEqual([]);
    for (const part of parts) writePart(folder, part);
    writePart(folder, { file: 'a.test.ts', sightings: [] });
    expect(readParts(folder)).toEqual([{ file: 'a.test.ts', sightings: [] }, parts[1]]);
  });
});
