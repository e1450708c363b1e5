import { useMemo } from 'react';
import type { Visualiser } from '#machines/visualiser/visualiser.machine.ts';
import type { MachinePlace } from '#machines/visualiser/visualiser-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type ChartIndex, indexOf } from '../model/chart-index.ts';
import type { GalleryMachine } from '../model/gallery.ts';
import { Panel } from './panel.tsx';
import { Stage } from './stage.tsx';

/** States that hold others, without the machine itself. */
const foldable = ({ states }: ChartIndex): string[] =>
  [...states.values()].slice(1).flatMap(({ id, children }) => (children.length > 0 ? [id] : []));

interface MachinePageProps {
  site: Visualiser;
  machine: GalleryMachine;
  place: MachinePlace;
}

/** One machine, drawn; beside it what was selected in it. */
export function MachinePage({ site, machine, place }: MachinePageProps) {
  const t = useText();
  const { chart } = machine;
  const index = useMemo(() => indexOf(chart), [chart]);
  const all = useMemo(() => foldable(index), [index]);
  return (
    <>
      <main className="ads-vis-main ads-vis-machine" tabIndex={-1}>
        <Stage
          site={site}
          machine={machine}
          index={index}
          selected={place.selected}
          head={
            <>
              <h1>{chart.id}</h1>
              <p title={chart.description}>{chart.description}</p>
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
      <Panel machine={machine} place={place} index={index} onToggle={(id) => site.send({ type: 'state.toggled', id })} />
    </>
  );
}
