import { computeChartPrint } from '../model/chart-index.ts';
import type { Coverage, CoveragePart, Reached, Sighting, Suite } from '../model/coverage.ts';
import type { Gallery } from '../model/gallery.ts';

const union = (sightings: readonly Sighting[], suite: Suite): Reached => {
  const own = sightings.filter((one) => one.suite === suite);
  const all = (ids: (sighting: Sighting) => readonly string[]) => [...new Set(own.flatMap(ids))].toSorted();
  return { states: all(({ states }) => states), transitions: all(({ transitions }) => transitions) };
};

/**
 * What all files of tests reached together, of the machines as they are now. Machines of the same name, states and transitions cannot be
 * told apart: what one of them reached counts for each. `files` are all files of tests that could have told.
 */
export function merged({ machines }: Gallery, parts: readonly CoveragePart[], files: readonly string[]): Coverage {
  const nameOf = (id: string, print: string) => `${print} ${id}`;
  const byName = new Map<string, Sighting[]>();
  for (const sighting of parts.flatMap(({ sightings }) => sightings)) {
    const name = nameOf(sighting.id, sighting.print);
    const known = byName.get(name);
    if (known) known.push(sighting);
    else byName.set(name, [sighting]);
  }
  const told = new Set(parts.map(({ file }) => file));
  return {
    format: 'machine-coverage',
    version: 1,
    files: { all: files.length, told: files.filter((file) => told.has(file)).length },
    machines: machines.map(({ key, chart }) => {
      const print = computeChartPrint(chart);
      const sightings = byName.get(nameOf(chart.id, print)) ?? [];
      return {
        key,
        print,
        suites: { unit: union(sightings, 'unit'), paths: union(sightings, 'paths'), browser: union(sightings, 'browser') },
      };
    }),
  };
}

/** Whether only some of the tests were run. */
export const isPartial = ({ files: { all, told } }: Coverage): boolean => told < all;
