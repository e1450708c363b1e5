import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { type Place, toHash } from '#catalogue/machines/catalogue-place.ts';
import type { ContractCatalogue } from '#catalogue/machines/contract-catalogue.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { LoadingBlock } from '#src/ui/page/block.tsx';
import type { Catalogue } from '../catalogue.ts';
import { CallTree } from './call-tree.tsx';
import { CatalogueProvider, useCatalogue, useWords } from './catalogue-provider.tsx';
import { PlaceView } from './place-view.tsx';
import { FailedView, RefusedView } from './refused-view.tsx';
import { SiteBar } from './site-bar.tsx';

export interface SiteProps {
  site: ContractCatalogue;
  /** Whether the data and other files are beside the page. */
  isStandalone: boolean;
  /** Navigates like a link. */
  onGo: (place: Place) => void;
  onName: (title: string) => void;
}

/** The title of the current place. */
function usePlaceTitle(place: Place): string {
  const t = useText();
  const words = useWords();
  const { calls } = useCatalogue();
  switch (place.kind) {
    case 'call': {
      const call = calls.get(place.name);
      return call ? `${call.name} ${words(call.summary)}` : place.name;
    }
    case 'reasons':
      return place.reason || t('contracts.reasons');
    case 'states':
      return place.name || t('contracts.states');
    case 'search':
      return t('contracts.search');
    case 'nowhere':
      return t('contracts.nowhere');
    case 'overview':
    case 'changes':
    case 'verify':
      return t(`contracts.${place.kind}`);
  }
}

function CatalogueView({ site, isStandalone, onName }: SiteProps) {
  const t = useText();
  const place = useSelector(site, (state) => state.context.place);
  const isTreeOpen = useSelector(site, (state) => state.matches({ tree: 'open' }));
  const title = usePlaceTitle(place);
  const main = useRef<HTMLElement>(null);
  const address = place.kind === 'search' ? '#/search' : toHash(place);
  const lastAddress = useRef('');
  useEffect(() => onName(`${title} · ${t('contracts.title')}`), [onName, title, t]);
  useAnnouncement(place.kind === 'search' ? undefined : title);
  useEffect(() => {
    const isFirst = lastAddress.current === '';
    if (lastAddress.current === address) return;
    lastAddress.current = address;
    const { current } = main;
    if (!current) return;
    const target = current.querySelector('[data-target]');
    if (target) target.scrollIntoView({ block: 'start' });
    else current.scrollTop = 0;
    // Moves the focus to the page after navigation, except while the user moves through the tree.
    if (!isFirst && address !== '#/search' && !document.activeElement?.closest('.ads-cat-tree')) current.focus({ preventScroll: true });
  }, [address]);
  return (
    <div className={isTreeOpen ? 'ads-cat-body ads-cat-unfolded' : 'ads-cat-body'}>
      <nav className="ads-cat-nav" aria-label={t('contracts.contents')}>
        <CallTree place={place} onFolded={() => isTreeOpen && site.send({ type: 'tree.toggled' })} />
      </nav>
      <main ref={main} className="ads-cat-main" tabIndex={-1}>
        <div className="ads-cat-page">
          <PlaceView place={place} isStandalone={isStandalone} onLeave={() => site.send({ type: 'search.cancelled' })} />
        </div>
      </main>
    </div>
  );
}

/** The bar, and below it the catalogue or the reason why it is not shown. */
export function SiteFrame(props: SiteProps) {
  const { site } = props;
  const t = useText();
  const answer = useSelector(site, (state) => state.context.answer);
  const failure = useSelector(site, (state) => state.context.failure);
  const isSignedOut = useSelector(site, (state) => state.matches({ data: { refused: 'signedOut' } }));
  const isRefused = useSelector(site, (state) => state.hasTag('refused'));
  const hasFailed = useSelector(site, (state) => state.matches({ data: 'failed' }));
  const { onName } = props;
  const isShown = answer !== undefined;
  useEffect(() => {
    if (!isShown) onName(t('contracts.title'));
  }, [isShown, onName, t]);
  const retry = () => site.send({ type: 'catalogue.retried' });
  const frame = (
    <div className="ads-cat-frame">
      <SiteBar site={site} onGo={props.onGo} version={answer?.version} />
      {answer && <CatalogueView {...props} />}
      {!answer && (
        <main className="ads-cat-alone">
          {isRefused && <RefusedView isSignedOut={isSignedOut} message={failure?.message ?? ''} onRetry={retry} />}
          {hasFailed && failure && <FailedView failure={failure} onRetry={retry} />}
          {!isRefused && !hasFailed && <LoadingBlock />}
        </main>
      )}
    </div>
  );
  return answer ? <CatalogueProvider catalogue={answer as Catalogue}>{frame}</CatalogueProvider> : frame;
}
