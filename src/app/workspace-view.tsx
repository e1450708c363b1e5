import { useSelector } from '@xstate/react';
import { Activity, type ReactNode, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Tab } from '#machines/workspace/tab-list.ts';
import type { Workspace } from '#machines/workspace/workspace.machine.ts';
import { FeatureTexts, LineTexts, useText } from '#src/locale/text-provider.tsx';
import { LayerHost } from '#src/ui/overlay/layer-host.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { ErrorBoundary } from '#src/ui/page/error-boundary.tsx';
import { MissingPart } from '#src/ui/page/missing-part.tsx';
import { loadedPage } from './page-registry.ts';

/** How many views stay drawn while another one is shown; the others are drawn anew from their machines. */
const KEPT_VIEWS = 5;

/** By age: moving an element in the document would lose where it was scrolled to. */
const byAge = (a: Tab, b: Tab) => Number(a.key.split('#')[1]) - Number(b.key.split('#')[1]);

const keptViews = (tabs: Tab[]): Tab[] =>
  tabs
    .filter((tab) => tab.seen > 0)
    .toSorted((a, b) => b.seen - a.seen)
    .slice(0, KEPT_VIEWS)
    .toSorted(byAge);

interface Props {
  workspace: Workspace;
  /** Stands in place of a page where the address leads nowhere the reader may go. */
  missing: ReactNode;
}

/** The page of the tab that is shown; a few others stay drawn behind it, so that coming back is instant. */
export function WorkspaceView({ workspace, missing }: Props) {
  const tabs = useSelector(workspace, (state) => state.context.tabs);
  const active = useSelector(workspace, (state) => state.context.active);
  return (
    <>
      {missing && (
        <div className="ads-panel">
          <div className="ads-content">{missing}</div>
        </div>
      )}
      {!missing && active === undefined && (
        <div className="ads-panel">
          <LoadingBlock />
        </div>
      )}
      {keptViews(tabs).map((tab) => (
        <Activity key={tab.key} mode={tab.key === active && !missing ? 'visible' : 'hidden'}>
          <TabPanel tab={tab} />
        </Activity>
      ))}
    </>
  );
}

/** Scrolls to where somebody was, as soon as there is so much to scroll, unless they scroll themselves meanwhile. */
function scrollBack(element: HTMLElement, wanted: number): () => void {
  const go = () => {
    element.scrollTop = wanted;
    return element.scrollTop >= wanted - 1;
  };
  if (go() || typeof ResizeObserver === 'undefined') return () => undefined;
  const watch = new ResizeObserver(() => go() && stop());
  const stop = () => {
    watch.disconnect();
    for (const type of ['wheel', 'keydown', 'pointerdown']) element.removeEventListener(type, stop);
  };
  for (const child of element.children) watch.observe(child);
  for (const type of ['wheel', 'keydown', 'pointerdown']) element.addEventListener(type, stop, { passive: true });
  return stop;
}

/** One tab's own scroll area, and above it the layers its page has opened. */
function TabPanel({ tab: { ref, path } }: { tab: Tab }) {
  const area = useRef<HTMLDivElement>(null);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const alive = useSelector(ref, (state) => state.matches('running'));
  // While the tab is hidden its element is taken away here, and stands in the document all the same.
  const takeHost = useCallback((element: HTMLElement | null) => {
    if (element) setHost(element);
  }, []);

  // What is hidden loses where it was scrolled to, and what is drawn anew never knew.
  const top = useRef(0);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !alive) return;
    top.current = ref.getSnapshot().context.scroll;
    const stop = scrollBack(element, top.current);
    return () => {
      stop();
      ref.send({ type: 'tab.scrolled', scroll: top.current });
    };
  }, [ref, alive]);

  return (
    <div className="ads-panel">
      <div
        ref={area}
        className="ads-content"
        onScroll={(event) => {
          if (event.target === event.currentTarget) top.current = event.currentTarget.scrollTop;
        }}
      >
        <div>
          {host && (
            <LayerHost element={host}>
              <TabPage tab={ref} path={path} />
            </LayerHost>
          )}
        </div>
      </div>
      <div ref={takeHost} className="ads-layers" />
    </div>
  );
}

/** The business line that all of a page is about: its own, or the one that it is filtered by. */
function lineOf(path: string, search: string): 'dj' | 'ec' | undefined {
  if (path === '/advertising/video') return 'dj';
  if (path === '/advertising/upload-ec') return 'ec';
  const biz = new URLSearchParams(search).get('biz');
  return biz === 'dj' || biz === 'ec' ? biz : undefined;
}

/** The page of a tab, or what stands in for it while there is none. */
function TabPage({ tab, path }: { tab: Tab['ref']; path: string }) {
  const t = useText();
  const state = useSelector(tab, ({ value }) => value);
  const page = useSelector(tab, (snapshot) => snapshot.children.page);
  const line = useSelector(tab, ({ context }) => lineOf(path, context.search));

  if (state === 'missing') return <MissingPart onRetry={() => tab.send({ type: 'page.retried' })} />;
  if (state === 'broken') return <ErrorBlock message={t('ui.pageBroken')} onRetry={() => tab.send({ type: 'page.retried' })} />;

  const feature = loadedPage(path);
  if (!page || !feature) return <LoadingBlock />;
  const { View, messages } = feature;
  return (
    <FeatureTexts messages={messages}>
      <LineTexts line={line}>
        <ErrorBoundary>
          <Suspense fallback={<LoadingBlock />}>
            <View page={page as never} />
          </Suspense>
        </ErrorBoundary>
      </LineTexts>
    </FeatureTexts>
  );
}
