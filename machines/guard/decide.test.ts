import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, decide, type GuardView, normalisePath } from './decide.ts';

const CHILDREN = ['/index', '/advertising/user', '/advertising/account', '/sys/accounts', '/sys/role', '/admin/index', '/admin/sys/cron'];
const staff: GuardView = { signedIn: true, paths: ['/sys/role', '/index', '/advertising/account'], children: CHILDREN };
const admin: GuardView = { ...staff, paths: ['/index', '/sys/accounts', '/sys/role'] };
const superAdmin: GuardView = { ...staff, paths: ['/admin/index', '/admin/sys/cron'] };
const nobody: GuardView = { ...staff, signedIn: false, paths: undefined };
const unknown: GuardView = { ...staff, paths: undefined };
const nothing: GuardView = { ...staff, paths: [] };
const hostile: GuardView = { ...staff, paths: ['//evil', 'javascript:alert(1)', '/unknown', 'https://evil.example', '/index'] };
const onlyHostile: GuardView = { ...staff, paths: ['//evil', 'javascript:alert(1)', '/unknown'] };

const to = (href: string): Decision => ({ kind: 'redirect', href });
const open = (path: string): Decision => ({ kind: 'open', path });

const at = (href: string) => {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  return { pathname, search, hash };
};

describe('the decision about an address', () => {
  it.each<[string, GuardView, string, Decision]>([
    ['without a token, the sign-in page', nobody, '/login', { kind: 'signIn' }],
    ['without a token, everything else leads to it', nobody, '/', to('/login')],
    ['without a token, a page', nobody, '/sys/role?page=2', to('/login')],
    ['without a token, the page that says 404', nobody, '/404', to('/login')],
    ['without a token, another spelling of sign-in', nobody, '/login/', to('/login')],
    ['without a token, an unknown path', nobody, '/no/such', to('/login')],
    ['without a token, a path that would leave the site', nobody, '//evil', to('/login')],

    ['signed in, the sign-in page leads home', staff, '/login', to('/')],
    ['signed in, another spelling of it too', staff, '/login/', to('/')],
    ['signed in but unknown, it leads home as well', unknown, '/login', to('/')],

    ['home leads to the first permitted page in the own order', staff, '/', to('/sys/role')],
    [
      'home leads also to a hidden page, when that is first',
      { ...staff, paths: ['/advertising/account', '/index'] },
      '/',
      to('/advertising/account'),
    ],
    ['home leads a super admin to the admin area', superAdmin, '/', to('/admin/index')],
    ['home leads past what is no page here', hostile, '/', to('/index')],
    ['home leads to 404 where nothing is permitted', nothing, '/', to('/404')],
    ['home leads to 404 where nothing permitted exists', onlyHostile, '/', to('/404')],
    ['home with a query leads on without it', staff, '/?a=1', to('/sys/role')],
    ['an empty path is home', staff, '', to('/sys/role')],
    ['doubled slashes are home', staff, '//', to('/sys/role')],

    ['a permitted page opens', staff, '/sys/role', open('/sys/role')],
    ['a permitted page opens with query and hash', staff, '/sys/role?page=2#row', open('/sys/role')],
    ['a hidden page that is permitted opens', staff, '/advertising/account', open('/advertising/account')],
    ['a page that is not permitted', staff, '/sys/accounts', to('/404')],
    ['an admin page for staff', staff, '/admin/index', to('/404')],
    ['an admin page for an ordinary admin', admin, '/admin/index', to('/404')],
    ['an ordinary page for a super admin', superAdmin, '/index', to('/404')],
    ['an admin page for a super admin', superAdmin, '/admin/sys/cron', open('/admin/sys/cron')],
    ['a group of the menu is no page', { ...staff, paths: ['/sys', '/sys/role'] }, '/sys', to('/404')],
    ['an unknown page, though permitted', hostile, '/unknown', to('/404')],
    ['an unknown page', staff, '/nowhere', to('/404')],
    ['a child of a page', staff, '/sys/role/1', to('/404')],
    ['another case is another page', staff, '/SYS/role', to('/404')],
    ['a permitted path that would leave the site', hostile, '//evil', to('/404')],
    ['a permitted path that would run', hostile, '/javascript:alert(1)', to('/404')],

    ['a trailing slash is taken off, once, and the rest stays', staff, '/sys/role/?page=2#row', to('/sys/role?page=2#row')],
    ['doubled slashes within become one', staff, '/sys//role', to('/sys/role')],
    ['encoded slashes are slashes', staff, '/sys%2Frole', to('/sys/role')],
    ['encoded letters are letters', staff, '/sys/%72ole', to('/sys/role')],
    ['what is encoded twice is decoded once, and is no page', staff, '/sys%252Frole', to('/404')],
    ['an encoded slash at the front leads nowhere else', staff, '/%2Fevil', to('/404')],
    ['a broken encoding is no page', staff, '/sys/%E0%A4%A', to('/404')],
    ['a forbidden page in another spelling is still forbidden', staff, '/sys%2Faccounts/', to('/404')],

    ['404 is exempt, whatever is permitted', nothing, '/404', { kind: 'notFound' }],
    ['404 is exempt while nothing is known', unknown, '/404', { kind: 'notFound' }],
    ['404 in another spelling leads to itself', staff, '/404/', to('/404')],

    ['nothing is decided while the rights are unknown', unknown, '/', { kind: 'wait' }],
    ['nor for a page', unknown, '/sys/role', { kind: 'wait' }],
    ['a remembered page opens before the newest rights are known', { ...staff, remembered: true }, '/sys/role', open('/sys/role')],
    ['a page that is not remembered waits for the newest rights', { ...staff, remembered: true }, '/sys/accounts', { kind: 'wait' }],
    ['home waits for the newest rights', { ...staff, remembered: true }, '/', { kind: 'wait' }],
    ['nor for a page that does not exist: no flash of 404', unknown, '/nowhere', { kind: 'wait' }],
  ])('%s', (_, view, href, expected) => {
    expect(decide(view, at(href))).toEqual(expected);
  });

  it('is unchanged by normalising a path twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('/', '//', 'sys', 'role', '%2F', '%', '%E4%BD', '.', '?')).map((parts) => parts.join('')),
        (path) => {
          const once = normalisePath(path);
          expect(once.startsWith('/')).toBe(true);
          expect(once).not.toMatch(/\/{2}|.\/$/);
        },
      ),
      { numRuns: 2000 },
    );
  });

  const anyPath = fc.oneof(
    fc.constantFrom(...CHILDREN, '/', '/login', '/404', '//evil', '/sys/role/', '/sys%2Frole', '/%2F%2Fevil', '/nowhere', ''),
    fc.webPath(),
    fc.string().map((text) => `/${text}`),
  );
  const anyView = fc.record({
    signedIn: fc.boolean(),
    paths: fc.option(fc.array(fc.oneof(fc.constantFrom(...CHILDREN, '//evil', 'javascript:alert(1)', '/'), fc.string())), {
      nil: undefined,
    }),
    children: fc.constant(CHILDREN),
  });

  it('is final after at most three redirects, from any address', () => {
    fc.assert(
      fc.property(anyView, anyPath, (view, start) => {
        let place = { pathname: start, search: '', hash: '' };
        let jumps = 0;
        for (let decision = decide(view, place); decision.kind === 'redirect'; decision = decide(view, place)) {
          jumps += 1;
          expect(jumps).toBeLessThanOrEqual(3);
          place = { ...at(decision.href) };
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('never leads out of the console, and opens only permitted and existing pages', () => {
    fc.assert(
      fc.property(anyView, anyPath, (view, pathname) => {
        const decision = decide(view, { pathname, search: '', hash: '' });
        if (decision.kind === 'redirect') expect(new URL(decision.href, 'http://console.test').origin).toBe('http://console.test');
        if (decision.kind === 'redirect') expect(['/', '/login', '/404', ...CHILDREN]).toContain(decision.href);
        if (decision.kind === 'open') {
          expect(view.paths).toContain(decision.path);
          expect(CHILDREN).toContain(decision.path);
        }
        if (!view.signedIn) expect(['signIn', 'redirect']).toContain(decision.kind);
      }),
      { numRuns: 5000 },
    );
  });
});
