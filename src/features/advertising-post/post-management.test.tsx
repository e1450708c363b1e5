// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { PostRow } from '#machines/advertising-post/post-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const posts = vi.hoisted(() => ({
  listPosts: vi.fn(),
  postDetail: vi.fn(),
  createPost: vi.fn(),
  createPosts: vi.fn(),
  editPost: vi.fn(),
  retryPosts: vi.fn(),
  syncPosts: vi.fn(),
  deletePosts: vi.fn(),
  exportPosts: Object.assign(vi.fn(), { count: vi.fn() }),
}));
const choices = vi.hoisted(() => ({ simpleHomepages: vi.fn(), simpleLandings: vi.fn(), simpleMaterials: vi.fn() }));
vi.mock('#src/services/posts.service.ts', () => posts);
vi.mock('#src/services/homepages.service.ts', () => choices);
vi.mock('#src/services/landing-pages.service.ts', () => choices);
vi.mock('#src/services/materials.service.ts', () => choices);
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({
    call_to_actions: [
      { value: 'WATCH_MORE', label_zh: '观看更多', label_en: 'See all of it' },
      { value: 'NO_BUTTON', label_zh: '无按钮', label_en: 'No button' },
    ],
  }),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const post = (more: Partial<PostRow> = {}): PostRow => ({
  id: 5,
  version: 2,
  homepage: { id: 3, label: 'Moon Drama' },
  type: 'video',
  material: { id: 9, label: 'EP1 cut A' },
  cover_url: null,
  message: 'She came back.',
  headline: 'EP1',
  description: null,
  call_to_action: 'WATCH_MORE',
  link_url: 'https://moon.test/ep1',
  landing: { id: 4, label: 'Landing 1' },
  content: { id: 2, label: 'Return' },
  published: false,
  scheduled_at: null,
  status: 'failed',
  eligible: false,
  platform_post_id: null,
  use_count: 3,
  reactions: 1200,
  comments: 0,
  shares: 0,
  synced_at: null,
  owner: { id: 1, label: 'Ada' },
  error: 'the page said no',
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'retry', 'delete'],
  ...more,
});

let actor: AnyActorRef;
/** The current address. */
const place = () => document.querySelector('[data-place]')?.textContent;
const Here = () => {
  const { pathname, search } = useLocation();
  return <p data-place>{`${pathname}${search}`}</p>;
};

async function show({ search = '', actions = ['publish'], pages = [] as string[] } = {}) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <Here />
      <ViewerProvider viewer={{ id: 2, account: 'opt_01', isAdmin: 0, isLeader: false, actions, name: '', pages: open }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(posts.listPosts).toHaveBeenCalled());
}

