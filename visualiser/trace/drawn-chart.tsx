import { useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Drawable } from '#visualiser/machines/diagram.machine.ts';
import { type ChartIndex, indexChart } from '../model/chart-index.ts';
import type { WorldActor } from '../model/world.ts';
import { Stage } from '../site/stage.tsx';
import { useDiagram } from '../site/use-diagram.ts';
import { formatStateValue } from './trace-rows.ts';

const NONE: readonly string[] = [];

/** Keeps the identity of a set while its ids stay the same, so that the drawing does not change. */
function useStableSet(ids: readonly string[] = NONE): ReadonlySet<string> {
  const text = ids.join('\n');
  return useMemo(() => new Set(text === '' ? [] : text.split('\n')), [text]);
}

/** The state that the last transition entered or stayed in. */
function findLastEntered(index: ChartIndex, actor: WorldActor | undefined): string | undefined {
  const last = actor?.step?.transitions.map((id) => index.transitions.get(id)).findLast((one) => one !== undefined);
  return last?.targets[0] ?? last?.source;
}

interface DrawnChartProps {
  drawable: Drawable;
  /** Undefined before the actor has started. */
  actor: WorldActor | undefined;
}

/** A chart with the active states of an actor and the transitions of its last step. */
export function DrawnChart({ drawable, actor }: DrawnChartProps) {
  const t = useText();
  const [selected, setSelected] = useState('');
  const { layout, isComputing, failure, onRetry, onToggle } = useDiagram(drawable);
  const { chart } = drawable;
  const index = useMemo(() => indexChart(chart), [chart]);
  const active = useStableSet(actor?.isGone ? NONE : actor?.state.states);
  const taken = useStableSet(actor?.step?.transitions);
  return (
    <section className="ads-trace-chart" aria-label={t('trace.chart')}>
      <Stage
        chart={chart}
        index={index}
        layout={layout}
        isComputing={isComputing}
        failure={failure}
        onRetry={onRetry}
        selected={selected}
        onSelect={setSelected}
        onToggle={onToggle}
        highlighted={findLastEntered(index, actor)}
        active={active}
        taken={taken}
        head={
          <>
            <h2>{chart.id}</h2>
            <p className="ads-vis-code" title={formatStateValue(actor?.state.value)}>
              {formatStateValue(actor?.state.value)}
            </p>
          </>
        }
      />
    </section>
  );
}
