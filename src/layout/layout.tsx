import { useSelector } from '@xstate/react';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { LoadingBlock } from '#src/ui/block.tsx';
import { Header } from './header.tsx';
import { OrphanedDialog } from './orphaned-dialog.tsx';
import type { Part, Parts } from './parts.ts';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import './layout.css';

/** The frame around every page of somebody who is signed in. */
export default function Layout({ parts, children }: { parts: Parts; children: ReactNode }) {
  const { layout, menu, sidebar, session, theme, locale, resetPassword, guard } = parts;
  if (!layout || !menu || !sidebar || !session || !theme || !locale || !resetPassword || !guard) return null;
  return (
    <>
      <Frame layout={layout} menu={menu}>
        <Sidebar menu={menu} sidebar={sidebar} guard={guard} />
        <div className="ads-main">
          <Header {...{ layout, sidebar, session, theme, locale, resetPassword }} />
          <main id="content" className="ads-content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </Frame>
      <ResetPasswordDialog resetPassword={resetPassword} session={session} />
      <OrphanedDialog session={session} />
    </>
  );
}

/** Drawn anew by a refresh; dialogs that wait for an answer stand outside of it. */
function Frame({ layout, menu, children }: { layout: Part<'layout'>; menu: Part<'menu'>; children: ReactNode }) {
  const t = useText();
  const round = useSelector(layout, (state) => state.context.round);
  const isRefreshing = useSelector(layout, (state) => state.matches({ frame: 'refreshing' }));

  useEffect(() => menu.send({ type: 'menu.mounted' }), [menu]);

  if (isRefreshing) {
    return (
      <div className="ads-frame ads-frame-refreshing">
        <LoadingBlock />
      </div>
    );
  }
  return (
    <Fragment key={round}>
      <a className="ads-skip" href="#content">
        {t('shell.skip')}
      </a>
      <div className="ads-frame">{children}</div>
    </Fragment>
  );
}
