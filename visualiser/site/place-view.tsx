import { useSelector } from '@xstate/react';
import type { Visualiser } from '#machines/visualiser/visualiser.machine.ts';
import { hashOf } from '#machines/visualiser/visualiser-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { MachinePage } from './machine-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { useShelf } from './shelf.tsx';

/** What stands at a place. */
export function PlaceView({ site }: { site: Visualiser }) {
  const t = useText();
  const { machines } = useShelf();
  const place = useSelector(site, (state) => state.context.place);
  if (place.kind === 'overview') return <OverviewPage />;
  const machine = place.kind === 'machine' ? machines.get(place.key) : undefined;
  if (place.kind === 'machine' && machine) return <MachinePage key={machine.key} site={site} machine={machine} place={place} />;
  return (
    <main className="ads-vis-main ads-vis-text" tabIndex={-1}>
      <h1>{t('visualiser.nowhere')}</h1>
      <p>{t('visualiser.nowhereText')}</p>
      <p>
        <a className="ads-vis-link" href={hashOf({ kind: 'overview' })}>
          {t('visualiser.overview')}
        </a>
      </p>
    </main>
  );
}
