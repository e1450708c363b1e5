// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { person } from '#machines/parts/persons/person-management.walks.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({ listHostedAccounts: vi.fn(), hostedAuthUrl: vi.fn(), openAuthLinks: vi.fn(), revokeAuthLink: vi.fn() }));
vi.mock('#src/services/hosted-persons.service.ts', async (original) => ({ ...(await original<object>()), ...calls }));
vi.mock('#src/services/users.service.ts', async (original) => ({
  ...(await original<object>()),
  simpleUsers: async () => ({ list: [{ id: 2, label: 'Ines Park', sub: '', status: 1 }], total: 1 }),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const ADDRESS = 'https://ads.test/api/sandbox-auth?state=once';
const link = {
  id: 9,
  holder_name: 'Bo Lind',
  contact: null,
  owner: { id: 2, label: 'Ines Park' },
  user: { id: 2, label: 'Ines Park' },
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-21T08:00:00Z',
};

let actor: AnyActorRef;

async function show() {
  actor = createActor(page.machine, { input: { search: '' } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'admin', isAdmin: 1, isLeader: false, actions: [], name: '', pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await screen.findByRole('button', { name: 'More actions for Ada Hale' });
}

const dialog = () => within(screen.getByRole(screen.queryByRole('dialog') ? 'dialog' : 'alertdialog'));

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.listHostedAccounts.mockResolvedValue({
    list: [{ ...person, holder_name: 'Ada', contact: null, consent_at: null, consent_note: null }],
    total: 1,
  });
  calls.openAuthLinks.mockResolvedValue({ list: [] });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('authorisation link', () => {
  it('is created only with consent, shown once, and listed above the table', async () => {
    calls.hostedAuthUrl.mockResolvedValue({ url: ADDRESS, state: 'once', expires_at: '2026-11-21T08:00:00Z' });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Authorise' }));
    await userEvent.click(dialog().getByRole('tab', { name: 'Link' }));
    await userEvent.type(dialog().getByLabelText(/^\*?Holder$/), 'Bo Lind');
    const make = () => userEvent.click(dialog().getByRole('button', { name: 'Generate link' }));
    await make();
    expect(calls.hostedAuthUrl).not.toHaveBeenCalled();
    expect(dialog().getByText('The holder’s consent is required')).toBeDefined();
    await userEvent.click(dialog().getByRole('switch', { name: /consent/ }));
    calls.openAuthLinks.mockResolvedValue({ list: [link] });
    await make();
    expect(await dialog().findByText(ADDRESS)).toBeDefined();
    expect(calls.hostedAuthUrl).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ channel: 'meta', owner_user_id: 2, holder_name: 'Bo Lind', consent: true, mode: 'link' }),
    );
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('once');
    await userEvent.click(dialog().getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('1 unused authorisation link')).toBeDefined();
  });

  it('is revoked after a question', async () => {
    calls.openAuthLinks.mockResolvedValue({ list: [link] });
    calls.revokeAuthLink.mockResolvedValue({});
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Bo Lind' }));
    expect(calls.revokeAuthLink).not.toHaveBeenCalled();
    calls.openAuthLinks.mockResolvedValue({ list: [] });
    await userEvent.click(dialog().getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(calls.revokeAuthLink).toHaveBeenCalledExactlyOnceWith({ id: 9 }));
    await waitFor(() =>
      expect(noticeBoard.read()).toMatchObject([{ kind: 'toast', tone: 'success', content: 'Revoke the link for Bo Lind: done' }]),
    );
    await waitFor(() => expect(screen.queryByText('1 unused authorisation link')).toBeNull());
  });
});
