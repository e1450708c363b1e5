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
  provisionalFrom?: number;
  /** The sum of all other series, drawn in grey. */
  isRemainder?: boolean;
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
const REST_COLOUR = 'var(--ads-chart-rest)';
/** Lines above a stack need colours that differ from those of the stack. */
const COLOURS_ABOVE_STACK = ['var(--ads-chart-above)', 'var(--ads-chart-above-2)', 'var(--ads-chart-above-3)'];

/** A line with its colour and axis: the first unit uses the left axis, all others the right one. */
export interface PlacedLine extends ChartLine {
  colour: string;
  axis: 0 | 1;
}

export function placeLines(lines: readonly ChartLine[]): PlacedLine[] {
  const first = lines[0]?.unit;
  const hasStack = lines.some(({ stacked }) => stacked);
  let stackIndex = 0;
  let lineIndex = 0;
  const colourOf = ({ stacked, isRemainder }: ChartLine) => {
    if (isRemainder) return REST_COLOUR;
    if (hasStack && !stacked) return COLOURS_ABOVE_STACK[lineIndex++ % COLOURS_ABOVE_STACK.length] ?? REST_COLOUR;
    return colour(stackIndex++);
  };
  return lines.map((line) => ({ ...line, colour: colourOf(line), axis: line.unit === first ? 0 : 1 }));
}

/** Units of the two axes; the right one is undefined when no line uses it. */
export const axisUnits = (lines: readonly ChartLine[]): [Metric['unit'] | undefined, Metric['unit'] | undefined] => {
  const first = lines[0]?.unit;
  return [first, lines.find(({ unit }) => unit !== first)?.unit];
};

/** Whether some line has a provisional value at this point. */
export const isIncomplete = (lines: readonly Pick<ChartLine, 'data' | 'provisionalFrom'>[], at: number): boolean =>
  lines.some(({ data, provisionalFrom }) => provisionalFrom !== undefined && at >= provisionalFrom && data[at] !== null);

export const hasPoints = (lines: readonly Pick<ChartLine, 'data'>[]): boolean =>
  lines.some(({ data }) => data.some((value) => value !== null));

/** The sum of a stack at each point; null where no value is known. */
export function stackTotals(lines: readonly ChartLine[], points: number): (number | null)[] {
  const stack = lines.filter(({ stacked }) => stacked);
  return Array.from({ length: points }, (_, at) => {
    const values = stack.flatMap(({ data }) => data[at] ?? []);
    return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
  });
}
