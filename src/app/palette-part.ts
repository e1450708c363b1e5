import { fromPromise } from 'xstate';
import { blankChange } from '#machines/change-password/change-password.machine.ts';
import { type FoundGroup, paletteMachine } from '#machines/palette/palette.machine.ts';
import { isPaletteAction, type PaletteAction } from '#machines/palette/palette-actions.ts';
import type { Parts } from '#src/layout/parts.ts';
import { findRecords } from '#src/services/search.service.ts';

/** The palette, with a server to ask. Whoever may open no page is refused every search: nothing is asked for them. */
export const palettePart = (parts: () => Parts) =>
  paletteMachine.provide({
    actors: {
      findRecords: fromPromise<FoundGroup[], { keyword: string }>(async ({ input, signal }) => {
        const paths = parts().guard?.getSnapshot().context.paths ?? [];
        return paths.length > 0 ? (await findRecords(input, signal)).groups : [];
      }),
    },
  });

/** Does what was chosen in the palette, by the same events as the buttons of the frame. */
export function runPaletteAction({ changePassword, layout, locale, resetPassword, session, theme, workspace }: Parts, key: string): void {
  const active = workspace?.getSnapshot().context.active;
  const user = session?.getSnapshot().context.user;
  const runs: Record<PaletteAction, () => void> = {
    refresh: () => layout?.send({ type: 'layout.refreshRequested' }),
    closeTab: () => active && workspace?.send({ type: 'tab.closeRequested', key: active }),
    closeOtherTabs: () => active && workspace?.send({ type: 'tab.othersCloseRequested', key: active }),
    theme: () => theme?.send({ type: 'theme.toggled' }),
    language: () => locale?.send({ type: 'locale.chosen', locale: locale.getSnapshot().context.wanted === 'en' ? 'zh-cn' : 'en' }),
    changePassword: () =>
      user &&
      changePassword?.send({
        type: 'form.opened',
        draft: { values: blankChange, subject: { account: user.account, isOffered: false } },
      }),
    resetPassword: () => user && resetPassword?.send({ type: 'resetPassword.requested', subject: { id: user.id, account: user.account } }),
    signOut: () => session?.send({ type: 'session.signOutRequested' }),
  };
  if (isPaletteAction(key)) runs[key]();
}
