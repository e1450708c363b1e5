import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../kernel/form/faults.ts';
import { effect, missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import type { KnownRoutes } from './permitted-paths.ts';
import { type Rejection, type SessionEnd, sessionEndOf } from './session-end.ts';
import { type ClaimedUser, hasSameRights, type SessionUser, toSessionUser } from './session-user.ts';

/** Long enough to read why the session ended, before the page reloads. */
export const EXPIRY_NOTICE_MS = 500;

/** How long signing out waits for the server's answer. */
export const SIGN_OUT_TIMEOUT_MS = 1000;

/** How long a changed header alone does not reload rights that were just found unchanged. */
export const RIGHTS_PAUSE_MS = 10_000;

/** The typed credentials. They are passed on; no context keeps them. */
export interface Credentials {
  account: string;
  password: string;
}

export interface SessionInput {
  /** Serial number of the current token from 1; 0 without a token. The token itself stays outside of all machines. */
  serial: number;
  /** The user remembered from an earlier visit. */
  user: ClaimedUser | undefined;
  routes: KnownRoutes;
}

interface SessionContext {
  /** See SessionInput. */
  serial: number;
  user: SessionUser | undefined;
  routes: KnownRoutes;
  /** The user signed in since the page was loaded, instead of continuing with a stored token. */
  hasSignedInHere: boolean;
  /** The rights mark of the last answer with user details; empty if the server sends none. */
  latestRights: string;
  /** The rights mark that belongs to `user`. */
  rights: string;
  /** Why the last sign-in was refused. */
  failure: Failure | undefined;
}

type RightsSeen = { type: 'session.rightsMarkReceived'; serial: number; rights: string; ofUser: boolean };

export type SessionEvent =
  | { type: 'session.signInRequested'; credentials: Credentials }
  | { type: 'session.signOutRequested' }
  /** The server answered that this token is no longer valid. */
  | ({ type: 'session.rejected'; serial: number; message: string } & Rejection)
  /** The server refused a page or an action, so the known rights may be outdated. */
  | { type: 'session.rightsDoubted' }
  /** An answer carried this mark of the user's rights. `ofUser`: it was the answer with the user's details. */
  | RightsSeen
  /** Another browser tab signed out or signed in. `dirty`: typed content here would be lost. */
  | { type: 'session.endedElsewhere'; dirty: boolean }
  | { type: 'session.leaveConfirmed' };

export type SessionFact =
  | { type: 'session.started' }
  /** `fresh`: just loaded, not remembered. `doubted`: loaded because a call was refused. */
  | {
      type: 'session.userKnown';
      user: number;
      paths: string[];
      fresh: boolean;
      doubted: boolean;
      /** The account of a user who just signed in with a password made by others, and is offered to change it. */
      newPasswordFor?: string | undefined;
    }
  | { type: 'session.userUnknown' };

type UserParams = { user: ClaimedUser };

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
    /** A late answer to a call of an earlier session must not end this one. */
    isOfThisSession: ({ context }, { serial }: { serial: number }) => serial === context.serial,
    isOfUser: ({ context }, { serial, ofUser }: Omit<RightsSeen, 'type'>) => ofUser && serial === context.serial,
    /** The server uses other rights than the known ones. */
    hasOtherRights: ({ context }, { serial, rights, ofUser }: Omit<RightsSeen, 'type'>) =>
      !ofUser && serial === context.serial && rights !== '' && context.rights !== '' && rights !== context.rights,
    hasChanged: ({ context }, { user }: UserParams) => !hasSameRights(context.user, toSessionUser(user, context.routes)),
  },
  delays: { expiryNotice: EXPIRY_NOTICE_MS, signOutTimeout: SIGN_OUT_TIMEOUT_MS, rightsPause: RIGHTS_PAUSE_MS },
  actions: {
    keepToken: assign((_, { serial }: { serial: number }) => ({
      serial,
      user: undefined,
      hasSignedInHere: true,
      rights: '',
      failure: undefined,
    })),
    keepUser: assign(({ context }, { user }: UserParams) => ({ user: toSessionUser(user, context.routes), rights: context.latestRights })),
    keepRightsMark: assign((_, { rights }: { rights: string }) => ({ latestRights: rights })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetFailure: assign({ failure: undefined }),
    tellStarted: tell<SessionContext>(() => ({ type: 'session.started' })),
    tellUser: tell<SessionContext, { fresh: boolean; doubted: boolean }>(({ user, hasSignedInHere }, how) => ({
      type: 'session.userKnown',
      user: user?.id ?? 0,
      paths: user?.paths ?? [],
      newPasswordFor: hasSignedInHere && how.fresh && !how.doubted && user?.password_state === 'given' ? user.account : undefined,
      ...how,
    })),
    tellUnknown: tell<SessionContext>(() => ({ type: 'session.userUnknown' })),
    storeUser: effect<{ user: SessionUser | undefined }>('storeUser'),
    logFailure: effect<{ error: unknown }>('logFailure'),
    announceExpiry: effect<{ message: string }>('announceExpiry'),
    /** Stores the reason for the reloaded page to show. */
    storeFarewell: effect<{ end: SessionEnd }>('storeFarewell'),
    forgetEverything: effect('forgetEverything'),
    /** Forgets the open pages stored in this window, which must not reach another user. */
    forgetWork: effect('forgetWork'),
    stopRequests: effect('stopRequests'),
    reload: effect('reload'),
  },
}).createMachine({
  id: 'session',
  description: 'The session: keeps the serial number of the token, loads its user, and ends once however many calls are refused.',
  context: ({ input }) => ({
    serial: input.serial,
    user: input.serial !== 0 && input.user ? toSessionUser(input.user, input.routes) : undefined,
    routes: input.routes,
    hasSignedInHere: false,
    latestRights: '',
    rights: '',
    failure: undefined,
  }),
  initial: 'starting',
  states: {
    starting: {
      description: 'Continues with the token of an earlier visit, if there is one.',
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
      entry: 'tellStarted',
      initial: 'remembering',
      on: {
        'session.signOutRequested': 'signingOut',
        'session.endedElsewhere': [{ guard: { type: 'isDirty', params: ({ event }) => event }, target: 'orphaned' }, { target: 'left' }],
        'session.rightsMarkReceived': {
          guard: { type: 'isOfUser', params: ({ event }) => event },
          actions: { type: 'keepRightsMark', params: ({ event }) => event },
        },
        'session.rejected': {
          guard: { type: 'isOfThisSession', params: ({ event }) => event },
          target: 'expiring',
          actions: [
            { type: 'announceExpiry', params: ({ event }) => event },
            { type: 'storeFarewell', params: ({ event }) => ({ end: sessionEndOf(event) }) },
          ],
        },
      },
      states: {
        remembering: {
          description: 'The user remembered from an earlier visit is told at once, before the newest is loaded.',
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
          description: 'The user of the session is loading.',
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
          description: 'The user and their rights are known.',
          on: {
            'session.rightsDoubted': 'reloadingUser',
            'session.rightsMarkReceived': { guard: { type: 'hasOtherRights', params: ({ event }) => event }, target: 'reloadingUser' },
          },
        },
        unknown: {
          description: 'The user could not be loaded; nothing is permitted until it is.',
          on: { 'session.rightsDoubted': 'reloadingUser' },
        },
        reloadingUser: {
          description: 'The user is reloading; further doubts are settled by the same answer.',
          invoke: {
            id: 'reloadUser',
            src: 'loadUser',
            onDone: [
              {
                guard: { type: 'hasChanged', params: ({ event }) => ({ user: event.output }) },
                target: 'known',
                actions: [
                  { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                  { type: 'storeUser', params: ({ context }) => context },
                  { type: 'tellUser', params: { fresh: true, doubted: true } },
                ],
              },
              {
                target: 'pausing',
                actions: [
                  { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                  { type: 'tellUser', params: { fresh: true, doubted: true } },
                ],
              },
            ],
            onError: { target: 'pausing', actions: [{ type: 'logFailure', params: ({ event }) => event }, 'tellUnknown'] },
          },
        },
        pausing: {
          description:
            'The reload found nothing new: another differing mark does not reload again at once, because two servers could make that endless.',
          on: { 'session.rightsDoubted': 'reloadingUser' },
          after: { rightsPause: 'known' },
        },
      },
    },
    signingOut: {
      description: 'The server is told to end the session; after a second it ends here in any case.',
      tags: ['signedIn', 'busy'],
      invoke: { id: 'signOut', src: 'signOut', onDone: 'ended', onError: 'ended' },
      on: { 'session.endedElsewhere': 'left' },
      after: { signOutTimeout: 'ended' },
      exit: 'forgetWork',
    },
    expiring: {
      description: 'Later refusals are ignored: one notice, one reload.',
      tags: 'signedIn',
      // The storage may already contain the next session of another tab.
      on: { 'session.endedElsewhere': 'left' },
      after: { expiryNotice: 'ended' },
    },
    orphaned: {
      description: 'The session is gone while typed content is on the screen: nothing is sent, and the user decides when to leave.',
      tags: 'signedIn',
      entry: 'stopRequests',
      on: { 'session.leaveConfirmed': 'left' },
    },
    ended: {
      description: 'The session is forgotten and the page reloads.',
      type: 'final',
      entry: ['forgetEverything', 'reload'],
    },
    left: {
      description: 'The storage now belongs to another browser tab and stays unchanged.',
      type: 'final',
      entry: ['forgetWork', { type: 'storeFarewell', params: { end: 'otherTab' } }, 'reload'],
    },
  },
});
