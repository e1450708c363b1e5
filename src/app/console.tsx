import { BrowserRouter } from 'react-router-dom';
import { createActor, fromPromise } from 'xstate';
import { type ChangeSubject, changePasswordMachine, type PasswordChange } from '#machines/change-password/change-password.machine.ts';
import { consoleMachine } from '#machines/console/console.machine.ts';
import { type Place, ROOT } from '#machines/guard/decide.ts';
import { guardMachine } from '#machines/guard/guard.machine.ts';
import { saveOutcome } from '#machines/kernel/form/save-outcome.ts';
import type { PageTag } from '#machines/kernel/page/page-contract.ts';
import { layoutMachine } from '#machines/layout/layout.machine.ts';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { menuMachine } from '#machines/menu/menu.machine.ts';
import type { MenuEntry } from '#machines/menu/menu-tree.ts';
import { resetPasswordMachine } from '#machines/reset-password/reset-password.machine.ts';
import { type Credentials, sessionMachine } from '#machines/session/session.machine.ts';
import { farewellOf } from '#machines/session/session-end.ts';
import type { ClaimedUser } from '#machines/session/session-user.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { tabMachine } from '#machines/workspace/tab.machine.ts';
import { isUnsettled, pageOf } from '#machines/workspace/tab-list.ts';
import { workspaceMachine } from '#machines/workspace/workspace.machine.ts';
import { readPasswords } from '#src/layout/typed-passwords.ts';
import { languageTag } from '#src/locale/locales.ts';
import type { Language } from '#src/locale/text-provider.tsx';
import * as browser from '#src/platform/browser-window.ts';
import { createLeaveGuard } from '#src/platform/leave-guard.ts';
import { joinOtherTabs } from '#src/platform/other-tabs.ts';
import * as pageRoot from '#src/platform/page-root.ts';
import { currentRelease } from '#src/platform/release.ts';
import { changeSettings, readSettings, SETTINGS_KEY, type Settings } from '#src/platform/settings-store.ts';
import { clearAll } from '#src/platform/storage.ts';
import { openVault, readStoredUser, storeUser } from '#src/platform/token-vault.ts';
import { forgetFarewell, readFarewell, writeFarewell } from '#src/platform/window-store.ts';
import { connect } from '#src/services/connection.ts';
import { preloadHttpClient } from '#src/services/http.ts';
import { listMenus } from '#src/services/menus.service.ts';
import { changePassword, loadUserInfo, logout, resetPassword, signIn } from '#src/services/session.service.ts';
import { showNewPasswords } from '#src/ui/form/new-passwords.ts';
import { showErrorNotice, showPasswordNotice, toastError, toastSuccess } from '#src/ui/overlay/notices.ts';
import { watchFailures } from '#src/ui/page/failures.ts';
import { AddressFollower, createAddress } from './address.tsx';
import { ConsoleView } from './console-view.tsx';
import { refreshEveryPage } from './every-page.ts';
import { consoleTitle, loadLanguage } from './languages.ts';
import { connectionPart, releasePart } from './network-parts.ts';
import { loadPage, ownMenu, routes } from './page-registry.ts';
import { palettePart, runPaletteAction } from './palette-part.ts';
import { runningPart } from './running-part.ts';
import { silenceWords, spokenText } from './spoken-text.ts';
import { isTaggedWithin } from './tagged-within.ts';
import { createWorkspaceKeeper } from './workspace-keeper.ts';

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

/** Refusals that say that the reader may do less than the console believes. */
const BEYOND_RIGHTS = ['NO_PATH', 'NO_ACTION', 'ADMIN_ONLY'];

