import { fromPromise } from 'xstate';
import { bulkReset as passwordResetMachine } from '#machines/sys-accounts/account-management.machine.ts';
import { featureText } from '#src/locale/feature-text.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { resetPasswords } from '#src/services/users.service.ts';
import { showMadePasswords } from '#src/ui/form/made-passwords.ts';
import { messages } from './messages/index.ts';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const fileOf = (content: string): Blob => new Blob([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], { type: SHEET_TYPE });

/** Resets the passwords of several accounts. They go straight to their dialog, past all machines. */
export const bulkReset = passwordResetMachine.provide({
  actors: {
    run: fromPromise(async ({ input: { subject } }) => {
      const which = subject.kind === 'rows' ? { ids: subject.ids } : { filter: subject.filter, expected_total: subject.total };
      const { list, sheet } = await resetPasswords(which);
      const made = list.flatMap(({ account, name, new_passwd }) => (new_passwd ? [{ account, name, password: new_passwd }] : []));
      const refused = list.flatMap(({ account, new_passwd, message }) => (new_passwd ? [] : [{ account, why: message ?? '' }]));
      showMadePasswords({
        title: featureText(messages, spokenLocale(), 'account.reset.done'),
        list: made,
        refused,
        ...(sheet && { save: () => saveFile(sheet.name, fileOf(sheet.content)) }),
      });
      return { done: made.length, refused: refused.length };
    }),
  },
});
