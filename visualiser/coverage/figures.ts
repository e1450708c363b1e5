import type { Chart, ChartState } from '../model/chart.ts';
import { computeChartPrint } from '../model/chart-index.ts';
import type { Coverage, MachineCoverage, Suite, SuiteFilter } from '../model/coverage.ts';
import type { GalleryMachine } from '../model/gallery.ts';

export const SUITES: readonly Suite[] = ['unit', 'paths', 'browser'];

/** A number of parts out of all. */
export interface Ratio {
  reached: number;
  all: number;
}

export const addRatios = (figures: readonly Ratio[]): Ratio => ({
  reached: figures.reduce((sum, { reached }) => sum + reached, 0),
  all: figures.reduce((sum, { all }) => sum + all, 0),
});

/** Whole percent; 100 only if everything is reached, and 0 only if nothing is. */
export function toPercent({ reached, all }: Ratio): number {
  if (all === 0 || reached === all) return 100;
  return reached === 0 ? 0 : Math.min(99, Math.max(1, Math.round((reached / all) * 100)));
}

/** History states are never active, so they do not count. */
const listReachableStates = (state: ChartState): ChartState[] => [
  ...(state.kind === 'history' ? [] : [state]),
  ...state.children.flatMap(listReachableStates),
];

/** Ids of the countable states and transitions of a chart, in reading order. */
const listParts = ({ root, transitions }: Chart) => ({
  states: listReachableStates(root).map(({ id }) => id),
  transitions: transitions.map(({ id }) => id),
});

export type MeasuredSuites = Pick<MachineCoverage, 'suites'>;

/** Ids of reached states and transitions. */
export function getReached({ suites }: MeasuredSuites, filter: SuiteFilter): ReadonlySet<string> {
  const counted = filter === 'all' ? SUITES : [filter];
  return new Set(counted.flatMap((suite) => [...suites[suite].states, ...suites[suite].transitions]));
}

export interface ChartFigures {
  states: Ratio;
  transitions: Ratio;
  /** Ids that were not reached, transitions after their source state. */
  unreached: readonly string[];
}

export function computeFigures(chart: Chart, reached: ReadonlySet<string>): ChartFigures {
  const { states, transitions } = listParts(chart);
  const isMissing = (id: string) => !reached.has(id);
  const count = (ids: readonly string[]): Ratio => ({ reached: ids.filter((id) => reached.has(id)).length, all: ids.length });
  return {
    states: count(states),
    transitions: count(transitions),
    unreached: states.flatMap((state) =>
      [state, ...chart.transitions.filter(({ source }) => source === state).map(({ id }) => id)].filter(isMissing),
    ),
  };
}

const NOTHING_REACHED = { states: [], transitions: [] };
const UNMEASURED: MeasuredSuites = { suites: { unit: NOTHING_REACHED, paths: NOTHING_REACHED, browser: NOTHING_REACHED } };

/** What was measured of the current version of a machine; undefined if the machine changed since. */
export function findMeasured({ machines }: Coverage, { key, chart }: GalleryMachine): MeasuredSuites | undefined {
  const found = machines.find((one) => one.key === key);
  return found?.print === computeChartPrint(chart) ? found : undefined;
}

/** Ids drawn as reached. A history state counts if a transition to it was taken. */
export function getReachedInDrawing(chart: Chart, measured: MeasuredSuites | undefined, filter: SuiteFilter): ReadonlySet<string> {
  const reached = getReached(measured ?? UNMEASURED, filter);
  const listStates = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(listStates)];
  const remembered = listStates(chart.root).filter(
    ({ kind, id }) => kind === 'history' && chart.transitions.some((one) => one.targets.includes(id) && reached.has(one.id)),
  );
  return new Set([...reached, ...remembered.map(({ id }) => id)]);
}

/** A machine in the coverage table. */
export interface CoverageRow extends ChartFigures {
  machine: GalleryMachine;
  /** False if the machine changed since, or no test ran it. */
  isMeasured: boolean;
  /** States and transitions together, by suite. */
  bySuite: Readonly<Record<Suite, Ratio>>;
}

/** Rows for all machines, counted for one suite or for all. */
export function buildRows(machines: readonly GalleryMachine[], coverage: Coverage, filter: SuiteFilter): CoverageRow[] {
  return machines.map((machine) => {
    const { chart } = machine;
    const measured = findMeasured(coverage, machine);
    const computeFor = (suiteFilter: SuiteFilter) => computeFigures(chart, getReached(measured ?? UNMEASURED, suiteFilter));
    const computeSum = (suite: Suite) => {
      const { states, transitions } = computeFor(suite);
      return addRatios([states, transitions]);
    };
    return {
      machine,
      isMeasured: measured !== undefined,
      ...computeFor(filter),
      bySuite: { unit: computeSum('unit'), paths: computeSum('paths'), browser: computeSum('browser') },
    };
  });
}
