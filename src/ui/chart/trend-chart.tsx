import { useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { onDemand } from '../overlay/on-demand.tsx';
import { Halves } from '../text/halves.tsx';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';
import { type ChartLine, type ChartMark, hasPoints, isIncomplete, type PlacedLine, placeLines } from './chart-lines.ts';
import { findFirstProvisional, formatPoint, type Step } from './chart-scale.ts';
import type { PlotProps } from './plot.tsx';
import { useValueText } from './use-value-text.ts';

export type { ChartForm } from './chart-frame.tsx';
export type { ChartLine, ChartMark } from './chart-lines.ts';
export { toDays } from './chart-scale.ts';

const Plot = onDemand<PlotProps>(() => import('./plot.tsx'), { placeholder: <div className="ads-chart-grey" /> });

interface TrendChartProps extends FrameProps {
  /** All points, oldest first: `YYYY-MM-DDTHH`, `YYYY-MM-DD`, the date of a Monday, or `YYYY-MM`. Undefined until the first load. */
  x: readonly string[] | undefined;
  step: Step;
  /** Lines of at most two units, one per axis. Must be referentially stable. */
  lines: readonly ChartLine[];
  /** Must be referentially stable. */
  marks?: readonly ChartMark[];
  /** Values from this day on are provisional: dashed and shaded. */
  provisionalFrom?: string | undefined;
  /** Currency of amounts; default: US dollars. */
  currency?: string;
  /** Days that other parts of the page are narrowed to. */
  chosen?: { from: string; to: string } | undefined;
  /** Called when a point is selected. */
  onPoint?: ((x: string) => void) | undefined;
  /** Shown when no point has a value. */
  empty?: string;
}

const NO_MARKS: readonly ChartMark[] = [];

interface LegendProps {
  lines: readonly PlacedLine[];
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

/** The legend, whose items hide and show their lines. */
function Legend({ lines, hidden, onToggle }: LegendProps) {
  const t = useText();
  return (
    <ul aria-label={t('chart.legend')}>
      {lines.map(({ key, label, colour, form }) => (
        <li key={key}>
          <button type="button" className="ads-chart-key" aria-pressed={!hidden.includes(key)} title={label} onClick={() => onToggle(key)}>
            <i className={`ads-chart-key-${form}`} style={{ background: colour }} aria-hidden="true" />
            <span>
              <Halves text={label} oneLine />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Values over time: lines, bars, a stack, or lines over a stack. A button shows the same values as a table. */
export function TrendChart(props: TrendChartProps) {
  const { x, step, lines, marks = NO_MARKS, provisionalFrom, currency, chosen, onPoint, empty, ...frame } = props;
  const t = useText();
  const valueText = useValueText(currency);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const placed = useMemo(() => placeLines(lines), [lines]);
  const shown = useMemo(() => placed.filter(({ key }) => !hidden.includes(key)), [placed, hidden]);
  const toggle = (key: string) => setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  const from = findFirstProvisional(x ?? [], step, provisionalFrom);
  const hasMarks = marks.length > 0;

  const nameOf = (point: string, at: number) => {
    const text = formatPoint(point, step);
    const note = at >= from ? t('ui.stillChanging') : isIncomplete(shown, at) ? t('chart.incomplete') : undefined;
    const cell = note ? <span title={note}>{`${text} *`}</span> : text;
    if (!onPoint) return cell;
    return (
      <button type="button" className="ads-link-button" onClick={() => onPoint(point)}>
        {cell}
      </button>
    );
  };
  return (
    <ChartFrame
      {...frame}
      legend={<Legend lines={placed} hidden={hidden} onToggle={toggle} />}
      emptyText={x && !hasPoints(lines) ? (empty ?? t('ui.nothingHere')) : undefined}
      plot={
        x && <Plot kind="trend" label={frame.label} lines={shown} {...{ x, step, marks, provisionalFrom, chosen, onPoint, valueText }} />
      }
      table={
        x && (
          <ChartTable
            label={frame.label}
            columns={[
              { key: 'x', title: t(`chart.step.${step}`), isNumber: false },
              ...shown.map(({ key, label }) => ({ key, title: label })),
              ...(hasMarks ? [{ key: 'marks', title: t('chart.marks'), isNumber: false }] : []),
            ]}
            rows={x
              .map((point, at) => ({
                key: point,
                name: nameOf(point, at),
                cells: [
                  ...shown.map(({ data, unit }) => valueText.full(data[at] ?? null, unit)),
                  ...(hasMarks ? [marks.flatMap((mark) => (mark.at === point ? [mark.text] : [])).join('; ')] : []),
                ],
              }))
              .toReversed()}
          />
        )
      }
    />
  );
}
