// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, SimulatedClock, setup } from 'xstate';
import { SEARCH_PAUSE_MS } from '#machines/kernel/list/options.machine.ts';
import { type FoundGroup, paletteMachine } from '#machines/palette/palette.machine.ts';
import { Announcer } from '#src/ui/overlay/announcer.tsx';
import { type ViewerFacts, ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { asking } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { PaletteButton, PaletteLayer } from './palette-button.tsx';

afterEach(cleanup);

const pages = [
  { path: '/index', title: '首页', titleEn: 'Home' },
  { path: '/sys/accounts', title: '账号管理', titleEn: 'Accounts' },
  { path: '/sys/role', title: '角色管理', titleEn: 'Roles' },
];
const viewer = { id: 1, account: 'ada', name: 'Ada', isAdmin: 1, isLeader: false, actions: [], pages };
const record = { id: 7, label: 'Rosa', detail: 'opt_01', path: '/sys/accounts', search: '?keyword=opt_01' };
const found: FoundGroup[] = [{ kind: 'user', list: [record] }];

interface OpenTabs {
  tabs: { key: string; pinned: boolean }[];
  active: string | undefined;
}

function begin({
  tabs = [],
  active,
  locale = 'en',
  reader = viewer,
}: Partial<OpenTabs> & { locale?: 'en' | 'zh-cn'; reader?: ViewerFacts } = {}) {
  const server = asking<FoundGroup[], { keyword: string }>();
  const facts: unknown[] = [];
  const clock = new SimulatedClock();
  const palette = paletteMachine.provide({ actors: { findRecords: server.logic } });
  const parent = createActor(
    setup({ actors: { palette } }).createMachine({
      invoke: { id: 'palette', src: 'palette' },
      on: { '*': { actions: ({ event }) => void facts.push(event) } },
    }),
    { clock },
  ).start();
  const child = parent.getSnapshot().children.palette as never;
  const workspace = createActor(
    setup({ types: {} as { context: OpenTabs } }).createMachine({ context: { tabs, active } }),
  ).start() as never;
  renderUi(
    <ViewerProvider viewer={reader}>
      <PaletteButton palette={child} />
      <input aria-label="elsewhere" />
      <PaletteLayer palette={child} workspace={workspace} />
      <Announcer />
    </ViewerProvider>,
    locale,
  );
  const user = userEvent.setup();
  const box = () => screen.getByRole<HTMLInputElement>('combobox');
  return {
    server,
    facts,
    user,
    box,
    open: async () => {
      await user.keyboard('{Control>}k{/Control}');
      return await screen.findByRole('dialog', { name: locale === 'en' ? 'Command palette' : '命令面板' });
    },
    /** Long enough for the server to be asked. */
    pause: () => act(() => clock.increment(SEARCH_PAUSE_MS)),
    options: () => screen.queryAllByRole('option').map((option) => option.textContent),
    current: () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent,
  };
}

const gone = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull();

describe('the palette', () => {
  it('opens by its keys wherever the focus is, closes by them and by Escape, and gives the focus back', async () => {
    const { open, user, box } = begin();
    const elsewhere = screen.getByRole('textbox', { name: 'elsewhere' });
    elsewhere.focus();
    await open();
    expect(document.activeElement).toBe(box());
    await user.keyboard('{Escape}');
    await gone();
    expect(document.activeElement).toBe(elsewhere);
    await user.keyboard('{Meta>}k{/Meta}');
    await screen.findByRole('dialog');
    await user.keyboard('{Control>}k{/Control}');
    await gone();
    expect(document.activeElement).toBe(elsewhere);
  });

  it('opens by its button, which says the keys', async () => {
    const { user } = begin();
    const button = screen.getByRole('button', { name: 'Search Ctrl K' });
    expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-keyshortcuts')]).toEqual(['false', 'Control+K Meta+K']);
    await user.click(button);
    await screen.findByRole('dialog');
    expect(button.getAttribute('aria-expanded')).toBe('true');
  });

  it('does not open above a question that waits for its answer, nor by other keys', async () => {
    const { user } = begin();
    await user.keyboard('k{Control>}{Shift>}k{/Shift}{/Control}{Alt>}{Control>}k{/Control}{/Alt}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const question = document.createElement('div');
    question.setAttribute('aria-modal', 'true');
    document.body.append(question);
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    question.remove();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog');
  });

  it('offers pages and actions before anything is typed', async () => {
    const { open, options } = begin();
    await open();
    expect(options()).toEqual([
      'Home/index',
      'Accounts/sys/accounts',
      'Roles/sys/role',
      'Refresh',
      'Switch between dark and light',
      'Switch language',
      'Change password',
      'Reset password',
      'Log out',
    ]);
    expect(screen.getAllByRole('group').map((group) => group.textContent?.slice(0, 5))).toEqual(['Pages', 'Actio']);
  });

  it('begins on a page what the user may, and leads to the page with an address that says so', async () => {
    const roles = {
      path: '/sys/role',
      title: '角色管理',
      titleEn: 'Roles',
      actions: [
        { title: '新建角色', titleEn: 'New role', search: '?do=create', needs: 'publish' },
        { title: '复制角色', titleEn: 'Copy role', search: '?do=copy', needs: 'export' },
      ],
    };
    const { open, options, user, facts } = begin({ reader: { ...viewer, isAdmin: 0, actions: ['publish'], pages: [roles] } });
    await open();
    expect(options()).toContain('New role');
    expect(options()).not.toContain('Copy role');
    await user.click(screen.getByRole('option', { name: 'New role' }));
    expect(facts).toEqual([{ type: 'palette.chosen', path: '/sys/role', search: '?do=create' }]);
  });

  it('offers to close what can be closed', async () => {
    const { open, options } = begin({
      tabs: [
        { key: 'a', pinned: false },
        { key: 'b', pinned: true },
      ],
      active: 'a',
    });
    await open();
    expect(options()).toContain('Close this tab');
    expect(options()).not.toContain('Close other tabs');
  });

  it('walks with the arrows, around the ends, and goes with Enter', async () => {
    const { open, user, current, facts } = begin();
    await open();
    expect(current()).toBe('Home/index');
    await user.keyboard('{ArrowUp}');
    expect(current()).toBe('Log out');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(current()).toBe('Accounts/sys/accounts');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Accounts/sys/accounts');
    await user.keyboard('{PageDown}');
    expect(current()).toBe('Log out');
    await user.keyboard('{PageUp}{ArrowDown}{Enter}');
    await gone();
    expect(facts).toEqual([{ type: 'palette.chosen', path: '/sys/accounts', search: '' }]);
  });

  it('goes where it is clicked', async () => {
    const { open, user, facts } = begin();
    await open();
    await user.click(screen.getByRole('option', { name: /Roles/ }));
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('option', { name: 'Log out' }));
    expect(facts).toEqual([
      { type: 'palette.chosen', path: '/sys/role', search: '' },
      { type: 'palette.actionChosen', key: 'signOut' },
    ]);
  });

  it('shows what was chosen lately first', async () => {
    const { open, user, options } = begin();
    await open();
    await user.click(screen.getByRole('option', { name: /Roles/ }));
    await open();
    expect(options().slice(0, 2)).toEqual(['Roles/sys/role', 'Home/index']);
    expect(screen.getByRole('group', { name: 'Recent' }).textContent).toBe('RecentRoles/sys/role');
  });

  it('closes by a click beside it', async () => {
    const { open } = begin();
    const dialog = await open();
    fireEvent.pointerDown(dialog.parentElement as Element);
    await expect.poll(() => dialog.isConnected).toBe(false);
  });
});

describe('a search', () => {
  it('shows what is near at once, and records once they were found; what matched stands out', async () => {
    const { open, user, options, pause, server, current } = begin();
    await open();
    await user.type(screen.getByRole('combobox'), 'ro');
    expect(options()).toEqual(['Roles/sys/role']);
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Ro']);
    pause();
    await act(() => server.question().answer(found));
    expect(options()).toEqual(['Roles/sys/role', 'Rosaopt_01']);
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby') && group.firstChild?.textContent)).toEqual([
      'Pages',
      'Accounts',
    ]);
    expect(current()).toBe('Roles/sys/role');
  });

  it('keeps what is marked where it is when more is found', async () => {
    const { open, user, pause, server, current, facts } = begin();
    await open();
    await user.type(screen.getByRole('combobox'), 'o');
    await user.keyboard('{ArrowDown}');
    const before = current();
    pause();
    await act(() => server.question().answer(found));
    expect(current()).toBe(before);
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    expect(facts).toEqual([{ type: 'palette.chosen', path: '/sys/accounts', search: '?keyword=opt_01' }]);
  });

  it('finds Chinese titles by their sound', async () => {
    const { open, user, options } = begin({ locale: 'zh-cn' });
    await open();
    await user.type(screen.getByRole('combobox'), 'zhgl');
    await expect.poll(options).toEqual(['账号管理/sys/accounts']);
    await user.clear(screen.getByRole('combobox'));
    await user.type(screen.getByRole('combobox'), 'chongzhi');
    await expect.poll(options).toEqual(['重置密码']);
  });

  it('says that nothing was found, and how much was, aloud', async () => {
    const { open, user, pause, server, options } = begin();
    const said = () => document.querySelector('[data-ads-announcer]')?.textContent;
    await open();
    await user.type(screen.getByRole('combobox'), 'zzz');
    expect(screen.queryByText('No results for “zzz”')).toBeNull();
    pause();
    await act(() => server.question().answer([]));
    await expect.poll(said).toBe('No results for “zzz”');
    expect(options()).toEqual([]);
    const box = screen.getByRole('combobox');
    expect([box.getAttribute('aria-expanded'), box.getAttribute('aria-controls'), box.getAttribute('aria-activedescendant')]).toEqual([
      'false',
      null,
      null,
    ]);
    await user.clear(box);
    await user.type(box, 'role');
    pause();
    await act(() => server.question().answer(found));
    await expect.poll(said).toBe('2 results');
  });

  it('says why it failed beside what was found here, and is tried again', async () => {
    const { open, user, pause, server, options, box } = begin();
    await open();
    await user.type(box(), 'role');
    pause();
    await act(() => server.question().refuse({ message: 'no network', traceId: 'trace-1' }));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Search failed');
    expect(alert.textContent).toContain('trace-1');
    expect(options()).toEqual(['Roles/sys/role']);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(document.activeElement).toBe(box());
    await act(() => server.question().answer(found));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(options()).toEqual(['Roles/sys/role', 'Rosaopt_01']);
  });

  it('leaves the keys to an input method while it is at work', async () => {
    const { open, box, facts } = begin();
    await open();
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(box(), { key: 'Escape', isComposing: true });
    expect(facts).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });
});

it('has roles and names that fit together, empty and full', async () => {
  const { open, user, pause, server } = begin();
  await open();
  const faults = async () => {
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };
  expect(await faults()).toEqual([]);
  await user.type(screen.getByRole('combobox'), 'zzz');
  pause();
  await act(() => server.question().answer([]));
  expect(await faults()).toEqual([]);
});
