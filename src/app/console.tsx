import { BrowserRouter } from 'react-router-dom';
import { createActor, fromPromise } from 'xstate';
import { consoleMachine } from '#machines/console/console.machine.ts';
import type { Place } from '#machines/guard/decide.ts';
import { guardMachine } from '#machines/guard/guard.machine.ts';
import type { PageTag } from '#machines/kernel/page-contract.ts';
import { layoutMachine } from '#machines/layout/layout.machine.ts';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { menuMachine } from '#machines/menu/menu.machine.ts';
import type { MenuEntry } from '#machines/menu/menu-tree.ts';
import { pageHostMachine } from '#machines/page-host/page-host.machine.ts';
import { resetPasswordMachine } from '#machines/reset-password/reset-password.machine.ts';
import { type Credentials, sessionMachine } from '#machines/session/session.machine.ts';
import type { ClaimedUser } from '#machines/session/session-user.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { languageTag } from '#src/locale/locales.ts';
import type { Language } from '#src/locale/text-provider.tsx';
import * as browser from '#src/platform/browser-window.ts';
import * as pageRoot from '#src/platform/page-root.ts';
import { changeSettings, readSettings, SETTINGS_KEY } from '#src/platform/settings-store.ts';
import { clearAll } from '#src/platform/storage.ts';
import { openVault, storedUser, storeUser } from '#src/platform/token-vault.ts';
import { connect } from '#src/services/connection.ts';
import { warmUp } from '#src/services/http.ts';
import { listMenus } from '#src/services/menus.service.ts';
import { loadUserInfo, logout, resetPassword, signIn } from '#src/services/session.service.ts';
import { showErrorNotice, showPasswordNotice, toastError } from '#src/ui/notices.ts';
import { AddressFollower, createAddress } from './address.tsx';
import { ConsoleView } from './console-view.tsx';
import { consoleTitle, loadLanguage } from './languages.ts';
import { loadPage, ownMenu, routes } from './page-registry.ts';
import { spokenText } from './spoken-text.ts';
import { isTaggedWithin } from './tagged-within.ts';

const toMenuEntry = (row: Awaited<ReturnType<typeof listMenus>>['list'][number]): MenuEntry => ({
  path: row.path,
  parentPath: row.parent_path,
  title: row.title,
  titleEn: row.title_en,
  sort: row.sort,
  hide: row.hide,
  activeMenu: row.activeMenu,
  icon: row.icon,
});

/** The whole console, composed: made once, outside of React, so that nothing React does can start it twice. */
export function createConsole(language: Language) {
  const vault = openVault();
  const text = spokenText(language, () => actor.getSnapshot().children.locale?.getSnapshot().context.language);
  let silent = false;
  const address = createAddress();

  const machine = consoleMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          signIn: fromPromise<{ serial: number }, Credentials>(async ({ input, signal }) => ({
            serial: vault.keep((await signIn(input, signal)).token),
          })),
          signOut: fromPromise<void, undefined>(async ({ signal }) => void (await logout({}, signal))),
          loadUser: fromPromise<ClaimedUser, undefined>(({ signal }) => loadUserInfo(undefined, signal)),
        },
        actions: {
          storeUser: (_, { user }) => user && storeUser(user, vault.held().token),
          // The user's details can wait for the next visit; nobody is bothered.
          logFailure: (_, { error }) =>
            console.error('the current user could not be loaded:', error instanceof Error ? error.message : error),
          announceExpiry: (_, { message }) => toastError(message),
          forgetEverything: () => clearAll(),
          fallSilent: () => {
            silent = true;
          },
          reload: () => browser.reloadPage(),
        },
      }),
      guard: guardMachine.provide({ actions: { goTo: (_, { href }) => address.redirect(href) } }),
      theme: themeMachine.provide({
        actions: {
          paint: (_, { isDark }) => pageRoot.paintTheme(isDark),
          storeTheme: (_, { isDark }) => changeSettings({ isDark }),
        },
      }),
      locale: localeMachine.provide({
        actors: { loadLanguage: fromPromise(({ input }) => loadLanguage(input.locale)) },
        actions: {
          storeLocale: (_, { locale }) => changeSettings({ locale }),
          nameLanguage: (_, { locale }) => {
            pageRoot.nameLanguage(languageTag[locale]);
            pageRoot.nameDocument(consoleTitle(locale));
          },
          tellMissing: () => toastError(text('shell.languageMissing')),
        },
      }),
      menu: menuMachine.provide({
        actors: { loadMenu: fromPromise(async ({ signal }) => (await listMenus({}, signal)).list.map(toMenuEntry)) },
      }),
      layout: layoutMachine.provide({
        actions: { enterFullscreen: browser.enterFullscreen, leaveFullscreen: browser.leaveFullscreen },
      }),
      resetPassword: resetPasswordMachine.provide({
        actors: {
          resetPassword: fromPromise<{ newPassword: string }, { id: number }>(async ({ input }) => ({
            newPassword: (await resetPassword({ currentUserId: input.id })).new_passwd,
          })),
        },
        actions: {
          announceReset: (_, { account, newPassword }) =>
            showPasswordNotice({ title: text('reset.succeeded'), account, password: newPassword }),
          announceFailure: () => toastError(text('reset.failed')),
        },
      }),
      page: pageHostMachine.provide({ actors: { fetchPage: fromPromise(({ input }) => loadPage(input.path)) } }),
    },
    actions: {
      writeAddress: (_, { search, how }) => address.writeSearch(search, how),
    },
  });

  const actor = createActor(machine, {
    input: {
      session: { serial: vault.held().serial, user: storedUser(), routes },
      isDark: readSettings().isDark,
      language,
      width: browser.windowWidth(),
      menu: ownMenu,
    },
  });
  const part = () => actor.getSnapshot().children;

  connect({
    baseUrl: '/api',
    held: vault.held,
    isSilent: () => silent,
    language: () => languageTag[part().locale?.getSnapshot().context.language.name ?? language.name],
    onRejected: (rejection) => part().session?.send({ type: 'session.rejected', ...rejection }),
    onRefused: ({ url, message, reason }) => {
      showErrorNotice({ title: `Error: ${url}`, content: message });
      if (reason === 'NO_PATH') part().session?.send({ type: 'session.rightsDoubted' });
    },
    onBroken: toastError,
  });

  const isDirty = () => {
    const tag: PageTag = 'dirty';
    return isTaggedWithin(actor.getSnapshot(), tag);
  };
  const lookForTheSession = () => {
    if (vault.isForeign()) part().session?.send({ type: 'session.endedElsewhere', dirty: isDirty() });
  };

  const arrived = (place: Place) => part().guard?.send({ type: 'location.arrived', place });
  const followed = (place: Place) => part().guard?.send({ type: 'location.followed', place });

  return {
    actor,
    start() {
      actor.start();
      browser.onResize((width) => part().sidebar?.send({ type: 'viewport.resized', width }));
      browser.onFullscreenChange((isFull) => part().layout?.send({ type: 'fullscreen.changed', isFull }));
      browser.onRevival(lookForTheSession);
      browser.onStorageChange((key) => {
        lookForTheSession();
        if (key !== SETTINGS_KEY) return;
        const { isDark, locale } = readSettings();
        part().theme?.send({ type: 'theme.followed', isDark });
        part().locale?.send({ type: 'locale.followed', locale });
      });
      if (vault.held().serial !== 0) void warmUp();
    },
    view: (
      <BrowserRouter>
        <AddressFollower address={address} onArrived={arrived} onFollowed={followed} />
        <ConsoleView console={actor} />
      </BrowserRouter>
    ),
  };
}