beforeEach(() => {
  for (const call of [...Object.values(posts), ...Object.values(choices)]) call.mockReset();
  posts.listPosts.mockResolvedValue({ list: [post()], total: 1 });
  choices.simpleHomepages.mockResolvedValue({ list: [{ id: 3, label: 'Moon Drama', sub: '', status: 'active' }], total: 1 });
  choices.simpleMaterials.mockResolvedValue({ list: [{ id: 9, label: 'EP1 cut A', sub: '', status: 'ready' }], total: 1 });
  choices.simpleLandings.mockResolvedValue({ list: [{ id: 4, label: 'Landing 1', sub: '', status: 'online' }], total: 1 });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

const drawer = () => screen.findByRole('dialog');

describe('posts', () => {
  it('requests what the address says', async () => {
    await show({ search: '?status=failed&usable=true&homepage_id=3' });
    expect(posts.listPosts.mock.calls[0]?.[0]).toMatchObject({ status: 'failed', usable: true, homepage_id: 3 });
  });

  it('explains why a post failed, and shows its phone preview', async () => {
    posts.postDetail.mockResolvedValue(post());
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Preview EP1' }));
    const look = await drawer();
    const phone = await within(look).findByRole('article', { name: 'Mobile preview' });
    expect(phone.textContent).toContain('Moon Drama');
    expect(phone.textContent).toContain('moon.test');
    expect(await within(phone).findByText('See all of it')).toBeTruthy();
    expect(within(look).getByText('the page said no')).toBeTruthy();
    expect(within(look).getByText(/1,200 reactions/)).toBeTruthy();
  });

  it('saves changes as a draft, and sends only changed fields', async () => {
    posts.editPost.mockResolvedValue(post());
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit EP1' }));
    const form = await drawer();
    const headline = within(form).getByRole('textbox', { name: 'Headline' });
    await userEvent.clear(headline);
    await userEvent.type(headline, 'EP2');
    await userEvent.click(within(form).getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(posts.editPost).toHaveBeenCalledOnce());
    expect(posts.editPost.mock.calls[0]?.[0]).toEqual({ id: 5, version: 2, headline: 'EP2', idempotency_key: expect.any(String) });
    expect(posts.retryPosts).not.toHaveBeenCalled();
  });

  it('saves a new post with only a text as a draft, and names missing fields only on creation', async () => {
    posts.createPost.mockResolvedValue({ id: 8 });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'New post' }));
    const form = await drawer();
    await userEvent.type(within(form).getByRole('textbox', { name: 'Primary text' }), 'Only a text');
    await userEvent.click(within(form).getByRole('button', { name: 'Create' }));
    expect(within(form).getAllByRole('alert').length).toBe(3);
    await userEvent.click(within(form).getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(posts.createPost).toHaveBeenCalledOnce());
    const [sent] = posts.createPost.mock.calls[0] ?? [];
    expect(sent).toMatchObject({ message: 'Only a text', draft: true, landing_page_id: null, link_url: null });
    expect(sent).not.toHaveProperty('homepage_id');
    expect(sent).not.toHaveProperty('material_id');
  });

  it('offers the landing pages of the content, and on demand those of the whole business line', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit EP1' }));
    const form = await drawer();
    await userEvent.click(within(form).getByRole('combobox', { name: /Landing page/ }));
    await waitFor(() => expect(choices.simpleLandings.mock.calls.at(-1)?.[0]).toMatchObject({ for_material_ids: [9], of_content: true }));
    await userEvent.click(within(form).getByRole('radio', { name: 'All landing pages of the business line' }));
    await userEvent.click(within(form).getByRole('combobox', { name: /Landing page/ }));
    await waitFor(() => expect(choices.simpleLandings.mock.calls.at(-1)?.[0]).not.toHaveProperty('of_content'));
    expect(choices.simpleLandings.mock.calls.at(-1)?.[0]).toMatchObject({ for_material_ids: [9] });
  });

  it('starts the creation once, however often one submission is sent', async () => {
    posts.editPost.mockResolvedValue(post());
    posts.retryPosts.mockRejectedValueOnce(new Error('the answer was lost')).mockResolvedValue({ batch_id: 9 });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit EP1' }));
    const form = await drawer();
    await userEvent.type(within(form).getByRole('textbox', { name: 'Headline' }), ' again');
    await userEvent.click(within(form).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(posts.retryPosts).toHaveBeenCalledOnce());
    await userEvent.click(await within(form).findByRole('button', { name: 'Create' }));
    await waitFor(() => expect(posts.retryPosts).toHaveBeenCalledTimes(2));
    const [first, second] = posts.retryPosts.mock.calls.map(([asked]) => asked);
    expect(second).toEqual(first);
    expect(first.idempotency_key).not.toBe(posts.editPost.mock.calls[0]?.[0].idempotency_key);
    expect(posts.editPost.mock.calls[1]).toEqual(posts.editPost.mock.calls[0]);
  });

  it('opens a batch for the materials passed by another page, and counts its posts', async () => {
    await show({ search: '?new_posts=9,8' });
    const form = await drawer();
    expect(within(form).getByRole('status').textContent).toContain('0 posts');
    expect(actor.getSnapshot().context.search).toBe('');
    expect(choices.simpleMaterials.mock.calls.flatMap(([asked]) => asked.ids ?? [])).toEqual(expect.arrayContaining([9, 8]));
  });

  it('links to the homepages page when there is no usable homepage', async () => {
    choices.simpleHomepages.mockResolvedValue({ list: [], total: 0 });
    await show({ pages: ['/auth/homepage'] });
    await userEvent.click(await screen.findByRole('button', { name: 'New post' }));
    const form = await drawer();
    await userEvent.click(within(form).getByRole('combobox', { name: 'Page' }));
    expect((await within(form).findByRole('link', { name: 'Go to Pages' })).getAttribute('href')).toBe('/auth/homepage');
  });

  it('opens the form that its address asks for, once, and only for those who may create posts', async () => {
    await show({ search: '?do=create' });
    expect(await screen.findByRole('dialog', { name: 'New post' })).toBeTruthy();
    expect(actor.getSnapshot().context).toMatchObject({ search: '' });
    actor.stop();
    cleanup();
    await show({ search: '?do=create', actions: [] });
    expect(await screen.findByRole('row', { name: /EP1/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('links a post to the ads that use it', async () => {
    posts.listPosts.mockResolvedValue({ list: [post({ status: 'lost', use_count: 3 })], total: 1 });
    await show({ pages: ['/advertising/start'] });
    const link = await screen.findByRole('link', { name: 'Ads of post 5: 3' });
    expect(link.getAttribute('href')).toBe('/advertising/start?tab=ad&post_id=5');
  });

  it('links to publishing with the chosen posts', async () => {
    await show({ pages: ['/advertising/publish'] });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select EP1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create ads' }));
    expect(place()).toBe('/advertising/publish?tab=publish&post_ids=5');
  });

  it('offers no changes without the permission', async () => {
    posts.listPosts.mockResolvedValue({ list: [post({ can: [] })], total: 1 });
    await show({ actions: [] });
    const edit = await screen.findByRole('button', { name: 'Edit EP1' });
    expect(edit.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'New post' })).toBeNull();
  });
});
