import { fromPromise } from 'xstate';
import { bulkReset as passwordResetMachine } from '#machines/sys-accounts/account-management.machine.ts';
import { featureText } from '#src/locale/feature-text.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { resetPasswords } from '#src/services/users.service.ts';
import { showNewPasswords } from '#src/ui/form/new-passwords.ts';
import { messages } from './messages/index.ts';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const fileOf = (content: string): Blob => new Blob([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], { type: SHEET_TYPE });

/** Resets the passwords of several accounts. They go straight to their dialog, past all machines. */
export const bulkReset = passwordResetMachine.provide({
  actors: {
    run: fromPromise(async ({ input: { subject } }) => {
      const target = subject.kind === 'rows' ? { ids: subject.ids } : { filter: subject.filter, expected_total: subject.total };
      const { list, sheet } = await resetPasswords(target);
      const passwords = list.flatMap(({ account, name, new_passwd }) => (new_passwd ? [{ account, name, password: new_passwd }] : []));
      const refused = list.flatMap(({ account, new_passwd, message }) => (new_passwd ? [] : [{ account, why: message ?? '' }]));
      showNewPasswords({
        title: featureText(messages, currentLocale(), 'account.reset.done'),
        list: passwords,
        refused,
        ...(sheet && { save: () => saveFile(sheet.name, fileOf(sheet.content)) }),
      });
      return { done: passwords.length, refused: refused.length };
    }),
  },
});
