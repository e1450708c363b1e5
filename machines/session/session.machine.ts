import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../kernel/form/faults.ts';
import { effect, missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import type { KnownRoutes } from './permitted-paths.ts';
import { type Rejection, type SessionEnd, sessionEndOf } from './session-end.ts';
import { type ClaimedUser, isSameStanding, type SessionUser, sessionUser } from './session-user.ts';

/** Long enough to read why the session ended, before the page reloads. */
export const EXPIRY_NOTICE_MS = 500;

/** How long signing out waits for the server to agree. */
export const SIGN_OUT_PATIENCE_MS = 1000;

/** Rights that were asked for and had not changed are not asked for again so soon because of a header alone. */
export const RIGHTS_REST_MS = 10_000;

/** What is typed to sign in. It passes through; no context keeps it. */
export interface Credentials {
  account: string;
  password: string;
}

export interface SessionInput {
  /** Which token is held, counted from 1; 0 for none. The token itself stays outside of every machine. */
  serial: number;
  /** Of an earlier visit. */
  user: ClaimedUser | undefined;
  routes: KnownRoutes;
}

interface SessionContext {
  /** See SessionInput. */
  serial: number;
  user: SessionUser | undefined;
  routes: KnownRoutes;
  /** Somebody signed in since the page was loaded, rather than a token having been kept. */
  entered: boolean;
  /** The mark of the rights that came with the user's details last; empty where the server gives none. */
  heardRights: string;
  /** The mark that belongs to `user`. */
  rights: string;
  /** Why the last sign-in was refused. */
  failure: Failure | undefined;
}

type RightsSeen = { type: 'session.rightsSeen'; serial: number; rights: string; ofUser: boolean };

export type SessionEvent =
  | { type: 'session.signInRequested'; credentials: Credentials }
  | { type: 'session.signOutRequested' }
  /** The server answered that this token is no session any more. */
  | ({ type: 'session.rejected'; serial: number; message: string } & Rejection)
  /** The server answered that a page or an action is not permitted (any more). */
  | { type: 'session.rightsDoubted' }
  /** An answer carried this mark of the caller's rights. `ofUser`: it was the answer with the user's details. */
  | RightsSeen
  /** Another tab of the browser signed out, or signed in as somebody. `dirty`: something typed here would be lost. */
  | { type: 'session.endedElsewhere'; dirty: boolean }
  | { type: 'session.leaveConfirmed' };

export type SessionFact =
  | { type: 'session.began' }
  /** `fresh`: just told by the server, not remembered. `doubted`: asked for because a call was not permitted. */
  | {
      type: 'session.userKnown';
      user: number;
      paths: string[];
      fresh: boolean;
      doubted: boolean;
      /** The account of somebody who has just signed in with a password that others made: they are offered one of their own. */
      newPasswordFor?: string | undefined;
    }
  | { type: 'session.userUnknown' };

type Kept = { user: ClaimedUser };

/** A token is the session; the user's details may arrive later, or never. */
export const sessionMachine = setup({
  types: {} as {
    context: SessionContext;
    events: SessionEvent;
    input: SessionInput;
    tags: 'signedIn' | 'busy';
  },
  actors: {
    signIn: missingActor<{ serial: number }, Credentials>('signIn'),
    signOut: missingActor<void>('signOut'),
    loadUser: missingActor<ClaimedUser>('loadUser'),
  },
  guards: {
    isDirty: (_, { dirty }: { dirty: boolean }) => dirty,
    hasToken: ({ context }) => context.serial !== 0,
    /** A late answer to a call of an earlier session ends nothing. */
    isOurs: ({ context }, { serial }: { serial: number }) => serial === context.serial,
    isOfUser: ({ context }, { serial, ofUser }: Omit<RightsSeen, 'type'>) => ofUser && serial === context.serial,
    /** The server decides by other rights than those that are known here. */
    isOtherRights: ({ context }, { serial, rights, ofUser }: Omit<RightsSeen, 'type'>) =>
      !ofUser && serial === context.serial && rights !== '' && context.rights !== '' && rights !== context.rights,
    isNews: ({ context }, { user }: Kept) => !isSameStanding(context.user, sessionUser(user, context.routes)),
  },
  delays: { expiryNotice: EXPIRY_NOTICE_MS, signOutPatience: SIGN_OUT_PATIENCE_MS, rightsRest: RIGHTS_REST_MS },
  actions: {
    keepToken: assign((_, { serial }: { serial: number }) => ({
      serial,
      user: undefined,
      entered: true,
      rights: '',
      failure: undefined,
    })),
    keepUser: assign(({ context }, { user }: Kept) => ({ user: sessionUser(user, context.routes), rights: context.heardRights })),
    hearRights: assign((_, { rights }: { rights: string }) => ({ heardRights: rights })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: assign({ failure: undefined }),
    tellBegan: tell<SessionContext>(() => ({ type: 'session.began' })),
    tellUser: tell<SessionContext, { fresh: boolean; doubted: boolean }>(({ user, entered }, how) => ({
      type: 'session.userKnown',
      user: user?.id ?? 0,
      paths: user?.paths ?? [],
      newPasswordFor: entered && how.fresh && !how.doubted && user?.password_state === 'given' ? user.account : undefined,
      ...how,
    })),
    tellUnknown: tell<SessionContext>(() => ({ type: 'session.userUnknown' })),
    storeUser: effect<{ user: SessionUser | undefined }>('storeUser'),
    logFailure: effect<{ error: unknown }>('logFailure'),
    announceExpiry: effect<{ message: string }>('announceExpiry'),
    /** The page that begins anew says why. */
    leaveWord: effect<{ end: SessionEnd }>('leaveWord'),
    forgetEverything: effect('forgetEverything'),
    /** What this window remembers of the open pages: it is nobody else's business. */
    forgetWork: effect('forgetWork'),
    fallSilent: effect('fallSilent'),
    reload: effect('reload'),
  },
}).createMachine({
  id: 'session',
  description: 'Who is signed in. Holds the token, asks who it belongs to, and ends once however many calls are refused.',
  context: ({ input }) => ({
    serial: input.serial,
    user: input.serial !== 0 && input.user ? sessionUser(input.user, input.routes) : undefined,
    routes: input.routes,
    entered: false,
    heardRights: '',
    rights: '',
    failure: undefined,
  }),
  initial: 'starting',
  states: {
    starting: {
      description: 'A token of an earlier visit is taken up again.',
      always: [{ guard: 'hasToken', target: 'signedIn' }, { target: 'signedOut' }],
    },
    signedOut: { on: { 'session.signInRequested': { target: 'signingIn', actions: 'forgetFailure' } } },
    signingIn: {
      tags: 'busy',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => (event.type === 'session.signInRequested' ? event.credentials : { account: '', password: '' }),
        onDone: {
          target: 'signedIn',
          actions: { type: 'keepToken', params: ({ event }) => event.output },
        },
        onError: { target: 'signedOut', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    signedIn: {
      tags: 'signedIn',
      entry: 'tellBegan',
      initial: 'remembering',
      on: {
        'session.signOutRequested': 'signingOut',
        'session.endedElsewhere': [{ guard: { type: 'isDirty', params: ({ event }) => event }, target: 'orphaned' }, { target: 'left' }],
        'session.rightsSeen': {
          guard: { type: 'isOfUser', params: ({ event }) => event },
          actions: { type: 'hearRights', params: ({ event }) => event },
        },
        'session.rejected': {
          guard: { type: 'isOurs', params: ({ event }) => event },
          target: 'expiring',
          actions: [
            { type: 'announceExpiry', params: ({ event }) => event },
            { type: 'leaveWord', params: ({ event }) => ({ end: sessionEndOf(event) }) },
          ],
        },
      },
      states: {
        remembering: {
          description: 'What an earlier visit knew of the user is told at once, then asked anew.',
          always: [
            {
              guard: ({ context }) => context.user !== undefined,
              target: 'loadingUser',
              actions: { type: 'tellUser', params: { fresh: false, doubted: false } },
            },
            { target: 'loadingUser' },
          ],
        },
        loadingUser: {
          description: 'The server is asked whose session this is.',
          invoke: {
            id: 'loadUser',
            src: 'loadUser',
            onDone: {
              target: 'known',
              actions: [
                { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                { type: 'storeUser', params: ({ context }) => context },
                { type: 'tellUser', params: { fresh: true, doubted: false } },
              ],
            },
            onError: { target: 'unknown', actions: [{ type: 'logFailure', params: ({ event }) => event }, 'tellUnknown'] },
          },
        },
        known: {
          description: 'Who it is, and what they may do, is known.',
          on: {
            'session.rightsDoubted': 'reloadingUser',
            'session.rightsSeen': { guard: { type: 'isOtherRights', params: ({ event }) => event }, target: 'reloadingUser' },
          },
        },
        unknown: {
          description: 'The server did not say who it is; nothing is granted until it does.',
          on: { 'session.rightsDoubted': 'reloadingUser' },
        },
        reloadingUser: {
          description: 'One at a time: doubts that come meanwhile are answered by the same answer.',
          invoke: {
            id: 'reloadUser',
            src: 'loadUser',
            onDone: [
              {
                guard: { type: 'isNews', params: ({ event }) => ({ user: event.output }) },
                target: 'known',
                actions: [
                  { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                  { type: 'storeUser', params: ({ context }) => context },
                  { type: 'tellUser', params: { fresh: true, doubted: true } },
                ],
              },
              {
                target: 'resting',
                actions: [
                  { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                  { type: 'tellUser', params: { fresh: true, doubted: true } },
                ],
              },
            ],
            onError: { target: 'resting', actions: [{ type: 'logFailure', params: ({ event }) => event }, 'tellUnknown'] },
          },
        },
        resting: {
          description:
            'Asking brought nothing new: marks that differ are no reason to ask again at once, or two servers could make it endless.',
          on: { 'session.rightsDoubted': 'reloadingUser' },
          after: { rightsRest: 'known' },
        },
      },
    },
    signingOut: {
      description: 'The server is told if it listens within a second; the session ends here in any case.',
      tags: ['signedIn', 'busy'],
      invoke: { id: 'signOut', src: 'signOut', onDone: 'ended', onError: 'ended' },
      on: { 'session.endedElsewhere': 'left' },
      after: { signOutPatience: 'ended' },
      exit: 'forgetWork',
    },
    expiring: {
      description: 'Later refusals are ignored: one notice, one reload.',
      tags: 'signedIn',
      // The storage may already hold the next session, of another tab.
      on: { 'session.endedElsewhere': 'left' },
      after: { expiryNotice: 'ended' },
    },
    orphaned: {
      description: 'The session is gone, and something typed is still on the screen: nothing is sent, and the reader says when to leave.',
      tags: 'signedIn',
      entry: 'fallSilent',
      on: { 'session.leaveConfirmed': 'left' },
    },
    ended: {
      description: 'Everything of the session is forgotten, and the page begins anew.',
      type: 'final',
      entry: ['forgetEverything', 'reload'],
    },
    left: {
      description: 'The storage now belongs to another tab; it stays as it is.',
      type: 'final',
      entry: ['forgetWork', { type: 'leaveWord', params: { end: 'otherTab' } }, 'reload'],
    },
  },
});
