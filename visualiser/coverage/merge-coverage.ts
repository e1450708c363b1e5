import { computeChartPrint } from '../model/chart-index.ts';
import type { Coverage, CoveragePart, Reached, Sighting, Suite } from '../model/coverage.ts';
import type { Gallery } from '../model/gallery.ts';

const uniteReached = (sightings: readonly Sighting[], suite: Suite): Reached => {
  const inSuite = sightings.filter((one) => one.suite === suite);
  const collectIds = (ids: (sighting: Sighting) => readonly string[]) => [...new Set(inSuite.flatMap(ids))].toSorted();
  return { states: collectIds(({ states }) => states), transitions: collectIds(({ transitions }) => transitions) };
};

/**
 * Unites what all test files reached, for the current versions of the machines. Machines with equal id and print cannot be distinguished:
 * what one of them reached counts for each. `files` are all test files that should have reported.
 */
export function mergeCoverage({ machines }: Gallery, parts: readonly CoveragePart[], files: readonly string[]): Coverage {
  const toKey = (id: string, print: string) => `${print} ${id}`;
  const byKey = new Map<string, Sighting[]>();
  for (const sighting of parts.flatMap(({ sightings }) => sightings)) {
    const sightingKey = toKey(sighting.id, sighting.print);
    const known = byKey.get(sightingKey);
    if (known) known.push(sighting);
    else byKey.set(sightingKey, [sighting]);
  }
  const reportedFiles = new Set(parts.map(({ file }) => file));
  return {
    format: 'machine-coverage',
    version: 1,
    files: { all: files.length, told: files.filter((file) => reportedFiles.has(file)).length },
    machines: machines.map(({ key, chart }) => {
      const print = computeChartPrint(chart);
      const sightings = byKey.get(toKey(chart.id, print)) ?? [];
      return {
        key,
        print,
        suites: {
          unit: uniteReached(sightings, 'unit'),
          paths: uniteReached(sightings, 'paths'),
          browser: uniteReached(sightings, 'browser'),
        },
      };
    }),
  };
}

/** Whether some test files have not reported. */
export const isPartial = ({ files: { all, told } }: Coverage): boolean => told < all;
