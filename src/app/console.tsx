import { BrowserRouter } from 'react-router-dom';
import { createActor, fromPromise } from 'xstate';
import { consoleMachine } from '#machines/console/console.machine.ts';
import type { WorkbenchLogic } from '#machines/console/hosted-workbench.ts';
import type { Place } from '#machines/guard/decide.ts';
import { guardMachine } from '#machines/guard/guard.machine.ts';
import type { PageTag } from '#machines/kernel/page/page-contract.ts';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { type Credentials, sessionMachine } from '#machines/session/session.machine.ts';
import { parseFarewell } from '#machines/session/session-end.ts';
import type { ClaimedUser } from '#machines/session/session-user.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
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
import { forgetFarewell, forgetWork, readFarewell, writeFarewell } from '#src/platform/window-store.ts';
import { ApiError } from '#src/services/api-error.ts';
import { connect } from '#src/services/connection.ts';
import { preloadHttpClient } from '#src/services/http.ts';
import { loadUserInfo, logout, signIn } from '#src/services/session.service.ts';
import { noteRefusal, showErrorNotice, toastError } from '#src/ui/overlay/notices.ts';
import { watchFailures } from '#src/ui/page/failures.ts';
import { AddressFollower, createAddress } from './address.tsx';
import { ConsoleView } from './console-view.tsx';
import { refreshEveryPage } from './every-page.ts';
import { consoleTitle, loadLanguage } from './languages.ts';
import { connectionPart, releasePart } from './network-parts.ts';
import { ownMenu, routes } from './page-registry.ts';
import { silenceWords, spokenText } from './spoken-text.ts';
import { isTaggedWithin } from './tagged-within.ts';
import type { Workbench } from './workbench.ts';

/** Refusals that say that the reader may do less than the console believes. */
const BEYOND_RIGHTS = ['NO_PATH', 'NO_ACTION', 'ADMIN_ONLY'];

/** The login form shows its refusal itself. */
function rethrowAsShown(error: unknown): never {
  if (error instanceof ApiError) error.isShownInPlace = true;
  throw error;
}

