import { useSelector } from '@xstate/react';
import { blankChange } from '#machines/change-password/change-password.machine.ts';
import { alertPageOf } from '#machines/unread-alerts/unread-alerts.machine.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { LanguageSwitch } from '#src/ui/page/language-switch.tsx';
import { ThemeSwitch } from '#src/ui/page/theme-switch.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconDown, IconFullscreen, IconFullscreenExit, IconMenuFold, IconMenuUnfold, IconRefresh } from '#src/ui/text/icons.ts';
import { AlertsBell } from './alerts-bell.tsx';
import { ErrorsButton } from './errors-button.tsx';
import { PaletteButton } from './palette-button.tsx';
import type { Part } from './parts.ts';
import { RunningChip } from './running-chip.tsx';
import { StatusLine } from './status-line.tsx';

interface Props {
  layout: Part<'layout'>;
  sidebar: Part<'sidebar'>;
  session: Part<'session'>;
  theme: Part<'theme'>;
  locale: Part<'locale'>;
  changePassword: Part<'changePassword'>;
  resetPassword: Part<'resetPassword'>;
  errors: Part<'errors'>;
  running: Part<'running'>;
  unreadAlerts: Part<'unreadAlerts'>;
  workspace: Part<'workspace'>;
  alertDelivery: Part<'alertDelivery'>;
  connection: Part<'connection'>;
  release: Part<'release'>;
  palette: Part<'palette'>;
}

export function Header(props: Props) {
  const {
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
  } = props;
  const t = useText();
  const collapsed = useSelector(sidebar, (state) => state.matches({ shape: 'collapsed' }));
  const full = useSelector(layout, (state) => state.matches({ screen: 'full' }));
  const dark = useSelector(theme, (state) => state.matches('dark'));
  const language = useSelector(locale, (state) => state.context.wanted);
  const canDeliver = alertPageOf(useViewer().pages.map(({ path }) => path)) !== undefined;
  const user = useSelector(session, (state) => state.context.user);
  return (
    <header className="ads-header">
      <IconButton
        label={t(collapsed ? 'header.expand' : 'header.collapse')}
        icon={collapsed ? <IconMenuUnfold /> : <IconMenuFold />}
        onClick={() => sidebar.send({ type: 'sidebar.toggled' })}
      />
      <StatusLine connection={connection} release={release} />
      <div className="ads-header-end">
        <RunningChip running={running} />
        <PaletteButton palette={palette} />
        <AlertsBell unreadAlerts={unreadAlerts} workspace={workspace} />
        <LanguageSwitch language={language} onChoose={(name) => locale.send({ type: 'locale.chosen', locale: name })} />
        <ThemeSwitch dark={dark} onToggle={() => theme.send({ type: 'theme.toggled' })} />
        <IconButton
          label={t(full ? 'header.leaveFullscreen' : 'header.fullscreen')}
          icon={full ? <IconFullscreenExit /> : <IconFullscreen />}
          onClick={() => layout.send({ type: 'fullscreen.toggled' })}
        />
        <ErrorsButton errors={errors} />
        <IconButton label={t('header.refresh')} icon={<IconRefresh />} onClick={() => layout.send({ type: 'layout.refreshRequested' })} />
        <MenuButton
          // What is seen is part of what is heard, so that it can be asked for by voice.
          label={`${t('header.userMenu')} ${user?.name.trim() || DASH}`}
          className="ads-user-button"
          actions={[
            {
              key: 'change',
              text: t('password.menu'),
              onRun: () =>
                user &&
                changePassword.send({
                  type: 'form.opened',
                  draft: { values: blankChange, subject: { account: user.account, isOffered: false } },
                }),
            },
            {
              key: 'reset',
              text: t('header.resetPassword'),
              onRun: () => user && resetPassword.send({ type: 'resetPassword.requested', subject: { id: user.id, account: user.account } }),
            },
            ...(canDeliver
              ? [{ key: 'alerts', text: t('header.alertDelivery'), onRun: () => alertDelivery.send({ type: 'delivery.opened' }) }]
              : []),
            { key: 'out', text: t('header.signOut'), onRun: () => session.send({ type: 'session.signOutRequested' }) },
          ]}
        >
          <span className="ads-user-name">{user?.name.trim() || DASH}</span>
          <IconDown aria-hidden="true" />
        </MenuButton>
      </div>
    </header>
  );
}
