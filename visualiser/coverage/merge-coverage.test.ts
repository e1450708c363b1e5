import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { coverageSummary, coverageText } from '#tools/machines/coverage.ts';
import { projectMachines } from '#tools/visualiser/project-machines.ts';
import { buildGallery } from '../gallery/build-gallery.ts';
import { computeChartPrint } from '../model/chart-index.ts';
import type { CoveragePart, Sighting } from '../model/coverage.ts';
import { computeMachinePrint } from '../model/ids.ts';
import { buildRows, computeFigures, getReached, getReachedInDrawing, toPercent } from './figures.ts';
import { isPartial, mergeCoverage } from './merge-coverage.ts';
import { COVERAGE_PARTS_FOLDER, readParts, writePart } from './parts.ts';
import { sortRows } from './sort-rows.ts';

/** Has a state that no transition leads to. */
const plantedMachine = setup({}).createMachine({
  id: 'planted',
  initial: 'here',
  states: { here: { on: { go: 'there', jump: 'island' } }, there: { on: { back: 'last' } }, island: {}, last: { type: 'history' } },
});
const plainMachine = setup({}).createMachine({ id: 'plain' });
const gallery = await buildGallery({
  name: 'sea',
  machines: async () => [
    { key: 'sea/planted', at: 'planted.ts planted', machine: plantedMachine },
    { key: 'sea/plain', at: 'plain.ts plain', machine: plainMachine },
  ],
});

const createSighting = (suite: Sighting['suite'], states: string[], transitions: string[]): Sighting => ({
  id: 'planted',
  print: computeMachinePrint(plantedMachine),
  suite,
  states,
  transitions,
});
const parts: CoveragePart[] = [
  { file: 'a.test.ts', sightings: [createSighting('unit', ['planted', 'planted.here'], []), createSighting('paths', ['planted'], [])] },
  {
    file: 'b.test.ts',
    sightings: [
      createSighting('unit', ['planted.there'], ['planted.here:go:0']),
      { ...createSighting('unit', ['planted.island'], []), print: 'other' },
    ],
  },
];
const coverage = mergeCoverage(gallery, parts, ['a.test.ts', 'b.test.ts']);

describe('coverage', () => {
  it('unites what all files reached, by suite, and ignores other versions of a machine', () => {
    expect(coverage.machines.map(({ key, suites }) => [key, suites.unit, suites.paths.states])).toEqual([
      ['sea/plain', { states: [], transitions: [] }, []],
      ['sea/planted', { states: ['planted', 'planted.here', 'planted.there'], transitions: ['planted.here:go:0'] }, ['planted']],
    ]);
  });

  it('is partial while some test files have not reported', () => {
    expect(isPartial(coverage)).toBe(false);
    const some = mergeCoverage(gallery, parts, ['a.test.ts', 'b.test.ts', 'c.test.ts']);
    expect(some.files).toEqual({ all: 3, told: 2 });
    expect(coverageSummary(gallery, some)).toContain('partial: 2 of 3 files');
    expect(coverageText(gallery, some)).toContain('**This is partial');
    expect(coverageText(gallery, coverage)).not.toContain('partial');
  });

  it('lists what was not reached, without history states', () => {
    const text = coverageText(gallery, coverage);
    const section = text.slice(text.indexOf('## Reached by no test'), text.indexOf('<details>'));
    expect(section).toContain('- sea/planted\n  - `planted.here:jump:0`\n  - `planted.there:back:0`\n  - `planted.island`\n');
    expect(text).toContain('| sea/planted | 3 of 4 | 1 of 3 |');
    expect(text).toContain('- sea/plain');
    expect(coverageSummary(gallery, coverage)).toBe(
      'machines: 3 of 5 states and 1 of 3 transitions reached (unit tests 50 %, paths 13 %, browser tests 0 %)',
    );
  });

  it('can be filtered by suite', () => {
    const [, machine] = gallery.machines;
    if (!machine) throw new Error('no machine');
    const [, measured] = coverage.machines;
    if (!measured) throw new Error('nothing measured');
    expect([...getReached(measured, 'paths')]).toEqual(['planted']);
    expect(computeFigures(machine.chart, getReached(measured, 'paths')).states).toEqual({ reached: 1, all: 4 });
    expect(getReachedInDrawing(machine.chart, measured, 'all').has('planted.last')).toBe(false);
  });

  it('is only 100 or 0 percent if that is exact', () => {
    expect([toPercent({ reached: 999, all: 1000 }), toPercent({ reached: 1, all: 1000 })]).toEqual([99, 1]);
    expect([toPercent({ reached: 2, all: 2 }), toPercent({ reached: 0, all: 2 }), toPercent({ reached: 0, all: 0 })]).toEqual([
      100, 0, 100,
    ]);
  });

  it('can be sorted by name or by value', () => {
    const rows = buildRows(gallery.machines, coverage, 'all');
    const sortKeys = (...how: [Parameters<typeof sortRows>[1], boolean]) => sortRows(rows, ...how).map(({ machine }) => machine.key);
    expect(sortKeys('machine', true)).toEqual(['sea/planted', 'sea/plain']);
    expect(sortKeys('states', false)).toEqual(['sea/plain', 'sea/planted']);
    expect(sortKeys('states', true)).toEqual(['sea/planted', 'sea/plain']);
  });

  it('distinguishes all machines of the project by id and print', async () => {
    const ours = await projectMachines.machines();
    const { machines } = await buildGallery(projectMachines);
    const names = machines.map(({ chart }) => `${chart.id} ${computeChartPrint(chart)}`);
    expect(names.toSorted()).toEqual(ours.map(({ machine }) => `${machine.id} ${computeMachinePrint(machine)}`).toSorted());
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('coverage parts', () => {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'coverage-')), COVERAGE_PARTS_FOLDER);
  afterAll(() => rmSync(path.dirname(path.dirname(folder)), { recursive: true, force: true }));

  it('are kept once per file, the newest one', () => {
    expect(readParts(folder)).toEqual([]);
    for (const part of parts) writePart(folder, part);
    writePart(folder, { file: 'a.test.ts', sightings: [] });
    expect(readParts(folder)).toEqual([{ file: 'a.test.ts', sightings: [] }, parts[1]]);
  });
});
