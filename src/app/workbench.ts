import { fromPromise } from 'xstate';
import { type ChangeSubject, changePasswordMachine, type PasswordChange } from '#machines/change-password/change-password.machine.ts';
import { workbenchMachine } from '#machines/console/workbench.machine.ts';
import { ROOT } from '#machines/guard/decide.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { layoutMachine } from '#machines/layout/layout.machine.ts';
import { menuMachine } from '#machines/menu/menu.machine.ts';
import type { MenuEntry } from '#machines/menu/menu-tree.ts';
import { resetPasswordMachine } from '#machines/reset-password/reset-password.machine.ts';
import { tabMachine } from '#machines/workspace/tab.machine.ts';
import { pageOf } from '#machines/workspace/tab-list.ts';
import { workspaceMachine } from '#machines/workspace/workspace.machine.ts';
import type { Parts } from '#src/layout/parts.ts';
import { readPasswords } from '#src/layout/typed-passwords.ts';
import type { LocaleName } from '#src/locale/locales.ts';
import { alertDelivery } from '#src/parts/alerts/alert-delivery.wiring.ts';
import * as browser from '#src/platform/browser-window.ts';
import { listMenus } from '#src/services/menus.service.ts';
import { changePassword, resetPassword } from '#src/services/session.service.ts';
import { showNewPasswords } from '#src/ui/form/new-passwords.ts';
import { showPasswordNotice, toastError, toastSuccess } from '#src/ui/overlay/notices.ts';
import type { Address } from './address.tsx';
import { loadPage } from './page-registry.ts';
import { palettePart, runPaletteAction } from './palette-part.ts';
import { runningPart } from './running-part.ts';
import type { SpokenText } from './spoken-text.ts';
import { isTaggedWithin } from './tagged-within.ts';
import { unreadAlertsPart } from './unread-alerts-part.ts';
import { WorkbenchView } from './workbench-view.tsx';
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

interface Surroundings {
  /** The running parts of the console and, once it stands, of the workbench. */
  parts: () => Parts;
  text: SpokenText;
  /** The language that is spoken at this moment. */
  locale: () => LocaleName;
  address: Address;
}

/** The workbench, composed with browser and server. A chunk of its own: the sign-in page works without it. */
export function createWorkbench({ parts, text, locale, address }: Surroundings) {
  const keeper = createWorkspaceKeeper(() => parts().workspace);
  const machine = workbenchMachine.provide({
    actors: {
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
            const isOwn = account === parts().session?.getSnapshot().context.user?.account;
            if (isOwn) showPasswordNotice({ title, account, password: newPassword });
            else showNewPasswords({ title, list: [{ account, password: newPassword }] });
          },
          announceFailure: () => toastError(text('reset.failed')),
        },
      }),
      changePassword: changePasswordMachine.provide({
        actors: {
          save: fromPromise(async () => {
            const outcome = await toSaveOutcome<PasswordChange, object, ChangeSubject, never>(changePassword(readPasswords()), {
              fields: ['old_pwd', 'new_pwd'],
              fieldOf: { LOGIN_LOCKED: 'old_pwd' },
            });
            if (outcome.kind === 'saved') toastSuccess(text('password.changed'));
            return outcome;
          }),
        },
      }),
      palette: palettePart(parts),
      running: runningPart(text, locale),
      unreadAlerts: unreadAlertsPart,
      alertDelivery,
      workspace: workspaceMachine.provide({
        actors: {
          tab: tabMachine.provide({ actors: { loadPage: fromPromise(({ input }) => loadPage(input.path)) } }),
          loadWorkspace: fromPromise(({ input, signal }) => keeper.load(input.user, signal)),
          saveWorkspace: fromPromise(({ input, signal }) => keeper.save(input.user, input.workspace, signal)),
        },
      }),
    },
    actions: {
      writeAddress: (_, place) => address.write(place),
      goHome: () => address.redirect(ROOT),
      goTo: (_, place) => address.go(place),
      runAction: (_, { key }) => runPaletteAction(parts(), key),
      refreshFailedPages: () => {
        for (const tab of parts().workspace?.getSnapshot().context.tabs ?? []) {
          const page = pageOf(tab);
          if (page && isTaggedWithin(page.getSnapshot(), 'failed')) tab.ref.send({ type: 'page.refreshRequested' });
        }
      },
    },
  });
  return { machine, keeper, View: WorkbenchView };
}

export type Workbench = ReturnType<typeof createWorkbench>;
