import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, noting, stage } from '#tests/support/stage.ts';
import {
  type Credentials,
  EXPIRY_NOTICE_MS,
  RIGHTS_PAUSE_MS,
  type SessionInput,
  SIGN_OUT_TIMEOUT_MS,
  sessionMachine,
} from './session.machine.ts';
import { walks } from './session.walks.ts';
import type { SessionEnd } from './session-end.ts';
import type { ClaimedUser } from './session-user.ts';

const routes = { base: ['/index', '/sys/role'], admin: ['/admin/index'] };
const CREDENTIALS = { account: 'li', password: 'secret-canary' };

function begin(input: Partial<SessionInput> = {}) {
  const server = {
    signIn: asking<{ serial: number }, Credentials>(),
    signOut: asking<void>(),
    loadUser: asking<ClaimedUser>(),
  };
  const { notes, names, effect } = noting();
  const words: SessionEnd[] = [];
  const machine = sessionMachine.provide({
    actors: { signIn: server.signIn.logic, signOut: server.signOut.logic, loadUser: server.loadUser.logic },
    actions: {
      storeUser: effect('storeUser'),
      logFailure: effect('logFailure'),
      announceExpiry: effect('announceExpiry'),
      storeFarewell: (_, { end }) => void words.push(end),
      forgetEverything: effect('forgetEverything'),
      forgetWork: () => undefined,
      stopRequests: effect('stopRequests'),
      reload: effect('reload'),
    },
  });
  return { ...server, notes, names, words, ...stage(machine, { serial: 0, user: undefined, routes, ...input }) };
}

const signedIn = (input: Partial<SessionInput> = {}) => begin({ serial: 1, ...input });
const factsBut = (facts: { type: string }[]) => facts.filter(({ type }) => !type.startsWith('xstate.')).map(({ type }) => type);

describe('signing in', () => {
  it('sends once for 20 clicks', () => {
    const { actor, signIn } = begin();
    for (let click = 0; click < 20; click += 1) actor.send({ type: 'session.signInRequested', credentials: CREDENTIALS });
    expect(signIn.inputs()).toEqual([CREDENTIALS]);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  });

  it('starts the session with its token, and keeps no password', async () => {
    const { actor, signIn, facts, loadUser } = begin();
    actor.send({ type: 'session.signInRequested', credentials: CREDENTIALS });
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('secret-canary');
    await signIn.question().answer({ serial: 1 });
    expect(actor.getSnapshot().hasTag('signedIn')).toBe(true);
    expect(actor.getSnapshot().context.serial).toBe(1);
    expect(factsBut(facts)).toEqual(['session.started']);
    expect(loadUser.questions).toHaveLength(1);
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('secret-canary');
  });

  it('shows why it was refused, and clears that with the next attempt', async () => {
    const { actor, signIn, names } = begin();
    actor.send({ type: 'session.signInRequested', credentials: CREDENTIALS });
    await signIn.question().refuse(new Error('账号或密码错误'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'signedOut', context: { failure: { message: '账号或密码错误' } } });
    actor.send({ type: 'session.signInRequested', credentials: CREDENTIALS });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    expect(names()).toEqual([]);
  });

  it('forgets the user of an earlier session', () => {
    const { actor, facts } = begin({ serial: 0, user: { id: 9, name: 'earlier', is_admin: 1 } });
    expect(actor.getSnapshot().context.user).toBeUndefined();
    expect(factsBut(facts)).toEqual([]);
  });
});