/** The whole console, composed: made once, outside of React, so that nothing React does can start it twice. */
export function createConsole(language: Language) {
  const vault = openVault();
  const text = spokenText(language, () => actor.getSnapshot().children.locale?.getSnapshot().context.language);
  let silent = false;
  const address = createAddress();
  const leaveGuard = createLeaveGuard();
  /** The console's own way out; whoever had to be asked was asked. */
  const leave = () => {
    leaveGuard.dismiss();
    browser.reloadPage();
  };
  const begin = (token: string): number => {
    forgetFarewell();
    return vault.save(token);
  };
  const farewell = vault.current().serial === 0 ? farewellOf(readFarewell()) : undefined;
  if (!farewell) forgetFarewell();
  const keeper = createWorkspaceKeeper(() => actor.getSnapshot().children.workspace);

  const machine = consoleMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          signIn: fromPromise<{ serial: number }, Credentials>(async ({ input, signal }) => ({
            serial: begin((await signIn(input, signal)).token),
          })),
          signOut: fromPromise<void, undefined>(async ({ signal }) => {
            await keeper.keepEverywhere().catch(() => undefined);
            await logout({}, signal);
          }),
          loadUser: fromPromise<ClaimedUser, undefined>(({ signal }) => loadUserInfo(undefined, signal)),
        },
        actions: {
          storeUser: (_, { user }) => user && storeUser(user, vault.current().token),
          // The user's details can wait for the next visit; nobody is bothered.
          logFailure: (_, { error }) =>
            console.error('the current user could not be loaded:', error instanceof Error ? error.message : error),
          announceExpiry: (_, { message }) => toastError(message),
          leaveWord: (_, { end }) => {
            const account = part().session?.getSnapshot().context.user?.account ?? '';
            writeFarewell({ end, account, hasWork: end !== 'otherTab' && hasWork() });
          },
          forgetEverything: () => {
            // Another tab may have begun the next session meanwhile: what is stored is its own.
            if (vault.isForeign()) return;
            clearAll();
            tabs.send({ kind: 'ended' });
          },
          forgetWork: () => keeper.forget(),
          fallSilent: () => {
            silent = true;
          },
          reload: leave,
        },
      }),
      guard: guardMachine.provide({ actions: { goTo: (_, { href }) => address.redirect(href) } }),
      theme: themeMachine.provide({
        actions: {
          paint: (_, { isDark }) => pageRoot.applyTheme(isDark),
          storeTheme: (_, { isDark }) => keepSettings({ isDark }),
        },
      }),
      locale: localeMachine.provide({
        actors: { loadLanguage: fromPromise(({ input }) => loadLanguage(input.locale)) },
        actions: {
          storeLocale: (_, { locale }) => keepSettings({ locale }),
          nameLanguage: (_, { locale }) => {
            pageRoot.nameLanguage(languageTag[locale]);
            pageRoot.nameDocument(consoleTitle(locale));
            refreshEveryPage(part().workspace);
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
          // One's own is told in passing, as the reset of it was asked for; somebody else's is to be handed on.
          announceReset: (_, { account, newPassword }) => {
            const title = text('reset.succeeded');
            const isOwn = account === part().session?.getSnapshot().context.user?.account;
            if (isOwn) showPasswordNotice({ title, account, password: newPassword });
            else showNewPasswords({ title, list: [{ account, password: newPassword }] });
          },
          announceFailure: () => toastError(text('reset.failed')),
        },
      }),
      changePassword: changePasswordMachine.provide({
        actors: {
          save: fromPromise(async () => {
            const outcome = await saveOutcome<PasswordChange, object, ChangeSubject, never>(changePassword(readPasswords()), {
              fields: ['old_pwd', 'new_pwd'],
              fieldOf: { LOGIN_LOCKED: 'old_pwd' },
            });
            if (outcome.kind === 'saved') toastSuccess(text('password.changed'));
            return outcome;
          }),
        },
      }),
      connection: connectionPart(text),
      release: releasePart(text, leave),
      palette: palettePart(() => part()),
      running: runningPart(text, () => part().locale?.getSnapshot().context.language.name ?? language.name),
      workspace: workspaceMachine.provide({
        actors: {
          tab: tabMachine.provide({ actors: { fetchPage: fromPromise(({ input }) => loadPage(input.path)) } }),
          loadWorkspace: fromPromise(({ input, signal }) => keeper.load(input.user, signal)),
          saveWorkspace: fromPromise(({ input, signal }) => keeper.save(input.user, input.workspace, signal)),
        },
      }),
    },
    actions: {
      writeAddress: (_, place) => address.write(place),
      goHome: () => address.redirect(ROOT),
      goTo: (_, place) => address.go(place),
      runAction: (_, { key }) => runPaletteAction(part(), key),
      refreshFailedPages: () => {
        for (const tab of part().workspace?.getSnapshot().context.tabs ?? []) {
          const page = pageOf(tab);
          if (page && isTaggedWithin(page.getSnapshot(), 'failed')) tab.ref.send({ type: 'page.refreshRequested' });
        }
      },
    },
  });

  const actor = createActor(machine, {
    input: {
      session: { serial: vault.current().serial, user: readStoredUser(), routes },
      isDark: readSettings().isDark,
      language,
      width: browser.windowWidth(),
      menu: ownMenu,
      isOnline: browser.isOnline(),
      release: currentRelease(),
    },
    inspect: keeper.inspect,
  });
  const part = () => actor.getSnapshot().children;

  connect({
    baseUrl: '/api',
    currentToken: vault.current,
    isClosed: () => silent,
    language: () => languageTag[part().locale?.getSnapshot().context.language.name ?? language.name],
    textFor: silenceWords(text),
    onRejected: (rejection) => part().session?.send({ type: 'session.rejected', ...rejection }),
    onRefused: ({ url, message, ...call }) => {
      if (url !== loadUserInfo.path && !call.quiet)
        showErrorNotice({ title: `Error: ${url}`, content: message, call: { path: url, ...call } });
      if (BEYOND_RIGHTS.includes(call.reason)) part().session?.send({ type: 'session.rightsDoubted' });
    },
    onUnanswered: ({ url, message, ...call }) => {
      if (url !== loadUserInfo.path && !call.quiet) toastError(message, { path: url, ...call });
      if (call.status === 0) part().connection?.send({ type: 'call.unanswered' });
    },
    onAnswered: ({ url, serial, rights }) => {
      part().connection?.send({ type: 'call.answered' });
      part().session?.send({ type: 'session.rightsSeen', serial, rights, ofUser: url === loadUserInfo.path });
    },
  });

  const isDirty = () => {
    const tag: PageTag = 'dirty';
    return isTaggedWithin(actor.getSnapshot(), tag);
  };
  /** Whether something typed waits here for the same person. */
  const hasWork = () => {
    const workspace = part().workspace?.getSnapshot();
    return workspace !== undefined && !workspace.hasTag('unknown') && workspace.context.tabs.some((tab) => isUnsettled(tab));
  };
  const endElsewhere = () => part().session?.send({ type: 'session.endedElsewhere', dirty: isDirty() });
  const lookForTheSession = () => {
    if (vault.isForeign()) endElsewhere();
  };
  const followSettings = ({ isDark, locale }: Settings) => {
    part().theme?.send({ type: 'theme.followed', isDark });
    part().locale?.send({ type: 'locale.followed', locale });
  };
  const keepSettings = (change: Partial<Settings>) => {
    changeSettings(change);
    tabs.send({ kind: 'settings', ...readSettings() });
  };
  const tabs = joinOtherTabs((news) => {
    if (news.kind === 'settings') followSettings(news);
    else if (vault.isForeign() || vault.isPrivate()) endElsewhere();
  });
  /** Reloads; where something would be lost, the reader is asked first. */
  const reload = () =>
    part().release?.send({ type: 'release.reloadRequested', unsettled: isDirty() || isTaggedWithin(actor.getSnapshot(), 'writing') });

  const arrived = (place: Place) => part().guard?.send({ type: 'location.arrived', place });
  const followed = (place: Place) => part().guard?.send({ type: 'location.followed', place });

  return {
    actor,
    start() {
      actor.start();
      browser.onResize((width) => part().sidebar?.send({ type: 'viewport.resized', width }));
      browser.onFullscreenChange((isFull) => part().layout?.send({ type: 'fullscreen.changed', isFull }));
      // It is told of whatever happens in its tabs.
      part().workspace?.subscribe(() => leaveGuard.follow(isDirty()));
      browser.onPageRestored(lookForTheSession);
      browser.onFocus(() => part().running?.send({ type: 'window.focused' }));
      browser.onPageLeave(() => {
        keeper.keepInWindow();
        part().workspace?.send({ type: 'workspace.flushRequested' });
      });
      browser.onStorageChange((key) => {
        lookForTheSession();
        if (key === SETTINGS_KEY) followSettings(readSettings());
      });
      browser.onReturn(() => {
        lookForTheSession();
        part().release?.send({ type: 'window.shown' });
      });
      browser.onNetworkChange((isOnline) => part().connection?.send({ type: isOnline ? 'network.found' : 'network.lost' }));
      watchFailures((failure) =>
        part().errors?.send({
          type: 'errors.happened',
          error: { ...failure, at: new Date().toISOString(), page: browser.pagePath() },
        }),
      );
      if (vault.current().serial !== 0) void preloadHttpClient();
    },
    view: (
      <BrowserRouter>
        <AddressFollower address={address} onArrived={arrived} onFollowed={followed} />
        <ConsoleView console={actor} farewell={farewell} onReload={reload} />
      </BrowserRouter>
    ),
  };
}
