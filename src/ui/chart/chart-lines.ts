import type { Metric } from '../report/report-metrics.tsx';

/** One line, or one share of a stack, over all points. */
export interface ChartLine {
  key: string;
  label: string;
  unit: Metric['unit'];
  /** One for each point; null where there is no number, which is drawn as a gap and never as nothing. */
  data: readonly (number | null)[];
  form: 'line' | 'bar';
  /** Bars of a stack stand on one another. */
  stacked?: boolean;
  /** From this point on the line is not known in full: that part is dashed. */
  movingFrom?: number;
  /** What is left over of all others: drawn in grey. */
  isRest?: boolean;
}

/** What happened at a point. */
export interface ChartMark {
  /** One of the points. */
  at: string;
  kind: 'ok' | 'info' | 'warn' | 'error' | 'muted';
  text: string;
}

/** Colours of tokens.css; they go round where there are more lines. */
const COLOURS = 8;

export const colour = (index: number): string => `var(--ads-chart-${(index % COLOURS) + 1})`;
const REST = 'var(--ads-chart-rest)';
/** A line above a stack has to be told from all of its colours. */
const ABOVE = ['var(--ads-chart-above)', 'var(--ads-chart-above-2)', 'var(--ads-chart-above-3)'];

/** A line with its colour, and the axis it is measured by: the first unit stands left, every other one right. */
export interface PlacedLine extends ChartLine {
  colour: string;
  axis: 0 | 1;
}

export function placedLines(lines: readonly ChartLine[]): PlacedLine[] {
  const first = lines[0]?.unit;
  const hasStack = lines.some(({ stacked }) => stacked);
  let among = 0;
  let above = 0;
  const colourOf = ({ stacked, isRest }: ChartLine) => {
    if (isRest) return REST;
    if (hasStack && !stacked) return ABOVE[above++ % ABOVE.length] ?? REST;
    return colour(among++);
  };
  return lines.map((line) => ({ ...line, colour: colourOf(line), axis: line.unit === first ? 0 : 1 }));
}

/** Units of the two axes; the right one is undefined where nothing is measured by it. */
export const axisUnits = (lines: readonly ChartLine[]): [Metric['unit'] | undefined, Metric['unit'] | undefined] => {
  const first = lines[0]?.unit;
  return [first, lines.find(({ unit }) => unit !== first)?.unit];
};

/** What is known of some line at this point is not all of it. */
export const isIncomplete = (lines: readonly Pick<ChartLine, 'data' | 'movingFrom'>[], at: number): boolean =>
  lines.some(({ data, movingFrom }) => movingFrom !== undefined && at >= movingFrom && data[at] !== null);

export const hasPoints = (lines: readonly Pick<ChartLine, 'data'>[]): boolean =>
  lines.some(({ data }) => data.some((value) => value !== null));

/** What a stack comes to at each point; null where none of it is known. */
export function stackTotals(lines: readonly ChartLine[], points: number): (number | null)[] {
  const stack = lines.filter(({ stacked }) => stacked);
  return Array.from({ length: points }, (_, at) => {
    const known = stack.flatMap(({ data }) => data[at] ?? []);
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
  });
}
