import type { Chart, ChartState } from '../model/chart.ts';
import { computeChartPrint } from '../model/chart-index.ts';
import type { Coverage, MachineCoverage, Suite, SuiteFilter } from '../model/coverage.ts';
import type { GalleryMachine } from '../model/gallery.ts';

export const SUITES: readonly Suite[] = ['unit', 'paths', 'browser'];

/** How many of how many. */
export interface Figure {
  reached: number;
  all: number;
}

export const sumOf = (figures: readonly Figure[]): Figure => ({
  reached: figures.reduce((sum, { reached }) => sum + reached, 0),
  all: figures.reduce((sum, { all }) => sum + all, 0),
});

/** Whole percent. Only what is complete is 100, and only what is untouched is 0. */
export function percentOf({ reached, all }: Figure): number {
  if (all === 0 || reached === all) return 100;
  return reached === 0 ? 0 : Math.min(99, Math.max(1, Math.round((reached / all) * 100)));
}

/** Nobody is ever in a history state: it is no state to be reached. */
const standable = (state: ChartState): ChartState[] => [...(state.kind === 'history' ? [] : [state]), ...state.children.flatMap(standable)];

/** Ids of the states and transitions of a chart that count, in the order they are read. */
const partsOf = ({ root, transitions }: Chart) => ({
  states: standable(root).map(({ id }) => id),
  transitions: transitions.map(({ id }) => id),
});

export type Measured = Pick<MachineCoverage, 'suites'>;

/** Ids of states and transitions that were reached. */
export function reachedBy({ suites }: Measured, reader: SuiteFilter): ReadonlySet<string> {
  const asked = reader === 'all' ? SUITES : [reader];
  return new Set(asked.flatMap((suite) => [...suites[suite].states, ...suites[suite].transitions]));
}

export interface Figures {
  states: Figure;
  transitions: Figure;
  /** Ids that were not reached, each transition behind the state it leaves. */
  unreached: readonly string[];
}

export function figuresOf(chart: Chart, reached: ReadonlySet<string>): Figures {
  const { states, transitions } = partsOf(chart);
  const isMissing = (id: string) => !reached.has(id);
  const count = (ids: readonly string[]): Figure => ({ reached: ids.filter((id) => reached.has(id)).length, all: ids.length });
  return {
    states: count(states),
    transitions: count(transitions),
    unreached: states.flatMap((state) =>
      [state, ...chart.transitions.filter(({ source }) => source === state).map(({ id }) => id)].filter(isMissing),
    ),
  };
}

const NOTHING = { states: [], transitions: [] };
const UNMEASURED: Measured = { suites: { unit: NOTHING, paths: NOTHING, browser: NOTHING } };

/** What was measured of a machine as it is now; nothing, where it was changed since. */
export function measuredOf({ machines }: Coverage, { key, chart }: GalleryMachine): Measured | undefined {
  const found = machines.find((one) => one.key === key);
  return found?.print === computeChartPrint(chart) ? found : undefined;
}

/** What is drawn as reached: history states stand for the states they lead to. */
export function reachedInDrawing(chart: Chart, measured: Measured | undefined, reader: SuiteFilter): ReadonlySet<string> {
  const reached = reachedBy(measured ?? UNMEASURED, reader);
  const all = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(all)];
  const remembered = all(chart.root).filter(
    ({ kind, id }) => kind === 'history' && chart.transitions.some((one) => one.targets.includes(id) && reached.has(one.id)),
  );
  return new Set([...reached, ...remembered.map(({ id }) => id)]);
}

/** One machine in a table. */
export interface Row extends Figures {
  machine: GalleryMachine;
  /** It was changed since, or nothing was run that knows it. */
  isMeasured: boolean;
  /** States and transitions together, by who reached them. */
  bySuite: Readonly<Record<Suite, Figure>>;
}

/** All machines with what a reader asks of them. */
export function rowsOf(machines: readonly GalleryMachine[], coverage: Coverage, reader: SuiteFilter): Row[] {
  return machines.map((machine) => {
    const { chart } = machine;
    const measured = measuredOf(coverage, machine);
    const of = (asked: SuiteFilter) => figuresOf(chart, reachedBy(measured ?? UNMEASURED, asked));
    const whole = (suite: Suite) => {
      const { states, transitions } = of(suite);
      return sumOf([states, transitions]);
    };
    return {
      machine,
      isMeasured: measured !== undefined,
      ...of(reader),
      bySuite: { unit: whole('unit'), paths: whole('paths'), browser: whole('browser') },
    };
  });
}
