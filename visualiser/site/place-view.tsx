import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { toHash } from '#visualiser/machines/visualiser-place.ts';
import { CoveragePage } from '../rooms/coverage/coverage-page.tsx';
import { LivePage } from '../rooms/live/live-page.tsx';
import { ReplayPage } from '../rooms/replay/replay-page.tsx';
import { SimulationPage } from '../rooms/simulation/simulation-page.tsx';
import { useGallery } from './gallery-provider.tsx';
import { MachinePage } from './machine-page.tsx';
import { OverviewPage } from './overview-page.tsx';

/** The page or room of the current place. */
export function PlaceView({ site }: { site: Visualiser }) {
  const t = useText();
  const { machines } = useGallery();
  const place = useSelector(site, (state) => state.context.place);
  const { live, replay, simulation, coverage } = useSelector(site, (state) => state.children);
  if (place.kind === 'live' && live) return <LivePage room={live} />;
  if (place.kind === 'recording' && replay) return <ReplayPage room={replay} />;
  if (place.kind === 'simulation' && simulation) return <SimulationPage room={simulation} />;
  if (place.kind === 'coverage' && coverage) return <CoveragePage room={coverage} />;
  if (place.kind === 'overview') return <OverviewPage />;
  const machine = place.kind === 'machine' ? machines.get(place.key) : undefined;
  if (place.kind === 'machine' && machine) return <MachinePage key={machine.key} site={site} machine={machine} place={place} />;
  return (
    <main className="ads-vis-main ads-vis-text" tabIndex={-1}>
      <h1>{t('visualiser.nowhere')}</h1>
      <p>{t('visualiser.nowhereText')}</p>
      <p>
        <a className="ads-vis-link" href={toHash({ kind: 'overview' })}>
          {t('visualiser.overview')}
        </a>
      </p>
    </main>
  );
}
