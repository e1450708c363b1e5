import { useSelector } from '@xstate/react';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { LoadingBlock } from '#src/ui/page/block.tsx';
import { AlertDeliveryDrawer } from './alert-delivery-drawer.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { RecentErrors } from './errors-button.tsx';
import { Header } from './header.tsx';
import { OrphanedDialog } from './orphaned-dialog.tsx';
import { PaletteLayer } from './palette-button.tsx';
import type { Part, Parts } from './parts.ts';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { RunningBatch } from './running-chip.tsx';
import { Sidebar } from './sidebar.tsx';
import { ReloadDialog } from './status-line.tsx';
import { TabStrip } from './tab-strip.tsx';
import { useArrival } from './use-arrival.ts';
import './layout.css';

/** The frame around every page of somebody who is signed in. */
export function Layout({ parts, children }: { parts: Parts; children: ReactNode }) {
  const { changePassword } = parts;
  const {
    layout,
    menu,
    sidebar,
    session,
    theme,
    locale,
    resetPassword,
    guard,
    workspace,
    connection,
    release,
    errors,
    running,
    unreadAlerts,
    alertDelivery,
    palette,
  } = parts;
  if (
    !layout ||
    !menu ||
    !sidebar ||
    !session ||
    !theme ||
    !locale ||
    !changePassword ||
    !resetPassword ||
    !guard ||
    !workspace ||
    !connection ||
    !release ||
    !errors ||
    !running ||
    !unreadAlerts ||
    !alertDelivery ||
    !palette
  )
    return null;
  return (
    <>
      <Frame layout={layout} menu={menu}>
        <Sidebar menu={menu} sidebar={sidebar} guard={guard} />
        <div className="ads-main">
          <Header
            {...{
              layout,
              sidebar,
              session,
              theme,
              locale,
              changePassword,
              resetPassword,
              errors,
              running,
              unreadAlerts,
              workspace,
              alertDelivery,
              palette,
              connection,
              release,
            }}
          />
          <TabStrip workspace={workspace} menu={menu} />
          <Stage {...{ workspace, guard, menu }}>{children}</Stage>
        </div>
      </Frame>
      <ChangePasswordDialog changePassword={changePassword} />
      <ResetPasswordDialog resetPassword={resetPassword} session={session} />
      <RunningBatch running={running} />
      <AlertDeliveryDrawer delivery={alertDelivery} />
      <RecentErrors errors={errors} release={release} />
      <PaletteLayer palette={palette} workspace={workspace} />
      <ReloadDialog release={release} />
      <OrphanedDialog session={session} />
    </>
  );
}

/** Where the pages stand. */
function Stage({ children, ...parts }: Parameters<typeof useArrival>[0] & { children: ReactNode }) {
  const title = useArrival(parts);
  return (
    <main id="content" className="ads-stage" tabIndex={-1} aria-label={title || undefined}>
      {children}
    </main>
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
