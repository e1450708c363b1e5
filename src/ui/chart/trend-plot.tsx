import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { axisUnits, type ChartMark, isIncomplete, type PlacedLine, stackTotals } from './chart-lines.ts';
import { findFirstProvisional, findNearest, formatPoint, pointsWithin, type Step } from './chart-scale.ts';
import { Readout } from './readout.tsx';
import { MARGINS, trendOption } from './trend-option.ts';
import { type Place, useChart } from './use-chart.ts';
import type { ValueText } from './use-value-text.ts';

export interface TrendPlotProps {
  label: string;
  x: readonly string[];
  step: Step;
  lines: readonly PlacedLine[];
  marks: readonly ChartMark[];
  provisionalFrom: string | undefined;
  /** Days that other parts of the page are narrowed to. */
  chosen: { from: string; to: string } | undefined;
  onPoint: ((x: string) => void) | undefined;
  valueText: ValueText;
}

/** End of an axis with only zeros, by unit. */
const EMPTY_MAX: Partial<Record<NonNullable<ReturnType<typeof axisUnits>[0]>, number>> = { money: 100, count: 4 };

/** Groups marks by point, because they share one button. */
const groupByPoint = (marks: readonly ChartMark[]): [string, ChartMark[]][] =>
  [...new Set(marks.map(({ at }) => at))].map((point) => [point, marks.filter(({ at }) => at === point)]);

const worstKind = (marks: readonly ChartMark[]): ChartMark['kind'] =>
  (['error', 'warn', 'ok', 'info', 'muted'] as const).find((kind) => marks.some((mark) => mark.kind === kind)) ?? 'muted';

/** Lines and bars over time. The pointer and the arrow keys read the values of each point. */
export function TrendPlot({ label, x, step, lines, marks, provisionalFrom, chosen, onPoint, valueText }: TrendPlotProps) {
  const t = useText();
  const [read, setRead] = useState<number>();

  const option = useMemo(() => {
    const [left, right] = axisUnits(lines);
    const toAxis = (unit: NonNullable<typeof left>) => ({
      text: (value: number) => valueText.short(value, unit),
      emptyMax: EMPTY_MAX[unit] ?? 1,
      isWhole: unit === 'count',
    });
    return trendOption({ x, step, lines, provisionalFrom, axes: [toAxis(left ?? 'count'), right && toAxis(right)] });
  }, [x, step, lines, provisionalFrom, valueText]);
  const readPlaces = useCallback((toPlace: (x: number, y: number) => Place) => x.map((_, at) => toPlace(at, 0)[0]), [x]);
  const [box, places] = useChart(option, readPlaces);

  const at = read === undefined || read >= x.length ? undefined : read;
  const halfStep = places && places.length > 1 ? ((places[1] ?? 0) - (places[0] ?? 0)) / 2 : 20;
  const toBand = (first: number, last: number) => {
    const left = Math.max((places?.[first] ?? 0) - halfStep, 0);
    return { left, width: (places?.[last] ?? 0) + halfStep - left, top: MARGINS.top, bottom: MARGINS.bottom };
  };
  const from = findFirstProvisional(x, step, provisionalFrom);
  const chosenPoints = chosen && pointsWithin(x, step, chosen);
  const totals = useMemo(() => (lines.some(({ stacked }) => stacked) ? stackTotals(lines, x.length) : undefined), [lines, x]);

  const linesAt = (point: number) => [
    ...(totals
      ? [{ key: 'stack', colour: undefined, label: t('chart.sum'), text: valueText.full(totals[point] ?? null, lines[0]?.unit ?? 'count') }]
      : []),
    ...lines
      .filter(({ stacked, data }) => !stacked || data[point] !== null)
      .map((line) => ({ ...line, text: valueText.full(line.data[point] ?? null, line.unit) })),
  ];
  const pointText = (point: number) => formatPoint(x[point] ?? '', step);
  const provisionalNotes = (point: number): string[] => {
    if (point >= from) return [t('ui.stillChanging')];
    return isIncomplete(lines, point) ? [t('chart.incomplete')] : [];
  };
  const describePoint = (point: number) =>
    [pointText(point), ...linesAt(point).map((line) => `${line.label} ${line.text}`), ...provisionalNotes(point)].join(', ');

  const follow = (event: PointerEvent<HTMLElement>) => {
    if (places) setRead(findNearest(places, event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  const choose = (point: number | undefined) => {
    const value = point === undefined ? undefined : x[point];
    if (value !== undefined) onPoint?.(value);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    choose(at);
  };
  return (
    <div className={onPoint ? 'ads-plot ads-plot-leads' : 'ads-plot'}>
      {places && from < x.length && <i className="ads-plot-moving" style={toBand(from, x.length - 1)} aria-hidden="true" />}
      {places && chosenPoints && <i className="ads-plot-chosen" style={toBand(chosenPoints[0], chosenPoints[1])} aria-hidden="true" />}
      <div ref={box} className="ads-plot-drawing" aria-hidden="true" />
      {places && at !== undefined && (
        <i className="ads-plot-cursor" style={{ left: places[at], top: MARGINS.top, bottom: MARGINS.bottom }} aria-hidden="true" />
      )}
      {/* A canvas is invisible to screen readers: this slider reads its values, and the table beside it lists them all. */}
      <input
        type="range"
        className="ads-plot-reader"
        aria-label={t(onPoint ? 'chart.readAndChoose' : 'chart.read', { label })}
        min={0}
        max={Math.max(x.length - 1, 0)}
        step={1}
        value={at ?? x.length - 1}
        aria-valuetext={describePoint(at ?? x.length - 1)}
        onChange={(event) => setRead(event.target.valueAsNumber)}
        onFocus={() => setRead(at ?? x.length - 1)}
        onBlur={() => setRead(undefined)}
        onKeyDown={key}
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={follow}
        onPointerLeave={() => setRead(undefined)}
        onClick={() => choose(at)}
      />
      {places &&
        groupByPoint(marks).map(([point, pointMarks]) => {
          const left = places[x.indexOf(point)];
          if (left === undefined) return null;
          const words = pointMarks.map(({ text }) => text).join('\n');
          return (
            <button
              key={point}
              type="button"
              className={`ads-plot-mark ads-plot-mark-${worstKind(pointMarks)}`}
              style={{ left }}
              title={`${formatPoint(point, step)}\n${words}`}
              aria-label={`${formatPoint(point, step)}: ${words}`}
            >
              {pointMarks.length > 1 ? pointMarks.length : ''}
            </button>
          );
        })}
      {places && at !== undefined && (
        <Readout
          title={pointText(at)}
          lines={linesAt(at)}
          notes={[...provisionalNotes(at), ...marks.filter((mark) => mark.at === x[at]).map(({ text }) => text)]}
          left={places[at] ?? 0}
        />
      )}
    </div>
  );
}
