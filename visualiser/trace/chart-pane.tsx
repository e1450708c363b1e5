import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Drawable } from '#visualiser/machines/diagram.machine.ts';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { WorldActor } from '../model/world.ts';
import { useGallery } from '../site/gallery-provider.tsx';
import { indexMachinesByPrint } from './charts-by-print.ts';
import { DrawnChart } from './drawn-chart.tsx';
import type { Moment } from './use-moment.ts';

/** The chart of an actor: from the gallery, otherwise from the trace, otherwise requested. */
function useDrawable(trace: Trace, actor: WorldActor | undefined): Drawable | undefined {
  const { gallery } = useGallery();
  const charts = useSelector(trace, (state) => state.context.charts);
  const print = actor?.machine?.print;
  const machine = print === undefined ? undefined : indexMachinesByPrint(gallery).get(print);
  const chart = print === undefined || machine || !Object.hasOwn(charts, print) ? undefined : charts[print];
  const isMissing = print !== undefined && !machine && !chart;
  useEffect(() => {
    if (isMissing) trace.send({ type: 'chart.notFound', print });
  }, [trace, isMissing, print]);
  // Keeps its identity as long as the chart does.
  const drawableChart = useMemo(() => chart && { chart }, [chart]);
  return machine ?? drawableChart;
}

/** What is known of an actor without its chart: active states and last transitions. */
function WithoutChart({ actor }: { actor: WorldActor }) {
  const t = useText();
  const { machine, state, step } = actor;
  return (
    <div className="ads-trace-text" tabIndex={0} role="group" aria-label={actor.id}>
      <p>{t(machine ? 'trace.noChart' : 'trace.notMachine')}</p>
      {state.states && state.states.length > 0 && (
        <>
          <h3>{t('trace.states')}</h3>
          <ul>
            {state.states.map((id) => (
              <li key={id} className="ads-vis-code">
                {id}
              </li>
            ))}
          </ul>
        </>
      )}
      {step && step.transitions.length > 0 && (
        <>
          <h3>{t('trace.taken')}</h3>
          <ul>
            {step.transitions.map((id, index) => (
              <li key={`${index} ${id}`} className="ads-vis-code">
                {id}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface ChartPaneProps {
  trace: Trace;
  moment: Moment;
}

/** The chart of the selected actor with its current state and last transitions. */
export function ChartPane({ trace, moment }: ChartPaneProps) {
  const t = useText();
  const { actor, allActors, selected } = moment;
  // The chart is also shown before the actor has started.
  const known = actor ?? (selected === undefined ? undefined : allActors.get(selected));
  const drawable = useDrawable(trace, known);
  if (known && drawable) return <DrawnChart key={drawable.chart.id} drawable={drawable} actor={actor} />;
  return (
    <section className="ads-trace-chart" aria-label={t('trace.chart')}>
      <header className="ads-vis-head">
        <h2>{known?.machine?.id ?? known?.id ?? t('trace.chart')}</h2>
      </header>
      {known && <WithoutChart actor={known} />}
    </section>
  );
}
