// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { HomepageRow } from '#machines/auth-homepage/homepage-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const homepages = vi.hoisted(() => ({
  listHomepages: vi.fn(),
  simpleHomepages: vi.fn(),
  discoverHomepages: vi.fn(),
  bindHomepages: vi.fn(),
  editHomepage: vi.fn(),
  syncHomepages: vi.fn(),
  bindHomepageSites: vi.fn(),
  setHomepageStatuses: vi.fn(),
  unbindHomepages: vi.fn(),
  exportHomepages: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/homepages.service.ts', () => homepages);
const choices = [
  { id: 9, label: 'Drama one', sub: '', status: 'on' },
  { id: 10, label: 'Drama two', sub: '', status: 'on' },
];
vi.mock('#src/services/sites.service.ts', () => ({ simpleSites: async () => ({ list: choices }) }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const homepage = (more: Partial<HomepageRow> = {}): HomepageRow => ({
  id: 5,
  version: 3,
  platform_page_id: '100200300400500',
  name: 'Nights',
  picture_url: null,
  category: null,
  status: 'active',
  usable_for_ads: true,
  ads_obstacle: null,
  usable_for_posts: true,
  posts_obstacle: null,
  tasks: ['ADVERTISE', 'CREATE_CONTENT'],
  is_published: true,
  ad_limit: 250,
  ads_active: 100,
  posts: 3,
  sites: [{ id: 9, label: 'Drama one' }],
  default_sites: [{ id: 9, label: 'Drama one' }],
  biz: 'dj',
  assignees: [],
  personal_account: { id: 3, label: 'Ada Hale' },
  last_sync_at: null,
  sync_error: null,
  created_at: '2026-11-01T08:00:00Z',
  can: ['edit', 'sync', 'bind_sites', 'set_status', 'assign', 'unbind'],
  ...more,
});
const begun = { batch_id: 70, status: 'running', total: 1, done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };

let actor: AnyActorRef;

async function show(pages: string[] = []) {
  actor = createActor(page.machine, { input: { search: '' } }).start();
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'admin', isAdmin: 1, isLeader: false, actions: [], name: '', pages: open }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(homepages.listHomepages).toHaveBeenCalled());
}

beforeEach(() => {
  for (const call of Object.values(homepages)) call.mockReset();
  homepages.listHomepages.mockResolvedValue({ list: [homepage()], total: 1 });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('homepages', () => {
  it('name missing permissions, and who has to grant them', async () => {
    const tasks = ['CREATE_CONTENT'];
    homepages.listHomepages.mockResolvedValue({
      list: [homepage({ tasks, usable_for_ads: false, ads_obstacle: 'task_advertise' })],
      total: 1,
    });
    await show();
    expect(await screen.findByText('Missing Advertise · Ada Hale')).toBeDefined();
    expect(screen.getByText('Cannot run ads').closest('[title]')?.getAttribute('title')).toBe(
      'Ada Hale lacks the “Advertise” permission, so the Page cannot run ads',
    );
  });

  it.each([
    [100, undefined],
    [230, 'Nearly full'],
    [250, 'Full'],
  ] as const)('show how much room is left with %i of 250 ads, in words too', async (ads_active, word) => {
    homepages.listHomepages.mockResolvedValue({ list: [homepage({ ads_active })], total: 1 });
    await show();
    const bar = await screen.findByRole('meter', { name: 'Ad usage' });
    expect(bar.getAttribute('aria-valuenow')).toBe(String(ads_active));
    expect(bar.getAttribute('aria-valuetext')).toBe(`${ads_active} / 250`);
    expect(screen.queryByText(/Nearly full|^Full$/)?.textContent).toBe(word);
    expect(bar.closest('tr')?.classList.contains('ads-row-error')).toBe(word === 'Full');
  });

  it('link to their posts only where the user may open them', async () => {
    await show(['/advertising/post']);
    expect((await screen.findByRole('link', { name: '3' })).getAttribute('href')).toBe('/advertising/post?homepage_id=5');
    actor.stop();
    cleanup();
    await show();
    await screen.findByText('Nights');
    expect(screen.queryByRole('link', { name: '3' })).toBeNull();
  });

  it('keep their data when a synchronisation failed, and say so', async () => {
    const last_sync_at = '2026-11-20T08:00:00Z';
    homepages.listHomepages.mockResolvedValue({ list: [homepage({ last_sync_at, sync_error: 'channel is down' })], total: 1 });
    await show();
    await screen.findByText('Nights');
    expect(document.querySelector('[title="Sync failed. Showing earlier data: channel is down"]')).not.toBeNull();
  });

  it('lose the default of a site that they leave', async () => {
    homepages.bindHomepageSites.mockResolvedValue(homepage());
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Link sites Nights' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('combobox', { name: /^Sites/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Drama one/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Drama two/ }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(homepages.bindHomepageSites).toHaveBeenCalledExactlyOnceWith({
        homepage_id: 5,
        site_ids: [10],
        default_site_ids: [],
        ...anyIdempotencyKey,
      }),
    );
  });

  it('are unbound only with a reason and the typed number', async () => {
    homepages.unbindHomepages.mockResolvedValue(begun);
    await show();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Nights' }));
    await userEvent.click(screen.getByRole('button', { name: 'Unlink' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Unlink Pages' }));
    await userEvent.click(question.getByRole('button', { name: 'Unlink 1 Page' }));
    expect(homepages.unbindHomepages).not.toHaveBeenCalled();
    await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'left');
    await userEvent.type(question.getByRole('textbox', { name: /Type 1 to confirm/ }), '1');
    await userEvent.click(question.getByRole('button', { name: 'Unlink 1 Page' }));
    await waitFor(() =>
      expect(homepages.unbindHomepages).toHaveBeenCalledExactlyOnceWith({ ids: [5], reason: 'left', ...anyIdempotencyKey }),
    );
  });
});
