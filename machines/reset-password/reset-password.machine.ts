import { assign, setup } from 'xstate';
import type { ResetSubject } from '../kernel/page/page-contract.ts';
import { effect, missingActor } from '../kernel/placeholders.ts';

interface ResetContext {
  subject: ResetSubject | undefined;
}

export type ResetPasswordEvent =
  | { type: 'resetPassword.requested'; subject: ResetSubject }
  | { type: 'resetPassword.confirmed' }
  | { type: 'resetPassword.cancelled' };

/** The dialog that resets a user's password. The new password goes to the notification and is kept nowhere. */
export const resetPasswordMachine = setup({
  types: {} as { context: ResetContext; events: ResetPasswordEvent; tags: 'open' | 'busy' },
  actors: { resetPassword: missingActor<{ newPassword: string }, { id: number }>('resetPassword') },
  actions: {
    keepSubject: assign((_, { subject }: { subject: ResetSubject }) => ({ subject })),
    forgetSubject: assign({ subject: undefined }),
    announceReset: effect<{ account: string; newPassword: string }>('announceReset'),
    announceFailure: effect('announceFailure'),
  },
}).createMachine({
  id: 'resetPassword',
  description: 'The dialog that resets a password: closed, open, confirming. It runs above the layout, so a refresh does not affect it.',
  context: { subject: undefined },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'resetPassword.requested': { target: 'open', actions: { type: 'keepSubject', params: ({ event }) => event } },
      },
    },
    open: {
      tags: 'open',
      on: {
        'resetPassword.confirmed': 'confirming',
        'resetPassword.cancelled': { target: 'closed', actions: 'forgetSubject' },
      },
    },
    confirming: {
      description: 'The server is making a new password.',
      tags: ['open', 'busy'],
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({ id: context.subject?.id ?? 0 }),
        onDone: {
          target: 'closed',
          actions: [
            {
              type: 'announceReset',
              params: ({ context, event }) => ({
                account: context.subject?.account ?? '',
                newPassword: event.output.newPassword,
              }),
            },
            'forgetSubject',
          ],
        },
        onError: { target: 'open', actions: 'announceFailure' },
      },
    },
  },
});
