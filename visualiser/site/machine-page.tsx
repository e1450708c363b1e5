import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { type MachinePlace, toHash } from '#visualiser/machines/visualiser-place.ts';
import { type ChartIndex, indexChart } from '../model/chart-index.ts';
import type { GalleryMachine } from '../model/gallery.ts';
import { CoverageSwitch, useReachedIds } from '../rooms/coverage/coverage-overlay.tsx';
import { useGallery } from './gallery-provider.tsx';
import { Panel } from './panel.tsx';
import { searchMachines } from './search.ts';
import { Stage } from './stage.tsx';
import { useDiagramState } from './use-diagram.ts';

/** States with children, without the root. */
const listCollapsible = ({ states }: ChartIndex): string[] =>
  [...states.values()].slice(1).flatMap(({ id, children }) => (children.length > 0 ? [id] : []));

/** Ids that match the search in this machine. */
function useSearchMatches(site: Visualiser, machine: GalleryMachine): ReadonlySet<string> {
  const { items } = useGallery();
  const query = useSelector(site, (state) => state.context.query);
  return useMemo(() => {
    const ownItems = items.filter((one) => one.machine === machine);
    return new Set(searchMachines(ownItems, query).flatMap(({ ids }) => ids));
  }, [items, machine, query]);
}

interface MachinePageProps {
  site: Visualiser;
  machine: GalleryMachine;
  place: MachinePlace;
}

/** The drawing of a machine with details of the selection. */
export function MachinePage({ site, machine, place }: MachinePageProps) {
  const t = useText();
  const { chart } = machine;
  const index = useMemo(() => indexChart(chart), [chart]);
  const collapsible = useMemo(() => listCollapsible(index), [index]);
  const found = useSearchMatches(site, machine);
  const { diagram, coverage: room } = useSelector(site, (state) => state.children);
  const drawing = useDiagramState(diagram, machine);
  const reached = useReachedIds({ room, machine, place });
  const onSelect = useCallback((id: string) => site.send({ type: 'selection.changed', id }), [site]);
  const onToggle = useCallback((id: string) => site.send({ type: 'state.toggled', id }), [site]);
  return (
    <>
      <main className="ads-vis-main ads-vis-machine" tabIndex={-1}>
        <Stage
          {...drawing}
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
              {!machine.isDrawingOnly && (
                <a className="ads-vis-link ads-vis-try" href={toHash({ kind: 'simulation', key: machine.key })}>
                  {t('simulation.try')}
                </a>
              )}
              <CoverageSwitch room={room} machine={machine} place={place} reached={reached} />
              {collapsible.length > 0 && (
                <span className="ads-vis-folds">
                  <button
                    type="button"
                    className="ads-link-button"
                    onClick={() => site.send({ type: 'collapsedStates.changed', ids: collapsible })}
                  >
                    {t('visualiser.foldAll')}
                  </button>
                  <button type="button" className="ads-link-button" onClick={() => site.send({ type: 'collapsedStates.changed', ids: [] })}>
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