describe('a stored token', () => {
  it('starts the session: the remembered user is told at once and loaded again', async () => {
    const { actor, facts, loadUser, notes } = signedIn({ user: { id: 3, name: '李', is_admin: 0, paths: ['/index'] } });
    expect(actor.getSnapshot().hasTag('signedIn')).toBe(true);
    expect(facts).toMatchObject([
      { type: 'session.started' },
      { type: 'session.userKnown', paths: ['/index'], fresh: false, doubted: false },
    ]);
    await loadUser.question().answer({ id: 3, name: '李', is_admin: 1 });
    expect(facts.at(-1)).toEqual({ type: 'session.userKnown', user: 3, paths: routes.base, fresh: true, doubted: false });
    expect(notes.map(([name]) => name)).toEqual(['storeUser']);
    expect(notes[0]?.[1]).toMatchObject({ user: { id: 3, paths: routes.base } });
  });

  it('keeps the session when the user cannot be loaded, which is only logged', async () => {
    const { actor, loadUser, names, facts } = signedIn();
    await loadUser.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().matches({ signedIn: 'unknown' })).toBe(true);
    expect(names()).toEqual(['logFailure']);
    expect(factsBut(facts)).toEqual(['session.started', 'session.userUnknown']);
  });

  it('keeps the last known user when the newest cannot be loaded', async () => {
    const { actor, loadUser } = signedIn({ user: { id: 3, name: '李', is_admin: 0, paths: ['/index'] } });
    await loadUser.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().context.user?.paths).toEqual(['/index']);
  });

  it('reloads the rights after a refused call, once at a time', async () => {
    const { actor, loadUser, facts } = signedIn();
    actor.send({ type: 'session.rightsDoubted' });
    expect(loadUser.questions).toHaveLength(1);
    await loadUser.question().answer({ id: 3, is_admin: 0, paths: ['/index', '/sys/role'] });
    for (let call = 0; call < 5; call += 1) actor.send({ type: 'session.rightsDoubted' });
    expect(loadUser.questions).toHaveLength(2);
    await loadUser.question().answer({ id: 3, is_admin: 0, paths: ['/index'] });
    expect(facts.at(-1)).toEqual({ type: 'session.userKnown', user: 3, paths: ['/index'], fresh: true, doubted: true });
  });

  it('reloads a user that could not be loaded after a refused call', async () => {
    const { actor, loadUser } = signedIn();
    await loadUser.question().refuse(new Error('no network'));
    actor.send({ type: 'session.rightsDoubted' });
    await loadUser.question().answer({ id: 3, is_admin: 1 });
    expect(actor.getSnapshot().matches({ signedIn: 'known' })).toBe(true);
  });
});

describe('a rights mark', () => {
  const seen = (rights: string, more: Partial<{ serial: number; ofUser: boolean }> = {}) =>
    ({ type: 'session.rightsMarkReceived', serial: 1, rights, ofUser: false, ...more }) as const;
  const known = async (mark = 'a') => {
    const staged = signedIn();
    const answer = async (user: object, with_ = mark) => {
      staged.actor.send(seen(with_, { ofUser: true }));
      await staged.loadUser.question().answer({ id: 3, is_admin: 0, paths: ['/index'], ...user });
    };
    await answer({});
    return { ...staged, answer, asked: () => staged.loadUser.questions.length };
  };

  it('that differs reloads the rights, once at a time, so that added rights appear too', async () => {
    const { actor, asked, answer, facts } = await known();
    actor.send(seen('a'));
    expect(asked()).toBe(1);
    for (let call = 0; call < 5; call += 1) actor.send(seen('b'));
    expect(asked()).toBe(2);
    await answer({ paths: ['/index', '/sys/role'] }, 'b');
    expect(facts.at(-1)).toMatchObject({ type: 'session.userKnown', paths: ['/index', '/sys/role'], doubted: true });
    actor.send(seen('b'));
    expect(asked()).toBe(2);
    actor.send(seen('c'));
    expect(asked()).toBe(3);
  });

  it('of two servers that never agree does not reload endlessly', async () => {
    const { actor, asked, answer, clock } = await known();
    actor.send(seen('b'));
    await answer({}, 'a');
    for (let call = 0; call < 50; call += 1) actor.send(seen('b'));
    expect(asked()).toBe(2);
    clock.increment(RIGHTS_PAUSE_MS);
    actor.send(seen('b'));
    expect(asked()).toBe(3);
  });

  it('does not keep a refused call from reloading during the pause', async () => {
    const { actor, asked, answer } = await known();
    actor.send(seen('b'));
    await answer({}, 'a');
    actor.send({ type: 'session.rightsDoubted' });
    expect(asked()).toBe(3);
  });

  it('is ignored if it is empty or belongs to an earlier session', async () => {
    const silent = await known('');
    silent.actor.send(seen('b'));
    expect(silent.asked()).toBe(1);
    const { actor, asked } = await known();
    actor.send(seen(''));
    actor.send(seen('b', { serial: 7 }));
    expect(asked()).toBe(1);
  });

  it('stays unchanged when the rights cannot be loaded, so that they are loaded again', async () => {
    const { actor, asked, clock, loadUser } = await known();
    actor.send(seen('b'));
    actor.send(seen('b', { ofUser: true }));
    await loadUser.question().refuse(new Error('no network'));
    clock.increment(RIGHTS_PAUSE_MS);
    actor.send(seen('b'));
    expect(asked()).toBe(3);
  });
});