/** Fetches the code that only a signed-in user needs. */
export const fetchWorkbench = () => import('./workbench.ts');

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
  const farewell = vault.current().serial === 0 ? parseFarewell(readFarewell()) : undefined;
  if (!farewell) forgetFarewell();
  /** Undefined before its code is here. */
  let workbench: Workbench | undefined;
  const loadWorkbench = async (): Promise<WorkbenchLogic> => {
    const { createWorkbench } = await fetchWorkbench();
    workbench ??= createWorkbench({ parts, text, locale: localeName, address });
    return { machine: workbench.machine, input: { width: browser.windowWidth(), menu: ownMenu } };
  };

  const machine = consoleMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          signIn: fromPromise<{ serial: number }, Credentials>(async ({ input, signal }) => ({
            serial: begin((await signIn(input, signal).catch(rethrowAsShown)).token),
          })),
          signOut: fromPromise<void, undefined>(async ({ signal }) => {
            await workbench?.keeper.keepEverywhere().catch(() => undefined);
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
          storeFarewell: (_, { end }) => {
            const account = part().session?.getSnapshot().context.user?.account ?? '';
            writeFarewell({ end, account, hasWork: end !== 'otherTab' && hasWork() });
          },
          forgetEverything: () => {
            // Another tab may have begun the next session meanwhile: what is stored is its own.
            if (vault.isForeign()) return;
            clearAll();
            tabs.send({ kind: 'ended' });
          },
          forgetWork: () => (workbench ? workbench.keeper.forget() : forgetWork()),
          stopRequests: () => {
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
          setDocumentLanguage: (_, { locale }) => {
            pageRoot.setDocumentLanguage(languageTag[locale]);
            pageRoot.nameDocument(consoleTitle(locale));
            refreshEveryPage(parts().workspace);
          },
          announceLanguageFailure: () => toastError(text('shell.languageMissing')),
        },
      }),
      connection: connectionPart(text),
      release: releasePart(text, leave),
      loadWorkbench: fromPromise(loadWorkbench),
    },
  });

  const actor = createActor(machine, {
    input: {
      session: { serial: vault.current().serial, user: readStoredUser(), routes },
      isDark: readSettings().isDark,
      language,
      isOnline: browser.isOnline(),
      release: currentRelease(),
    },
    inspect: (event) => workbench?.keeper.inspect(event),
  });
  const part = () => actor.getSnapshot().children;
  const parts = () => ({ ...part(), ...part().workbench?.getSnapshot().children });
  const localeName = () => part().locale?.getSnapshot().context.language.name ?? language.name;

  connect({
    baseUrl: '/api',
    currentToken: vault.current,
    isClosed: () => silent,
    language: () => languageTag[localeName()],
    textFor: silenceWords(text),
    onRejected: (rejection) => part().session?.send({ type: 'session.rejected', ...rejection }),
    onRefused: ({ url, message, ...call }, isShownInPlace = () => false) => {
      if (url !== loadUserInfo.path && !call.quiet) {
        // The caller handles the error first, so that a form can show it at its fields instead.
        setTimeout(() => {
          const refusal = { title: `Error: ${url}`, content: message, call: { path: url, ...call } };
          if (isShownInPlace()) noteRefusal(refusal);
          else showErrorNotice(refusal);
        });
      }
      if (BEYOND_RIGHTS.includes(call.reason)) part().session?.send({ type: 'session.rightsDoubted' });
    },
    onUnanswered: ({ url, message, ...call }) => {
      if (url !== loadUserInfo.path && !call.quiet) toastError(message, { path: url, ...call });
      if (call.status === 0) part().connection?.send({ type: 'call.unanswered' });
    },
    onAnswered: ({ url, serial, rights }) => {
      part().connection?.send({ type: 'call.answered' });
      part().session?.send({ type: 'session.rightsMarkReceived', serial, rights, ofUser: url === loadUserInfo.path });
    },
  });

  const isDirty = () => {
    const tag: PageTag = 'dirty';
    return isTaggedWithin(actor.getSnapshot(), tag);
  };
  const hasWork = () => workbench?.keeper.hasWork() ?? false;
  const endElsewhere = () => part().session?.send({ type: 'session.endedElsewhere', dirty: isDirty() });
  const lookForTheSession = () => {
    if (vault.isForeign()) endElsewhere();
  };
  const followSettings = ({ isDark, locale }: Settings) => {
    part().theme?.send({ type: 'theme.changedElsewhere', isDark });
    part().locale?.send({ type: 'locale.changedElsewhere', locale });
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
  const followed = (place: Place) => part().guard?.send({ type: 'location.written', place });

  /** The user is about to sign in: what they need next is fetched while they type. */
  const approach = () => {
    void preloadHttpClient();
    void fetchWorkbench().catch(() => undefined);
  };

  return {
    actor,
    loadWorkbench,
    start() {
      const untilItStands = actor.subscribe(() => {
        const { workspace } = parts();
        if (!workspace) return;
        untilItStands.unsubscribe();
        // The workspace is told of everything that happens in its tabs.
        workspace.subscribe(() => leaveGuard.follow(isDirty()));
      });
      actor.start();
      browser.onResize((width) => parts().sidebar?.send({ type: 'viewport.resized', width }));
      browser.onFullscreenChange((isFull) => parts().layout?.send({ type: 'fullscreen.changed', isFull }));
      browser.onPageRestored(lookForTheSession);
      browser.onFocus(() => {
        const { running, unreadAlerts } = parts();
        for (const part of [running, unreadAlerts]) part?.send({ type: 'window.focused' });
      });
      browser.onPageLeave(() => {
        workbench?.keeper.keepInWindow();
        parts().workspace?.send({ type: 'workspace.flushRequested' });
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
        <ConsoleView console={actor} farewell={farewell} workbenchView={() => workbench?.View} onApproach={approach} onReload={reload} />
      </BrowserRouter>
    ),
  };
}
