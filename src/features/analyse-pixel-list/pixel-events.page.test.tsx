// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { PixelEventRow } from '#contracts/endpoints/pixel-analysis.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  listPixelEvents: vi.fn(),
  pixelEventDetail: vi.fn(),
  exportPixelEvents: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/pixel-analysis.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
vi.mock('#src/services/prefs.service.ts', () => ({
  loadTableView: async () => ({ shown: ['event_time', 'delay', 'event_name', 'ad', 'order_no'], density: 'regular' }),
  saveTableView: async () => ({}),
}));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/pixels.service.ts', async (original) => ({
  ...(await original<object>()),
  simplePixels: async () => ({ list: [{ id: 7, label: 'Main pixel', sub: '123', status: 'active' }], total: 1 }),
}));

const event = (id: number, more: Partial<PixelEventRow> = {}): PixelEventRow => ({
  id,
  event_time: '2026-11-20T02:32:10Z',
  received_at: '2026-11-20T02:32:12Z',
  delay_s: 2,
  event_name: 'Purchase',
  source: 'browser',
  event_id: `pu.${id}`,
  count: 1,
  dedupe: 'kept',
  pair_id: null,
  match_score: 5.5,
  value: 1999,
  currency: 'USD',
  ad: { id: 31, label: 'Moon ad' },
  order_no: `order-${id}`,
  url: null,
  status: 'ok',
  error: null,
  ...more,
});

let actor: AnyActorRef;
const Here = () => {
  const { pathname, search } = useLocation();
  return <p data-place>{`${pathname}${search}`}</p>;
};

function show(search: string, pages: string[] = []) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <Here />
      <ViewerProvider viewer={{ id: 2, account: 'opt_01', isAdmin: 0, isLeader: false, actions: ['export'], name: '', pages: open }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.listPixelEvents.mockResolvedValue({
    list: [event(1), event(2, { delay_s: -400, order_no: null, ad: null }), event(3, { event_name: 'PageView', order_no: null })],
    next_cursor: null,
    total: 3,
    total_capped: false,
  });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

describe('events of a pixel', () => {
  it('asks for a pixel first, and requests nothing without one', async () => {
    show('');
    await userEvent.click(await screen.findByRole('combobox', { name: /Pixel/ }));
    expect(screen.getByText('Select a pixel to see its single events')).toBeTruthy();
    expect(calls.listPixelEvents).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByText('Main pixel'));
    expect(await screen.findByText('order-1')).toBeTruthy();
    expect(calls.listPixelEvents.mock.calls[0]?.[0]).toMatchObject({ pixel_id: 7, page_size: 50, date_from: expect.any(String) });
  });

  it('marks clocks that are wrong and purchases without an order, and links ads that may be opened', async () => {
    show('?pixel_id=7', ['/advertising/start']);
    const first = await rowOf('order-1');
    expect(first.getByText('2 s')).toBeTruthy();
    expect(first.getByRole('link', { name: 'Moon ad' }).getAttribute('href')).toBe('/advertising/start?tab=ad&ids=31');
    const skewed = await rowOf('Clock skew');
    expect(skewed.getByText('No matching order')).toBeTruthy();
    expect(screen.getAllByText('No matching order')).toHaveLength(1);
  });

  it('unfolds an event to its parameters beside the same event of the other source', async () => {
    calls.pixelEventDetail.mockResolvedValue({
      event: event(1),
      parameters: [
        { key: 'custom_data.order_id', value: 'order-1', hashed: false },
        { key: 'user_data.external_id', value: 'abc123', hashed: true },
      ],
      pair: { event: event(9, { source: 'server', dedupe: 'duplicate' }), parameters: [] },
    });
    show('?pixel_id=7');
    await userEvent.click((await rowOf('order-1')).getByRole('button', { name: /Expand/ }));
    const browser = within(await screen.findByRole('region', { name: 'Browser' }));
    expect(browser.getByText('Hashed')).toBeTruthy();
    expect(browser.getByText('abc123')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Server' })).getByText('Duplicate')).toBeTruthy();
    expect(calls.pixelEventDetail.mock.calls[0]?.[0]).toEqual({ id: 1 });
  });

  it('says that older events were removed, and leads to the daily sums', async () => {
    show('?pixel_id=7&date_from=2020-01-01&date_to=2020-01-03');
    expect(await screen.findByText(/Single events are stored for 7 days/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See daily totals in Pixel analysis' }).getAttribute('href')).toBe(
      '/analyse/pixel?pixel_id=7&date_from=2020-01-01&date_to=2020-01-03',
    );
  });

  it('offers a test event where there is none and the pixels may be opened', async () => {
    calls.listPixelEvents.mockResolvedValue({ list: [], next_cursor: null, total: 0, total_capped: false });
    show('?pixel_id=7', ['/auth/pixel']);
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test event' }));
    expect(document.querySelector('[data-place]')?.textContent).toBe('/auth/pixel');
  });
});
