// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { type OpenPage, ViewerProvider } from '#src/ui/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const ownOperations = vi.hoisted(() => vi.fn());
const session = vi.hoisted(() => ({ listOwnSessions: vi.fn(), endOtherSessions: vi.fn() }));
vi.mock('#src/services/oplogs.service.ts', () => ({ ownOperations }));
vi.mock('#src/services/session.service.ts', () => session);

const signedIn = (id: number, current: boolean) => ({
  id,
  issued_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-20T20:00:00Z',
  ip: `10.0.0.${id}`,
  ua: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  current,
});
const operation = {
  id: 7,
  at: '2026-11-20T08:00:00Z',
  action: '/login',
  action_label: { zh: '登录', en: 'Sign in' },
  summary: '',
  ok: true,
};

let actor: AnyActorRef;

function show(pages: OpenPage[] = []) {
  actor = createActor(page.machine, { input: { search: '' } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'lin', name: 'Lin', isAdmin: 0, isLeader: false, actions: [], pages }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

const block = (name: string) => within(screen.getAllByRole('region', { name })[0] as HTMLElement);

beforeEach(() => {
  for (const call of [ownOperations, ...Object.values(session)]) call.mockReset();
  ownOperations.mockResolvedValue({ list: [operation] });
  session.listOwnSessions.mockResolvedValue({ list: [signedIn(1, true), signedIn(2, false), signedIn(3, false)] });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('home', () => {
  it('greets by name, and links to every page that may be opened but itself', () => {
    show([
      { path: '/index', title: '首页', titleEn: 'Home' },
      { path: '/sys/role', title: '角色管理', titleEn: 'Roles' },
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello, Lin');
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Roles', '/sys/role']]);
  });

  it('says whom to ask where nothing may be opened', () => {
    show();
    expect(screen.getByText(/Ask an administrator/)).toBeTruthy();
  });

  it('keeps one block alive when the other fails, which has its own retry', async () => {
    ownOperations.mockRejectedValueOnce(new ApiError('no log today', -2, { reason: 'INTERNAL', trace_id: 'trace-1' }));
    show();
    expect(await screen.findAllByText('10.0.0.1')).toHaveLength(1);
    await userEvent.click(await block('Your recent operations').findByRole('button', { name: 'Retry' }));
    expect(await block('Your recent operations').findByText('Sign in')).toBeTruthy();
    expect(session.listOwnSessions).toHaveBeenCalledTimes(1);
  });
});

describe('own sessions', () => {
  it('end everywhere else only after the question how many', async () => {
    session.endOtherSessions.mockResolvedValue({ ended: 2 });
    show();
    await screen.findByText('10.0.0.3');
    session.listOwnSessions.mockResolvedValue({ list: [signedIn(1, true)] });
    await userEvent.click(screen.getByRole('button', { name: 'Sign out elsewhere' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText(/^2 other sessions will end/)).toBeTruthy();
    expect(session.endOtherSessions).not.toHaveBeenCalled();

    await userEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.queryByText('10.0.0.3')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sign out elsewhere' })).toBeNull();
    expect(screen.getByText('This one')).toBeTruthy();
  });

  it('stay on the screen when ending them is refused, and the dialog says why', async () => {
    session.endOtherSessions.mockRejectedValue(new ApiError('not now', -2, { reason: 'INTERNAL' }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out elsewhere' }));
    const dialog = within(screen.getByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    expect(await dialog.findByText('not now')).toBeTruthy();
    expect(screen.getByText('10.0.0.3')).toBeTruthy();
  });
});
