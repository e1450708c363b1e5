import { useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { onDemand } from '../overlay/on-demand.tsx';
import { Halves } from '../text/halves.tsx';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';
import { type ChartLine, type ChartMark, hasPoints, isIncomplete, type PlacedLine, placedLines } from './chart-lines.ts';
import { firstProvisional, fullPoint, type Step } from './chart-scale.ts';
import type { PlotProps } from './plot.tsx';
import { useValueText } from './use-value-text.ts';

export type { ChartForm } from './chart-frame.tsx';
export type { ChartLine, ChartMark } from './chart-lines.ts';
export { daysOfPoint } from './chart-scale.ts';

const Plot = onDemand<PlotProps>(() => import('./plot.tsx'), { placeholder: <div className="ads-chart-grey" /> });

interface TrendChartProps extends FrameProps {
  /** Every point, the oldest first: `YYYY-MM-DDTHH`, `YYYY-MM-DD`, the date of a Monday, or `YYYY-MM`. Undefined until something was loaded. */
  x: readonly string[] | undefined;
  step: Step;
  /** At most of two units: one axis each. Keep the array between renders. */
  lines: readonly ChartLine[];
  /** Keep the array between renders. */
  marks?: readonly ChartMark[];
  /** From this day on numbers will still change: that part is dashed and shaded. */
  provisionalFrom?: string | undefined;
  /** Of money; default: US dollars. */
  currency?: string;
  /** Days that something beside the chart is narrowed to. */
  chosen?: { from: string; to: string } | undefined;
  /** Where a point leads. */
  onPoint?: ((x: string) => void) | undefined;
  /** Said where no point has a number. */
  empty?: string;
}

const NO_MARKS: readonly ChartMark[] = [];

interface LegendProps {
  lines: readonly PlacedLine[];
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

/** What is what, and the way to leave a line out. */
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

/** Numbers over time: lines, bars, a stack, or a stack under lines. The same as a table is one click away. */
export function TrendChart(props: TrendChartProps) {
  const { x, step, lines, marks = NO_MARKS, provisionalFrom, currency, chosen, onPoint, empty, ...frame } = props;
  const t = useText();
  const valueText = useValueText(currency);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const placed = useMemo(() => placedLines(lines), [lines]);
  const shown = useMemo(() => placed.filter(({ key }) => !hidden.includes(key)), [placed, hidden]);
  const toggle = (key: string) => setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  const from = firstProvisional(x ?? [], step, provisionalFrom);
  const withMarks = marks.length > 0;

  const nameOf = (point: string, at: number) => {
    const text = fullPoint(point, step);
    const moves = at >= from ? t('ui.stillChanging') : isIncomplete(shown, at) ? t('chart.incomplete') : undefined;
    const said = moves ? <span title={moves}>{`${text} *`}</span> : text;
    if (!onPoint) return said;
    return (
      <button type="button" className="ads-link-button" onClick={() => onPoint(point)}>
        {said}
      </button>
    );
  };
  return (
    <ChartFrame
      {...frame}
      legend={<Legend lines={placed} hidden={hidden} onToggle={toggle} />}
      nothing={x && !hasPoints(lines) ? (empty ?? t('ui.nothingHere')) : undefined}
      drawing={
        x && <Plot kind="trend" label={frame.label} lines={shown} {...{ x, step, marks, provisionalFrom, chosen, onPoint, valueText }} />
      }
      table={
        x && (
          <ChartTable
            label={frame.label}
            head={[
              { key: 'x', title: t(`chart.step.${step}`), isNumber: false },
              ...shown.map(({ key, label }) => ({ key, title: label })),
              ...(withMarks ? [{ key: 'marks', title: t('chart.marks'), isNumber: false }] : []),
            ]}
            rows={x
              .map((point, at) => ({
                key: point,
                name: nameOf(point, at),
                cells: [
                  ...shown.map(({ data, unit }) => valueText.full(data[at] ?? null, unit)),
                  ...(withMarks ? [marks.flatMap((mark) => (mark.at === point ? [mark.text] : [])).join('; ')] : []),
                ],
              }))
              .toReversed()}
          />
        )
      }
    />
  );
}
