import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { FeatureTexts, type Language, TextProvider, useText } from '#src/locale/text-provider.tsx';
import { Announcer, useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { Notices } from '#src/ui/overlay/notice-stack.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { ErrorBoundary } from '#src/ui/page/error-boundary.tsx';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { GalleryProvider, useGallery } from './gallery-provider.tsx';
import { MachineList } from './machine-list.tsx';
import { messages } from './messages/index.ts';
import { PlaceView } from './place-view.tsx';
import { SiteBar } from './site-bar.tsx';

interface SiteProps {
  site: Visualiser;
  /** Called with the title for the browser window. */
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

/** The title of the current place. */
function usePlaceTitle(site: Visualiser): string {
  const t = useText();
  const { machines } = useGallery();
  const place = useSelector(site, (state) => state.context.place);
  if (place.kind === 'machine') return machines.get(place.key)?.chart.id ?? t('visualiser.nowhere');
  return t(TITLES[place.kind]);
}

function SiteContent({ site, onName }: SiteProps) {
  const t = useText();
  const title = usePlaceTitle(site);
  // Rooms use the full width.
  const isRoom = useSelector(site, ({ context: { place } }) => ['live', 'recording', 'simulation', 'coverage'].includes(place.kind));
  const isListOpen = useSelector(site, (state) => state.matches({ list: 'open' }));
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
    <div className={isListOpen ? 'ads-vis-body ads-vis-unfolded' : 'ads-vis-body'}>
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
        <GalleryProvider gallery={gallery}>
          <SiteContent {...props} />
        </GalleryProvider>
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

/** The visualiser in the user's language. No instants are shown in it, so the time zone does not matter. */
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
