import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { Workspace } from '#machines/workspace/workspace.machine.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { nameDocument } from '#src/platform/page-root.ts';
import type { Part } from './parts.ts';

/** Whoever is in one of these has not left it: tabs and header stay where they are, and a layer keeps what it holds. */
const STAYS = 'header, .ads-strip, .ads-overlay, .ads-floating';

/** Where somebody who cannot see the screen is taken by a navigation. */
function arrive(): void {
  const { activeElement } = document;
  // Before the reader did anything the console finds its own way, and the first key belongs to the first stop of the page.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (activeElement?.closest(STAYS)) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}

/**
 * What happens with every arrival on a page: the window is named after it, and the focus goes to it, unless it is somewhere
 * that outlives the step. Answers with the name of the page, empty while there is none.
 */
export function useArrival({ workspace, guard, menu }: { workspace: Workspace; guard: Part<'guard'>; menu: Part<'menu'> }): string {
  const t = useText();
  const locale = useLocaleName();
  const active = useSelector(workspace, (state) => state.context.active);
  const path = useSelector(workspace, (state) => state.context.tabs.find(({ key }) => key === state.context.active)?.path);
  const isMissing = useSelector(guard, (state) => state.matches('notFound'));
  const entry = useSelector(
    menu,
    (state) => state.context.entries.find((one) => one.path === path) ?? state.context.own.find((one) => one.path === path),
  );
  const title = isMissing ? t('notFound.title') : ((locale === 'en' ? entry?.titleEn : entry?.title) ?? '');

  useEffect(() => nameDocument(title ? `${title} - ${t('app.title')}` : t('app.title')), [title, t]);

  const place = isMissing ? 'nowhere' : active;
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (place === undefined || place === last.current) return;
    const isFirst = last.current === undefined;
    last.current = place;
    if (!isFirst) arrive();
  }, [place]);
  return title;
}