describe('a refused token', () => {
  it('is announced for half a second', () => {
    expect(EXPIRY_NOTICE_MS).toBe(500);
  });

  it('causes one notice and one reload, however many calls are refused and however late', async () => {
    const { actor, names, notes, clock, loadUser } = signedIn();
    for (let call = 0; call < 5; call += 1) {
      actor.send({ type: 'session.rejected', serial: 1, message: `登录已过期 ${call}`, reason: '', cause: '' });
      clock.increment(90);
    }
    await loadUser.question().answer({ id: 3, is_admin: 1 });
    expect(names()).toEqual(['announceExpiry']);
    expect(notes[0]?.[1]).toMatchObject({ message: '登录已过期 0' });
    clock.increment(EXPIRY_NOTICE_MS - 450 - 1);
    expect(names()).toEqual(['announceExpiry']);
    clock.increment(1);
    expect(names()).toEqual(['announceExpiry', 'forgetEverything', 'reload']);
    clock.increment(10 * EXPIRY_NOTICE_MS);
    actor.send({ type: 'session.rejected', serial: 1, message: 'late', reason: '', cause: '' });
    expect(names()).toHaveLength(3);
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('ends the session while the user is loading, even if that succeeds', async () => {
    const { actor, loadUser, names, clock } = signedIn();
    actor.send({ type: 'session.rejected', serial: 1, message: 'expired', reason: '', cause: '' });
    await loadUser.question().answer({ id: 3, is_admin: 1 });
    clock.increment(EXPIRY_NOTICE_MS);
    expect(names()).toEqual(['announceExpiry', 'forgetEverything', 'reload']);
  });

  it('of an earlier session ends nothing', () => {
    const { actor, names } = signedIn({ serial: 2 });
    actor.send({ type: 'session.rejected', serial: 1, message: 'late', reason: '', cause: '' });
    expect(actor.getSnapshot().hasTag('signedIn')).toBe(true);
    expect(names()).toEqual([]);
  });

  it('is ignored while signed out', () => {
    const { actor, names } = begin();
    actor.send({ type: 'session.rejected', serial: 0, message: 'nobody', reason: '', cause: '' });
    expect(actor.getSnapshot().value).toBe('signedOut');
    expect(names()).toEqual([]);
  });
});

describe('the stored reason for the reloaded page', () => {
  it.each([
    ['TOKEN_EXPIRED', '', 'expired'],
    ['USER_DISABLED', '', 'disabled'],
    ['TOKEN_REVOKED', 'password_reset', 'passwordReset'],
    ['TOKEN_REVOKED', 'ended_elsewhere', 'endedElsewhere'],
    ['TOKEN_REVOKED', 'signed_out', 'signedOut'],
    ['TOKEN_REVOKED', '', 'unknown'],
    ['', 'something newer', 'unknown'],
  ] as const)('is, for %s %s, that the session is %s, stored once', (reason, cause, end) => {
    const { actor, words } = signedIn();
    for (let call = 0; call < 3; call += 1) actor.send({ type: 'session.rejected', serial: 1, message: 'over', reason, cause });
    expect(words).toEqual([end]);
  });

  it('is stored for an end in another tab, but not for signing out here', async () => {
    const other = signedIn();
    other.actor.send({ type: 'session.endedElsewhere', dirty: false });
    expect(other.words).toEqual(['otherTab']);
    const here = signedIn();
    here.actor.send({ type: 'session.signOutRequested' });
    await here.signOut.question().answer();
    expect(here.words).toEqual([]);
  });
});

describe('signing out', () => {
  it.each(['agrees', 'refuses'] as const)('ends the session here when the server %s', async (how) => {
    const { actor, signOut, names } = signedIn();
    actor.send({ type: 'session.signOutRequested' });
    actor.send({ type: 'session.signOutRequested' });
    expect(signOut.questions).toHaveLength(1);
    expect(names()).toEqual([]);
    await (how === 'agrees' ? signOut.question().answer() : signOut.question().refuse(new Error('401')));
    expect(names()).toEqual(['forgetEverything', 'reload']);
  });

  it('waits for a silent server only for a limited time', () => {
    const { actor, names, clock } = signedIn();
    actor.send({ type: 'session.signOutRequested' });
    clock.increment(SIGN_OUT_TIMEOUT_MS - 1);
    expect(names()).toEqual([]);
    clock.increment(1);
    expect(names()).toEqual(['forgetEverything', 'reload']);
  });

  it('treats a refused token meanwhile as success, without a notice', () => {
    const { actor, names, clock } = signedIn();
    actor.send({ type: 'session.signOutRequested' });
    actor.send({ type: 'session.rejected', serial: 1, message: 'expired', reason: '', cause: '' });
    clock.increment(SIGN_OUT_TIMEOUT_MS);
    expect(names()).toEqual(['forgetEverything', 'reload']);
  });
});

describe('a session that ended in another tab', () => {
  it('is left at once if nothing was typed, and the storage stays unchanged', () => {
    const { actor, names } = signedIn();
    actor.send({ type: 'session.endedElsewhere', dirty: false });
    expect(names()).toEqual(['reload']);
    expect(actor.getSnapshot()).toMatchObject({ value: 'left', status: 'done' });
  });

  it.each([
    { type: 'session.rejected', serial: 1, message: 'expired', reason: '', cause: '' },
    { type: 'session.signOutRequested' },
  ] as const)('during $type leaves the storage to its new owner', (event) => {
    const { actor, names, clock } = signedIn();
    actor.send(event);
    actor.send({ type: 'session.endedElsewhere', dirty: true });
    clock.increment(10 * EXPIRY_NOTICE_MS);
    expect(names().filter((name) => name !== 'announceExpiry')).toEqual(['reload']);
    expect(actor.getSnapshot().value).toBe('left');
  });

  it('asks first if something was typed, and sends nothing meanwhile', () => {
    const { actor, names, loadUser } = signedIn();
    actor.send({ type: 'session.endedElsewhere', dirty: true });
    expect(names()).toEqual(['stopRequests']);
    const asked = loadUser.questions.length;
    actor.send({ type: 'session.rightsDoubted' });
    actor.send({ type: 'session.endedElsewhere', dirty: false });
    actor.send({ type: 'session.rejected', serial: 1, message: 'expired', reason: '', cause: '' });
    actor.send({ type: 'session.signOutRequested' });
    expect(loadUser.questions).toHaveLength(asked);
    expect(names()).toEqual(['stopRequests']);
    actor.send({ type: 'session.leaveConfirmed' });
    expect(names()).toEqual(['stopRequests', 'reload']);
  });
});

it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
  const [walk] = walks;
  if (!walk) throw new Error('no walk');
  let announced = 0;
  let ended = 0;
  const steps = randomWalks(walk, {
    walks: WALKS,
    length: 14,
    holds: ({ before, event, after, did, history }) => {
      if (history.length === 1) {
        announced = 0;
        ended = 0;
      }
      announced += did.filter((name) => name === 'announceExpiry').length;
      ended += did.filter((name) => name === 'reload').length;
      if (announced > 1) throw new Error('two notices');
      if (ended > 1) throw new Error('two reloads');
      if (after.hasTag('signedIn') && after.context.serial === 0) throw new Error('signed in without a token');
      if (did.includes('announceExpiry') && event.serial !== before.context.serial) throw new Error('a stale refusal was announced');
      if (did.includes('forgetEverything') && !did.includes('reload')) throw new Error('forgot everything and went on');
      if (before.value === 'orphaned' && after.value !== 'orphaned' && event.type !== 'session.leaveConfirmed')
        throw new Error('left without asking');
    },
  });
  expect(steps).toBeGreaterThan(8 * WALKS);
});
