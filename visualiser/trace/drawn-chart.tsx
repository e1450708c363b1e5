import { useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Drawable } from '#visualiser/machines/arranging.machine.ts';
import { type ChartIndex, indexChart } from '../model/chart-index.ts';
import type { WorldActor } from '../model/world.ts';
import { Stage } from '../site/stage.tsx';
import { useArranged } from '../site/use-arranged.ts';
import { valueText } from './trace-rows.ts';

const NONE: readonly string[] = [];

/** The same set as long as it says the same: what is drawn of it stays as it is. */
function useSteadySet(ids: readonly string[] = NONE): ReadonlySet<string> {
  const text = ids.join('\n');
  return useMemo(() => new Set(text === '' ? [] : text.split('\n')), [text]);
}

/** Where the last step led: the state the last of its transitions entered, or stayed in. */
function ledTo(index: ChartIndex, actor: WorldActor | undefined): string | undefined {
  const last = actor?.step?.transitions.map((id) => index.transitions.get(id)).findLast((one) => one !== undefined);
  return last?.targets[0] ?? last?.source;
}

interface DrawnChartProps {
  drawable: Drawable;
  /** Undefined while it does not live yet. */
  actor: WorldActor | undefined;
}

/** A chart, with the states an actor is in and the transitions of its last step. */
export function DrawnChart({ drawable, actor }: DrawnChartProps) {
  const t = useText();
  const [selected, setSelected] = useState('');
  const { layout, isArranging, failure, onRetry, onToggle } = useArranged(drawable);
  const { chart } = drawable;
  const index = useMemo(() => indexChart(chart), [chart]);
  const active = useSteadySet(actor?.isGone ? NONE : actor?.state.states);
  const taken = useSteadySet(actor?.step?.transitions);
  return (
    <section className="ads-trace-chart" aria-label={t('trace.chart')}>
      <Stage
        chart={chart}
        index={index}
        layout={layout}
        isArranging={isArranging}
        failure={failure}
        onRetry={onRetry}
        selected={selected}
        onSelect={setSelected}
        onToggle={onToggle}
        sight={ledTo(index, actor)}
        active={active}
        taken={taken}
        head={
          <>
            <h2>{chart.id}</h2>
            <p className="ads-vis-code" title={valueText(actor?.state.value)}>
              {valueText(actor?.state.value)}
            </p>
          </>
        }
      />
    </section>
  );
}
