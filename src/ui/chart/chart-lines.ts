import type { Metric } from '../report/report-metrics.tsx';

/** A line or one series of a stack over all points. */
export interface ChartLine {
  key: string;
  label: string;
  unit: Metric['unit'];
  /** A value for each point; null is drawn as a gap, never as zero. */
  data: readonly (number | null)[];
  form: 'line' | 'bar';
  /** Bars of a stack are drawn on top of each other. */
  stacked?: boolean;
  /** From this point on the values are provisional, and the line is dashed. */
  movingFrom?: number;
  /** The sum of all other series, drawn in grey. */
  isRest?: boolean;
}

/** An event at a point. */
export interface ChartMark {
  /** The point of the event. */
  at: string;
  kind: 'ok' | 'info' | 'warn' | 'error' | 'muted';
  text: string;
}

/** Number of chart colours in tokens.css; further lines reuse them. */
const COLOURS = 8;

export const colour = (index: number): string => `var(--ads-chart-${(index % COLOURS) + 1})`;
const REST = 'var(--ads-chart-rest)';
/** Lines above a stack need colours that differ from those of the stack. */
const ABOVE = ['var(--ads-chart-above)', 'var(--ads-chart-above-2)', 'var(--ads-chart-above-3)'];

/** A line with its colour and axis: the first unit uses the left axis, all others the right one. */
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

/** Units of the two axes; the right one is undefined when no line uses it. */
export const axisUnits = (lines: readonly ChartLine[]): [Metric['unit'] | undefined, Metric['unit'] | undefined] => {
  const first = lines[0]?.unit;
  return [first, lines.find(({ unit }) => unit !== first)?.unit];
};

/** Whether some line has a provisional value at this point. */
export const isIncomplete = (lines: readonly Pick<ChartLine, 'data' | 'movingFrom'>[], at: number): boolean =>
  lines.some(({ data, movingFrom }) => movingFrom !== undefined && at >= movingFrom && data[at] !== null);

export const hasPoints = (lines: readonly Pick<ChartLine, 'data'>[]): boolean =>
  lines.some(({ data }) => data.some((value) => value !== null));

/** The sum of a stack at each point; null where no value is known. */
export function stackTotals(lines: readonly ChartLine[], points: number): (number | null)[] {
  const stack = lines.filter(({ stacked }) => stacked);
  return Array.from({ length: points }, (_, at) => {
    const known = stack.flatMap(({ data }) => data[at] ?? []);
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
  });
}
