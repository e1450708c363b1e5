import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { axisUnits, type ChartMark, isIncomplete, type PlacedLine, stackTotals } from './chart-lines.ts';
import { firstProvisional, fullPoint, nearest, pointsWithin, type Step } from './chart-scale.ts';
import { Readout } from './readout.tsx';
import { EDGES, trendOption } from './trend-option.ts';
import { type Place, useDrawing } from './use-drawing.ts';
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
const EMPTY_TOPS: Partial<Record<NonNullable<ReturnType<typeof axisUnits>[0]>, number>> = { money: 100, count: 4 };

/** Groups marks by point, because they share one button. */
const byPoint = (marks: readonly ChartMark[]): [string, ChartMark[]][] =>
  [...new Set(marks.map(({ at }) => at))].map((point) => [point, marks.filter(({ at }) => at === point)]);

const worst = (marks: readonly ChartMark[]): ChartMark['kind'] =>
  (['error', 'warn', 'ok', 'info', 'muted'] as const).find((kind) => marks.some((mark) => mark.kind === kind)) ?? 'muted';

/** Lines and bars over time. The pointer and the arrow keys read the values of each point. */
export function TrendPlot({ label, x, step, lines, marks, provisionalFrom, chosen, onPoint, valueText }: TrendPlotProps) {
  const t = useText();
  const [read, setRead] = useState<number>();

  const option = useMemo(() => {
    const [left, right] = axisUnits(lines);
    const axisOf = (unit: NonNullable<typeof left>) => ({
      text: (value: number) => valueText.short(value, unit),
      emptyTop: EMPTY_TOPS[unit] ?? 1,
    });
    return trendOption({ x, step, lines, provisionalFrom, axes: [axisOf(left ?? 'count'), right && axisOf(right)] });
  }, [x, step, lines, provisionalFrom, valueText]);
  const askPlaces = useCallback((toPlace: (x: number, y: number) => Place) => x.map((_, at) => toPlace(at, 0)[0]), [x]);
  const [box, places] = useDrawing(option, askPlaces);

  const at = read === undefined || read >= x.length ? undefined : read;
  const half = places && places.length > 1 ? ((places[1] ?? 0) - (places[0] ?? 0)) / 2 : 20;
  const band = (first: number, last: number) => {
    const left = Math.max((places?.[first] ?? 0) - half, 0);
    return { left, width: (places?.[last] ?? 0) + half - left, top: EDGES.top, bottom: EDGES.bottom };
  };
  const from = firstProvisional(x, step, provisionalFrom);
  const within = chosen && pointsWithin(x, step, chosen);
  const totals = useMemo(() => (lines.some(({ stacked }) => stacked) ? stackTotals(lines, x.length) : undefined), [lines, x]);

  const linesAt = (point: number) => [
    ...(totals
      ? [{ key: 'stack', colour: undefined, label: t('chart.sum'), text: valueText.full(totals[point] ?? null, lines[0]?.unit ?? 'count') }]
      : []),
    ...lines
      .filter(({ stacked, data }) => !stacked || data[point] !== null)
      .map((line) => ({ ...line, text: valueText.full(line.data[point] ?? null, line.unit) })),
  ];
  const pointText = (point: number) => fullPoint(x[point] ?? '', step);
  const movesAt = (point: number): string[] => {
    if (point >= from) return [t('ui.stillChanging')];
    return isIncomplete(lines, point) ? [t('chart.incomplete')] : [];
  };
  const spoken = (point: number) =>
    [pointText(point), ...linesAt(point).map((line) => `${line.label} ${line.text}`), ...movesAt(point)].join(', ');

  const follow = (event: PointerEvent<HTMLElement>) => {
    if (places) setRead(nearest(places, event.clientX - event.currentTarget.getBoundingClientRect().left));
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
      {places && from < x.length && <i className="ads-plot-moving" style={band(from, x.length - 1)} aria-hidden="true" />}
      {places && within && <i className="ads-plot-chosen" style={band(within[0], within[1])} aria-hidden="true" />}
      <div ref={box} className="ads-plot-drawing" aria-hidden="true" />
      {places && at !== undefined && (
        <i className="ads-plot-cursor" style={{ left: places[at], top: EDGES.top, bottom: EDGES.bottom }} aria-hidden="true" />
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
        aria-valuetext={spoken(at ?? x.length - 1)}
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
        byPoint(marks).map(([point, some]) => {
          const left = places[x.indexOf(point)];
          if (left === undefined) return null;
          const words = some.map(({ text }) => text).join('\n');
          return (
            <button
              key={point}
              type="button"
              className={`ads-plot-mark ads-plot-mark-${worst(some)}`}
              style={{ left }}
              title={`${fullPoint(point, step)}\n${words}`}
              aria-label={`${fullPoint(point, step)}: ${words}`}
            >
              {some.length > 1 ? some.length : ''}
            </button>
          );
        })}
      {places && at !== undefined && (
        <Readout
          title={pointText(at)}
          lines={linesAt(at)}
          notes={[...movesAt(at), ...marks.filter((mark) => mark.at === x[at]).map(({ text }) => text)]}
          left={places[at] ?? 0}
        />
      )}
    </div>
  );
}
