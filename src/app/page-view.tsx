import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { pageHostMachine } from '#machines/page-host/page-host.machine.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import { NotFound } from '#src/features/not-found/not-found.page.tsx';
import { FeatureTexts, useText } from '#src/locale/text-provider.tsx';
import { reloadPage } from '#src/platform/browser-window.ts';
import { ErrorBlock, LoadingBlock } from '#src/ui/block.tsx';
import { ErrorBoundary } from '#src/ui/error-boundary.tsx';
import { loadedPage } from './page-registry.ts';

interface Props {
  host: ActorRefFrom<typeof pageHostMachine>;
  /** The address leads nowhere the reader may go. */
  isMissing: boolean;
  session: ActorRefFrom<typeof sessionMachine>;
}

/** The page of the moment, or what stands in for it while there is none. */
export function PageView({ host, isMissing, session }: Props) {
  const t = useText();
  const state = useSelector(host, (snapshot) => snapshot.value);
  const path = useSelector(host, (snapshot) => snapshot.context.path);
  const page = useSelector(host, (snapshot) => snapshot.children.page);

  if (isMissing) return <NotFound session={session} />;
  if (state === 'missing') return <ErrorBlock message={t('ui.newVersion')} retryText={t('ui.reload')} onRetry={reloadPage} />;
  if (state === 'broken') return <ErrorBlock message={t('ui.pageBroken')} onRetry={() => host.send({ type: 'page.retried' })} />;

  const feature = loadedPage(path);
  if (!page || !feature) return <LoadingBlock />;
  const { View, messages } = feature;
  return (
    <FeatureTexts messages={messages}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<LoadingBlock />}>
          <View page={page as never} />
        </Suspense>
      </ErrorBoundary>
    </FeatureTexts>
  );
}
