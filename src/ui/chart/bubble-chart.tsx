import { useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { onDemand } from '../overlay/on-demand.tsx';
import type { Metric } from '../report/report-metrics.tsx';
import { Halves } from '../text/halves.tsx';
import type { Bubble } from './bubble-option.ts';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';
import { colour } from './chart-lines.ts';
import type { PlotProps } from './plot.tsx';
import { useValueText } from './use-value-text.ts';

export type { Bubble } from './bubble-option.ts';

const Plot = onDemand<PlotProps>(() => import('./plot.tsx'), { placeholder: <div className="ads-chart-grey" /> });

interface Axis {
  title: string;
  unit: Metric['unit'];
}

interface BubbleChartProps extends FrameProps {
  /** Undefined until the first load. Must be referentially stable. */
  bubbles: readonly Bubble[] | undefined;
  xAxis: Axis;
  yAxis: Axis;
  /** Labels of a bubble, its size and its colour. */
  titles: { name: string; size: string; group: string };
  currency?: string;
  onBubble?: ((key: string) => void) | undefined;
  empty?: string;
}

/** Number of groups with a colour of their own; the others share the last colour. */
const COLOURED_GROUPS = 8;

/** Objects by two metrics, sized by a third and coloured by group. */
export function BubbleChart(props: BubbleChartProps) {
  const { bubbles, xAxis, yAxis, titles, currency, onBubble, empty, ...frame } = props;
  const t = useText();
  const valueText = useValueText(currency);
  const groups = useMemo(() => [...new Set((bubbles ?? []).map(({ group }) => group))], [bubbles]);
  const coloured = useMemo(() => {
    const colours = new Map(groups.map((group, at) => [group, at < COLOURED_GROUPS ? colour(at) : 'var(--ads-chart-rest)']));
    return bubbles?.map((bubble) => ({ ...bubble, colour: colours.get(bubble.group) ?? 'var(--ads-chart-rest)' }));
  }, [bubbles, groups]);
  const [texts, shortTexts] = useMemo(() => {
    const createTexts = (size: 'full' | 'short') => ({
      x: (value: number) => valueText[size](value, xAxis.unit),
      y: (value: number) => valueText[size](value, yAxis.unit),
    });
    return [createTexts('full'), createTexts('short')];
  }, [valueText, xAxis.unit, yAxis.unit]);
  return (
    <ChartFrame
      {...frame}
      emptyText={bubbles?.length === 0 ? (empty ?? t('ui.nothingHere')) : undefined}
      legend={
        <ul aria-label={t('chart.legend')}>
          {groups.slice(0, COLOURED_GROUPS).map((group, at) => (
            <li key={group} className="ads-chart-key">
              <i className="ads-chart-key-bubble" style={{ background: colour(at) }} aria-hidden="true" />
              <span title={group}>
                <Halves text={group} oneLine />
              </span>
            </li>
          ))}
        </ul>
      }
      plot={
        coloured && (
          <Plot
            kind="bubbles"
            bubbles={coloured}
            titles={{ x: xAxis.title, y: yAxis.title, size: titles.size }}
            texts={texts}
            shortTexts={shortTexts}
            onBubble={onBubble}
          />
        )
      }
      table={
        coloured && (
          <ChartTable
            label={frame.label}
            columns={[
              { key: 'name', title: titles.name, isNumber: false },
              { key: 'group', title: titles.group, isNumber: false },
              { key: 'x', title: xAxis.title },
              { key: 'y', title: yAxis.title },
            ]}
            rows={coloured.map(({ key, label, group, x, y }) => ({
              key,
              name: onBubble ? (
                <button type="button" className="ads-link-button" onClick={() => onBubble(key)}>
                  {label}
                </button>
              ) : (
                label
              ),
              cells: [group, texts.x(x), texts.y(y)],
            }))}
          />
        )
      }
    />
  );
}
