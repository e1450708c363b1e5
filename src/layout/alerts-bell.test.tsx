// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor } from 'xstate';
import { workspaceMachine } from '#machines/workspace/workspace.machine.ts';
import { unreadAlertsPart } from '#src/app/unread-alerts-part.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { AlertsBell } from './alerts-bell.tsx';

const listAlerts = vi.hoisted(() => vi.fn());
vi.mock('#src/services/alerts.service.ts', () => ({ listAlerts }));

let unreadAlerts: ActorRefFrom<typeof unreadAlertsPart>;

function show(paths: string[]) {
  unreadAlerts = createActor(unreadAlertsPart).start();
  const workspace = createActor(workspaceMachine).start();
  const pages = paths.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'lin', name: 'Lin', isAdmin: 0, isLeader: false, actions: [], pages }}>
        <AlertsBell unreadAlerts={unreadAlerts} workspace={workspace} />
      </ViewerProvider>
    </MemoryRouter>,
  );
  act(() => unreadAlerts.send({ type: 'alerts.permitted', paths }));
}

beforeEach(() => {
  listAlerts.mockReset();
  listAlerts.mockResolvedValue({ list: [], total: 0, unread: 0 });
});
afterEach(() => {
  cleanup();
  unreadAlerts.stop();
});

it('tells how many alerts are unread, leads to them, and follows what is read', async () => {
  listAlerts.mockResolvedValue({ list: [], total: 120, unread: 120 });
  show(['/sys/role', '/index']);
  const bell = await screen.findByRole('link', { name: '120 unread alerts' });
  expect([bell.textContent, bell.getAttribute('href')]).toEqual(['99+', '/index?do=alerts']);
  act(() => unreadAlerts.send({ type: 'alerts.read', unread: 1 }));
  expect(screen.getByRole('link', { name: '1 unread alert' }).textContent).toBe('1');
  act(() => unreadAlerts.send({ type: 'alerts.read', unread: 0 }));
  expect(screen.getByRole('link', { name: 'Alerts' }).textContent).toBe('');
});

it('leads super admins to their own home page', async () => {
  show(['/admin/index']);
  await waitFor(() => expect(listAlerts).toHaveBeenCalled());
  expect(screen.getByRole('link', { name: 'Alerts' }).getAttribute('href')).toBe('/admin/index?do=alerts');
});

it('is absent, and counts nothing, for users without a page of alerts', () => {
  show(['/sys/role']);
  expect(screen.queryByRole('link')).toBeNull();
  expect(listAlerts).not.toHaveBeenCalled();
});
