import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Drawable } from '#visualiser/machines/arranging.machine.ts';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { WorldActor } from '../model/world.ts';
import { useShelf } from '../site/shelf.tsx';
import { machinesByPrint } from './charts-by-print.ts';
import { DrawnChart } from './drawn-chart.tsx';
import type { Moment } from './use-moment.ts';

/** The chart of an actor: from the gallery, else from what was told with the entries, else asked for. */
function useDrawable(trace: Trace, actor: WorldActor | undefined): Drawable | undefined {
  const { gallery } = useShelf();
  const charts = useSelector(trace, (state) => state.context.charts);
  const print = actor?.machine?.print;
  const machine = print === undefined ? undefined : machinesByPrint(gallery).get(print);
  const chart = print === undefined || machine || !Object.hasOwn(charts, print) ? undefined : charts[print];
  const isMissing = print !== undefined && !machine && !chart;
  useEffect(() => {
    if (isMissing) trace.send({ type: 'chart.missed', print });
  }, [trace, isMissing, print]);
  // The same one as long as its chart is.
  const bare = useMemo(() => chart && { chart }, [chart]);
  return machine ?? bare;
}

/** What is known of a machine without its chart: the states it is in, and what it did last. */
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

/** The machine of the selected actor, with where it stands and how it came there. */
export function ChartPane({ trace, moment }: ChartPaneProps) {
  const t = useText();
  const { actor, everybody, selected } = moment;
  // Its chart stands there before it begins, too.
  const known = actor ?? (selected === undefined ? undefined : everybody.get(selected));
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
