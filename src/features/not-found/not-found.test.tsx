// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { guardMachine } from '#machines/guard/guard.machine.ts';
import { menuMachine } from '#machines/menu/menu.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { ownMenu, routes } from '#src/app/page-registry.ts';
import { settled } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { NotFound } from './not-found.page.tsx';

afterEach(cleanup);

const at = (pathname: string) => ({ pathname, search: '', hash: '' });

/** Renders the page for a user with these rights, one set after the other, at a path; `user` is undefined when it could not be loaded. */
async function renderPage({ user, rights, path }: { user: object | undefined; rights: string[][]; path: string }) {
  const loadUser = fromPromise<object, undefined>(() => (user ? Promise.resolve(user) : Promise.reject(new Error('no answer'))));
  const session = createActor(
    sessionMachine.provide({ actors: { loadUser }, actions: { storeUser: () => undefined, logFailure: () => undefined } }),
    {
      input: { serial: 1, user: undefined, routes },
    },
  ).start();
  const guard = createActor(
    guardMachine.provide({ actions: { goTo: (_, { href }) => guard.send({ type: 'location.arrived', place: at(href) }) } }),
    { input: { signedIn: true, children: [...routes.base, ...routes.admin] } },
  );
  guard.start();
  const menu = createActor(menuMachine, { input: { own: ownMenu } }).start();
  await settled();
  guard.send({ type: 'location.arrived', place: at(path) });
  for (const paths of rights) guard.send({ type: 'rights.known', paths, fresh: true });
  if (!user) guard.send({ type: 'rights.unknown' });
  renderUi(
    <MemoryRouter>
      <NotFound session={session} guard={guard} menu={menu} />
    </MemoryRouter>,
  );
  return { title: screen.getByRole('heading').textContent, buttons: screen.getAllByRole('button').map(({ textContent }) => textContent) };
}

const user = { id: 3, account: 'li', is_admin: 0 };

describe('404 page', () => {
  it.each(['/sys/accounts', '/nowhere'])('does not reveal whether %s is forbidden or unknown', async (path) => {
    const page = await renderPage({ user, rights: [['/index']], path });
    expect(page).toEqual({ title: 'Page not found', buttons: ['Back to home', 'Reload permissions', 'Log out'] });
  });

  it('tells a user without pages who to ask, and offers no link back', async () => {
    for (const rights of [[[]], [['/no/such/page']]]) {
      const page = await renderPage({ user, rights, path: '/' });
      expect(page).toEqual({ title: 'Your account has no page permissions yet', buttons: ['Reload permissions', 'Log out'] });
      cleanup();
    }
  });

  it('mentions a 404 only when there are other pages', async () => {
    await renderPage({ user, rights: [['/index']], path: '/nowhere' });
    expect(screen.queryByText('404')).not.toBeNull();
    cleanup();
    await renderPage({ user, rights: [[]], path: '/' });
    expect(screen.queryByText('404')).toBeNull();
  });

  it('does not treat rights that failed to load as none', async () => {
    const page = await renderPage({ user: undefined, rights: [], path: '/' });
    expect(page).toEqual({ title: 'Your permissions could not be loaded', buttons: ['Reload permissions', 'Log out'] });
  });

  it('names the page that was open before the permission was removed, and says that typed values are kept', async () => {
    const page = await renderPage({ user, rights: [['/index', '/advertising/start'], ['/index']], path: '/advertising/start' });
    expect(page).toEqual({
      title: 'You no longer have access to “Launch management”',
      buttons: ['Back to home', 'Reload permissions', 'Log out'],
    });
    expect(screen.getByText(/What you entered is kept/)).toBeTruthy();
  });
});
