import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { FeatureTexts, type Language, TextProvider, useText } from '#src/locale/text-provider.tsx';
import { Announcer, useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { Notices } from '#src/ui/overlay/notice-stack.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { ErrorBoundary } from '#src/ui/page/error-boundary.tsx';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { MachineList } from './machine-list.tsx';
import { messages } from './messages/index.ts';
import { PlaceView } from './place-view.tsx';
import { ShelfProvider, useShelf } from './shelf.tsx';
import { SiteBar } from './site-bar.tsx';

interface SiteProps {
  site: Visualiser;
  /** Tells the browser what is looked at. */
  onName: (title: string) => void;
}

const TITLES = {
  overview: 'visualiser.overview',
  nowhere: 'visualiser.nowhere',
  live: 'visualiser.room.live',
  recording: 'visualiser.room.recording',
  simulation: 'visualiser.room.simulation',
  coverage: 'visualiser.room.coverage',
} as const;

/** What the window is called while a place is looked at. */
function usePlaceTitle(site: Visualiser): string {
  const t = useText();
  const { machines } = useShelf();
  const place = useSelector(site, (state) => state.context.place);
  if (place.kind === 'machine') return machines.get(place.key)?.chart.id ?? t('visualiser.nowhere');
  return t(TITLES[place.kind]);
}

function Looking({ site, onName }: SiteProps) {
  const t = useText();
  const title = usePlaceTitle(site);
  // A room has the whole width.
  const isRoom = useSelector(site, ({ context: { place } }) => ['live', 'recording', 'simulation', 'coverage'].includes(place.kind));
  const isUnfolded = useSelector(site, (state) => state.matches({ list: 'unfolded' }));
  useEffect(() => onName(`${title} · ${t('visualiser.title')}`), [onName, title, t]);
  useAnnouncement(title);
  if (isRoom) {
    return (
      <div className="ads-vis-room">
        <PlaceView site={site} />
      </div>
    );
  }
  return (
    <div className={isUnfolded ? 'ads-vis-body ads-vis-unfolded' : 'ads-vis-body'}>
      <MachineList site={site} />
      <PlaceView site={site} />
    </div>
  );
}

function Frame(props: SiteProps) {
  const { site, onName } = props;
  const t = useText();
  const gallery = useSelector(site, (state) => state.context.answer);
  const failure = useSelector(site, (state) => (state.matches({ gallery: 'failed' }) ? state.context.failure : undefined));
  const isShown = gallery !== undefined;
  useEffect(() => {
    if (!isShown) onName(t('visualiser.title'));
  }, [isShown, onName, t]);
  return (
    <div className="ads-vis-frame">
      <SiteBar site={site} />
      {gallery ? (
        <ShelfProvider gallery={gallery}>
          <Looking {...props} />
        </ShelfProvider>
      ) : (
        <main className="ads-vis-alone">
          {failure ? (
            <ErrorBlock
              title={t('visualiser.noGallery')}
              message={failure.message}
              onRetry={() => site.send({ type: 'gallery.retried' })}
            />
          ) : (
            <LoadingBlock />
          )}
        </main>
      )}
    </div>
  );
}

/** The visualiser in its language. No instant is shown: no timezone matters. */
export function VisualiserView(props: SiteProps) {
  const { locale } = useSelector(props.site, (state) => state.children);
  const language = useSelector(locale, (state) => state?.context.language);
  if (!language) return null;
  return (
    <TextProvider language={language as Language} timezone="UTC">
      <FeatureTexts messages={messages}>
        <ErrorBoundary>
          <Frame {...props} />
        </ErrorBoundary>
        <Notices />
        <Announcer />
      </FeatureTexts>
    </TextProvider>
  );
}
