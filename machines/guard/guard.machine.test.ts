import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { noting, stage } from '#tests/support/stage.ts';
import { guardMachine } from './guard.machine.ts';
import { walks } from './guard.walks.ts';

const children = ['/index', '/sys/role'];
const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });

/** A guard whose redirects arrive as new locations, as in the browser. */
function begin({ signedIn = true, follow = true } = {}) {
  const went: string[] = [];
  const { effect } = noting();
  const begun = stage(
    guardMachine.provide({
      actions: {
        goTo: (args, { href }) => {
          effect('goTo')(args, href);
          went.push(href);
          const [pathname = '', search] = href.split('?');
          if (follow) begun.actor.send({ type: 'location.arrived', place: at(pathname, search ? `?${search}` : '') });
        },
      },
    }),
    { signedIn, children },
  );
  return {
    ...begun,
    went,
    denied: () => begun.actor.getSnapshot().context.denied,
    arrive: (pathname: string, search = '') => begun.actor.send({ type: 'location.arrived', place: at(pathname, search) }),
  };
}

describe('the guard', () => {
  it('shows neither a page nor a 404 while the rights are unknown', () => {
    const { actor, arrive, went, facts } = begin();
    for (const path of ['/', '/sys/role', '/nowhere']) {
      arrive(path);
      expect(actor.getSnapshot().value).toBe('waiting');
    }
    expect(went).toEqual([]);
    expect(facts).toEqual([]);
  });

  it('opens the requested page once the rights are known', () => {
    const { actor, arrive, went, facts } = begin();
    arrive('/sys/role', '?page=2');
    actor.send({ type: 'rights.known', paths: ['/index', '/sys/role'], fresh: true });
    expect(facts).toEqual([{ type: 'guard.opened', path: '/sys/role', search: '?page=2', isStep: false, tab: undefined }]);
    expect(went).toEqual([]);
  });

  it('tells whether the page was reached by a history step, and in which working tab', () => {
    const { actor, arrive, facts } = begin();
    actor.send({ type: 'rights.known', paths: ['/index', '/sys/role'], fresh: true });
    arrive('/');
    expect(facts.at(-1)).toMatchObject({ path: '/index', isStep: false });
    actor.send({ type: 'location.arrived', place: { ...at('/sys/role'), isStep: true, tab: '/sys/role#2' } });
    expect(facts.at(-1)).toMatchObject({ path: '/sys/role', isStep: true, tab: '/sys/role#2' });
  });

  it('leaves the 404 when a working tab is chosen there', () => {
    const { actor, arrive } = begin();
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    arrive('/404');
    expect(actor.getSnapshot().value).toBe('notFound');
    actor.send({ type: 'location.written', place: at('/index') });
    expect(actor.getSnapshot().value).toBe('open');
  });

  it('decides nothing before the address is known', () => {
    const { actor } = begin();
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    expect(actor.getSnapshot().value).toBe('waiting');
  });

  it('redirects once at a time', () => {
    const { actor, arrive, went } = begin({ follow: false });
    arrive('/login');
    expect(actor.getSnapshot().value).toBe('redirecting');
    expect(went).toEqual(['/']);
  });

  it('leads through the sign-in to the first page without showing a 404', () => {
    const { actor, arrive, went, facts } = begin({ signedIn: false });
    const seen: unknown[] = [];
    actor.subscribe(({ value }) => seen.push(value));
    arrive('/sys/role');
    expect(actor.getSnapshot().value).toBe('atSignIn');
    actor.send({ type: 'session.started' });
    expect(actor.getSnapshot().value).toBe('waiting');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    expect(went).toEqual(['/login', '/', '/index']);
    expect(facts).toEqual([{ type: 'guard.opened', path: '/index', search: '', isStep: false, tab: undefined }]);
    expect(seen).not.toContain('notFound');
  });

  it('shows the 404 once if nothing is permitted, and stays there', () => {
    const { actor, arrive, went } = begin();
    arrive('/');
    actor.send({ type: 'rights.known', paths: [], fresh: true });
    expect(went).toEqual(['/404']);
    expect(actor.getSnapshot().value).toBe('notFound');
    actor.send({ type: 'rights.known', paths: [], fresh: true });
    expect(went).toEqual(['/404']);
  });

  it('permits nothing when the user cannot be loaded and nothing is known', () => {
    const { actor, arrive, went } = begin();
    arrive('/index');
    actor.send({ type: 'rights.unknown' });
    expect(went).toEqual(['/404']);
    expect(actor.getSnapshot().value).toBe('notFound');
  });

  it('forgets the rights of an earlier session', () => {
    const { actor, arrive } = begin();
    arrive('/index');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    actor.send({ type: 'session.started' });
    expect(actor.getSnapshot().value).toBe('waiting');
  });

  it('keeps known rights when the newest cannot be loaded', () => {
    const { actor, arrive } = begin();
    arrive('/index');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    actor.send({ type: 'rights.unknown' });
    expect(actor.getSnapshot().value).toBe('open');
  });

  it('redirects to the 404 when the open page is no longer permitted, and marks it as lost', () => {
    const { actor, arrive, went, denied } = begin();
    arrive('/sys/role', '?page=2');
    actor.send({ type: 'rights.known', paths: ['/index', '/sys/role'], fresh: true });
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    expect(went).toEqual(['/404']);
    expect(actor.getSnapshot().value).toBe('notFound');
    expect(denied()).toEqual({ place: at('/sys/role', '?page=2'), lost: true });
  });

  it('redirects to the 404 from a page that was never permitted, without marking it as lost', () => {
    const { actor, arrive, went, denied } = begin();
    arrive('/sys/role');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    expect(went).toEqual(['/404']);
    expect(denied()?.lost).toBe(false);
    arrive('/index');
    expect(denied()).toBeUndefined();
  });

  it('waits for the newest rights before it denies a page that remembered rights do not contain', () => {
    const { actor, arrive, went } = begin();
    arrive('/sys/role');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: false });
    expect(actor.getSnapshot().value).toBe('waiting');
    actor.send({ type: 'rights.known', paths: ['/index', '/sys/role'], fresh: true });
    expect(actor.getSnapshot().value).toBe('open');
    expect(went).toEqual([]);
  });

  it('decides by remembered rights when the newest cannot be loaded', () => {
    const { actor, arrive, went } = begin();
    arrive('/sys/role');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: false });
    actor.send({ type: 'rights.unknown' });
    expect(went).toEqual(['/404']);
  });

  it('leads from the 404 back to the denied page when new rights permit it', () => {
    const { actor, arrive, went } = begin();
    arrive('/sys/role', '?page=2');
    actor.send({ type: 'rights.known', paths: ['/index', '/sys/role'], fresh: true });
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    expect(actor.getSnapshot().value).toBe('notFound');
    actor.send({ type: 'rights.known', paths: ['/index', '/sys/role'], fresh: true });
    expect(went).toEqual(['/404', '/sys/role?page=2']);
    expect(actor.getSnapshot().value).toBe('open');
  });

  it.each(['/', '/404'])('leads a user without any page from %s to the first page once there is one', (path) => {
    const { actor, arrive, went } = begin();
    arrive(path);
    actor.send({ type: 'rights.known', paths: [], fresh: true });
    expect(actor.getSnapshot().value).toBe('notFound');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    expect(went.at(-1)).toBe('/index');
    expect(actor.getSnapshot().value).toBe('open');
  });

  it('tells the page again when its address changes, but not when the console wrote the address', () => {
    const { actor, arrive, facts } = begin();
    arrive('/index');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    actor.send({ type: 'location.written', place: at('/index', '?page=2') });
    expect(facts).toHaveLength(1);
    arrive('/index', '?page=1');
    expect(facts.at(-1)).toMatchObject({ type: 'guard.opened', path: '/index', search: '?page=1' });
    expect(facts).toHaveLength(2);
  });

  it('uses the address that the console wrote for its next decision', () => {
    const { actor, arrive, facts } = begin();
    arrive('/index');
    actor.send({ type: 'rights.known', paths: ['/index'], fresh: true });
    actor.send({ type: 'location.written', place: at('/index', '?page=2') });
    actor.send({ type: 'rights.known', paths: ['/index', '/sys/role'], fresh: true });
    expect(facts.at(-1)).toMatchObject({ search: '?page=2' });
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const [walk] = walks;
    if (!walk) throw new Error('no walk');
    const steps = randomWalks(walk, {
      walks: WALKS,
      length: 12,
      // Only the open page is followed, and its address has the same path.
      possible: ({ value, context }, { type }) => type !== 'location.written' || (value === 'open' && context.place?.pathname === '/index'),
      holds: ({ after, did }) => {
        const { signedIn, paths, place } = after.context as { signedIn: boolean; paths?: string[]; place?: { pathname: string } };
        if (after.value === 'open' && !(signedIn && paths?.includes(place?.pathname ?? '')))
          throw new Error('a page without the right to it');
        if (after.value === 'atSignIn' && signedIn) throw new Error('at sign-in and signed in');
        if (after.value === 'deciding') throw new Error('undecided');
        if (after.value === 'redirecting' && did.filter((name) => name === 'goTo').length > 1) throw new Error('two redirects at once');
        if (after.value === 'notFound' && place?.pathname !== '/404') throw new Error('a 404 elsewhere');
      },
    });
    expect(steps).toBe(12 * WALKS);
  });
});
