import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { menuMachine } from './menu.machine.ts';
import { buildMenuTree, findGroupsAbove, findHighlightedEntry, listPermittedPages, type MenuEntry } from './menu-tree.ts';

const entry = (path: string, rest: Partial<MenuEntry> = {}): MenuEntry => ({
  path,
  parentPath: null,
  title: path,
  titleEn: path,
  sort: 1,
  hide: false,
  activeMenu: null,
  icon: null,
  ...rest,
});

const entries = [
  entry('/sys', { sort: 7 }),
  entry('/sys/role', { parentPath: '/sys', sort: 73 }),
  entry('/sys/accounts', { parentPath: '/sys', sort: 71 }),
  entry('/advertising', { sort: 2 }),
  entry('/advertising/user', { parentPath: '/advertising', sort: 26 }),
  entry('/advertising/account', { parentPath: '/advertising', sort: 26, hide: true, activeMenu: '/advertising/user' }),
  entry('/index', { sort: 1 }),
];
const pages = ['/index', '/sys/role', '/sys/accounts', '/advertising/user', '/advertising/account'];

const shown = (question: Partial<Parameters<typeof buildMenuTree>[0]>) => {
  const names = (nodes: ReturnType<typeof buildMenuTree>): unknown[] =>
    nodes.map(({ path, children }) => (children.length > 0 ? [path, ...names(children)] : path));
  return names(buildMenuTree({ entries, known: pages, permitted: pages, ...question }));
};

describe('the menu tree', () => {
  it('follows the sort values and leaves out hidden pages', () => {
    expect(shown({})).toEqual(['/index', ['/advertising', '/advertising/user'], ['/sys', '/sys/accounts', '/sys/role']]);
  });

  it('contains only permitted pages and no empty groups', () => {
    expect(shown({ permitted: ['/sys/role'] })).toEqual([['/sys', '/sys/role']]);
    expect(shown({ permitted: [] })).toEqual([]);
    expect(shown({ permitted: ['/advertising/account'] })).toEqual([]);
  });

  it('contains only known routes, not pages of a newer server', () => {
    expect(shown({ known: ['/index'] })).toEqual(['/index']);
  });

  it('has no link for a permitted group path', () => {
    expect(shown({ permitted: ['/sys'] })).toEqual([]);
  });

  it('lists all permitted pages in menu order, hidden ones after their neighbours', () => {
    const found = (permitted: string[]) => listPermittedPages({ entries, known: pages, permitted }).map(({ path }) => path);
    expect(found(pages)).toEqual(['/index', '/advertising/user', '/advertising/account', '/sys/accounts', '/sys/role']);
    expect(found(['/advertising/account', '/sys', '/nowhere'])).toEqual(['/advertising/account']);
  });

  it('highlights the entry that a hidden page names', () => {
    expect(findHighlightedEntry(entries, '/advertising/account')).toBe('/advertising/user');
    expect(findHighlightedEntry(entries, '/sys/role')).toBe('/sys/role');
    expect(findHighlightedEntry(entries, '/nowhere')).toBe('/nowhere');
  });

  it('opens the groups above a page, from the outside in', () => {
    expect(findGroupsAbove(entries, '/sys/role')).toEqual(['/sys']);
    expect(findGroupsAbove([...entries, entry('/a/b', { parentPath: '/sys/role' })], '/a/b')).toEqual(['/sys', '/sys/role']);
    expect(findGroupsAbove(entries, '/index')).toEqual([]);
  });
});

const begin = () => {
  const server = asking<MenuEntry[]>();
  return { server, ...stage(menuMachine.provide({ actors: { loadMenu: server.logic } }), { own: entries }) };
};

describe('the menu', () => {
  it('is loaded when the layout is mounted, and not before', () => {
    const { actor, server } = begin();
    expect(server.questions).toHaveLength(0);
    actor.send({ type: 'menu.mounted' });
    expect(server.questions).toHaveLength(1);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  });

  it("shows the console's own entries if the server's cannot be loaded", async () => {
    const { actor, server } = begin();
    expect(actor.getSnapshot().context.entries).toEqual([]);
    actor.send({ type: 'menu.mounted' });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().context.entries).toEqual(entries);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  });

  it('keeps its entries during a reload, and after that fails', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'menu.mounted' });
    await server.question().answer(entries);
    actor.send({ type: 'menu.reloadRequested' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'renewing', context: { entries } });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { entries } });
  });

  it('highlights the open page and opens its groups, even before the menu is loaded', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'page.opened', path: '/advertising/account' });
    expect(actor.getSnapshot().context).toMatchObject({ selected: '/advertising/user', opened: ['/advertising'] });
    actor.send({ type: 'menu.mounted' });
    await server.question().answer(entries);
    expect(actor.getSnapshot().context).toMatchObject({ selected: '/advertising/user', opened: ['/advertising'] });
    actor.send({ type: 'page.opened', path: '/sys/role' });
    expect(actor.getSnapshot().context).toMatchObject({ selected: '/sys/role', opened: ['/advertising', '/sys'] });
  });

  it('keeps the submenus that the user opened and closed', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'menu.mounted' });
    await server.question().answer(entries);
    actor.send({ type: 'menu.submenusToggled', opened: ['/sys'] });
    actor.send({ type: 'menu.submenusToggled', opened: [] });
    expect(actor.getSnapshot().context.opened).toEqual([]);
  });
});
