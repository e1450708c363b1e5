import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { hashOf, type MachinePlace } from '#visualiser/machines/visualiser-place.ts';
import { type ChartIndex, indexChart } from '../model/chart-index.ts';
import type { GalleryMachine } from '../model/gallery.ts';
import { CoverageSwitch, useReached } from '../rooms/coverage/coverage-overlay.tsx';
import { Panel } from './panel.tsx';
import { search } from './search.ts';
import { useShelf } from './shelf.tsx';
import { Stage } from './stage.tsx';
import { useArrangement } from './use-arranged.ts';

/** States that hold others, without the machine itself. */
const foldable = ({ states }: ChartIndex): string[] =>
  [...states.values()].slice(1).flatMap(({ id, children }) => (children.length > 0 ? [id] : []));

/** Ids of what was searched for in this machine; nothing while nothing is. */
function useFound(site: Visualiser, machine: GalleryMachine): ReadonlySet<string> {
  const { items } = useShelf();
  const query = useSelector(site, (state) => state.context.query);
  return useMemo(() => {
    const own = items.filter((one) => one.machine === machine);
    return new Set(search(own, query).flatMap(({ ids }) => ids));
  }, [items, machine, query]);
}

interface MachinePageProps {
  site: Visualiser;
  machine: GalleryMachine;
  place: MachinePlace;
}

/** One machine, drawn; beside it what was selected in it. */
export function MachinePage({ site, machine, place }: MachinePageProps) {
  const t = useText();
  const { chart } = machine;
  const index = useMemo(() => indexChart(chart), [chart]);
  const all = useMemo(() => foldable(index), [index]);
  const found = useFound(site, machine);
  const { arranging, coverage: room } = useSelector(site, (state) => state.children);
  const arranged = useArrangement(arranging, machine);
  const reached = useReached({ room, machine, place });
  const onSelect = useCallback((id: string) => site.send({ type: 'selection.changed', id }), [site]);
  const onToggle = useCallback((id: string) => site.send({ type: 'state.toggled', id }), [site]);
  return (
    <>
      <main className="ads-vis-main ads-vis-machine" tabIndex={-1}>
        <Stage
          {...arranged}
          chart={chart}
          index={index}
          selected={place.selected}
          onSelect={onSelect}
          onToggle={onToggle}
          found={found}
          reached={reached}
          json={`machines/${machine.key}.json`}
          head={
            <>
              <h1>{chart.id}</h1>
              <p title={chart.description}>{chart.description}</p>
              <a className="ads-vis-link ads-vis-try" href={hashOf({ kind: 'simulation', key: machine.key })}>
                {t('simulation.try')}
              </a>
              <CoverageSwitch room={room} machine={machine} place={place} reached={reached} />
              {all.length > 0 && (
                <span className="ads-vis-folds">
                  <button type="button" className="ads-link-button" onClick={() => site.send({ type: 'folding.chosen', ids: all })}>
                    {t('visualiser.foldAll')}
                  </button>
                  <button type="button" className="ads-link-button" onClick={() => site.send({ type: 'folding.chosen', ids: [] })}>
                    {t('visualiser.unfoldAll')}
                  </button>
                </span>
              )}
            </>
          }
        />
      </main>
      <Panel machine={machine} place={place} index={index} onToggle={onToggle} />
    </>
  );
}
