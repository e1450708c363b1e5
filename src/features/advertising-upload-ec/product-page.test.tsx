// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { staleFigures, staleFiguresText } from '#tests/support/stale-figures.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  listMaterials: vi.fn(),
  pollMaterials: vi.fn(),
  pollMaterial: vi.fn(),
  materialDetail: vi.fn(),
  materialUsage: vi.fn(),
  materialUrl: vi.fn(),
  simpleMaterials: vi.fn(async () => ({ list: [] })),
  exportMaterials: Object.assign(vi.fn(), { count: vi.fn() }),
  editMaterial: vi.fn(),
  setMaterialCover: vi.fn(),
  tagMaterials: vi.fn(),
  shareMaterials: vi.fn(),
  archiveMaterials: vi.fn(),
  deleteMaterials: vi.fn(),
  syncMaterials: vi.fn(),
  bindMaterialsToProduct: vi.fn(),
  unblockMaterials: vi.fn(),
}));
vi.mock('#src/services/materials.service.ts', () => calls);
const products = vi.hoisted(() => ({
  listProducts: vi.fn(),
  createProduct: vi.fn(),
  editProduct: vi.fn(),
  setProductStatus: vi.fn(),
  deleteProduct: vi.fn(),
  simpleProducts: vi.fn(async () => ({ list: [] })),
  exportProducts: Object.assign(vi.fn(), { count: vi.fn() }),
  productTemplate: vi.fn(),
  previewProductImport: vi.fn(),
  importProducts: vi.fn(),
}));
vi.mock('#src/services/products.service.ts', () => products);
vi.mock('#src/services/sites.service.ts', () => ({
  simpleSites: async () => ({ list: [{ id: 4, label: 'Shop', sub: 'shop.example', status: 'on' }], total: 1 }),
}));
vi.mock('#src/services/material-uploads.service.ts', () => ({
  openUploads: async () => ({ list: [] }),
  initUpload: vi.fn(),
  finishUpload: vi.fn(),
  cancelUpload: vi.fn(),
}));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({ languages: [], currencies: [{ value: 'USD', label_zh: '美元', label_en: 'US dollar' }] }),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const product = {
  id: 7,
  version: 3,
  sku: 'LAMP-01',
  name: 'Moon lamp',
  site: { id: 4, label: 'Shop' },
  price: 2999,
  currency: 'USD',
  url: 'https://shop.example/lamp',
  status: 'on',
  cover_url: null,
  materials: 4,
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'set_status', 'delete'],
};

let actor: AnyActorRef;

function show(search = '') {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider
        viewer={{
          id: 2,
          account: 'opt',
          name: '',
          isAdmin: 0,
          isLeader: false,
          actions: ['material', 'export'],
          pages: [{ path: '/advertising/post', title: '帖子管理', titleEn: 'Posts' }],
        }}
      >
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00.000Z') });
  vi.clearAllMocks();
  calls.listMaterials.mockResolvedValue({ list: [], total: 0 });
  products.listProducts.mockResolvedValue({ list: [product], total: 1 });
});
afterEach(() => {
  actor.stop();
  cleanup();
  vi.useRealTimers();
});

describe('the products', () => {
  it('are shown with their price as people write it', async () => {
    show('?tab=products');
    const row = within(await screen.findByRole('row', { name: /Moon lamp/ }));
    expect(row.getByText('$29.99')).toBeTruthy();
    expect(products.listProducts.mock.calls[0]?.[0]).toEqual({ page: 1, page_size: 20 });
  });

  it('say how fresh their sales are, and since when an account is behind', async () => {
    products.listProducts.mockResolvedValue({ list: [product], total: 1, ...staleFigures });
    show('?tab=products');
    expect((await screen.findByText(/Data as of/)).textContent).toBe(staleFiguresText);
  });

  it('send only what was changed, and the price in the smallest unit', async () => {
    products.editProduct.mockResolvedValue({ ...product, version: 4 });
    show('?tab=products');
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('button', { name: 'Moon lamp' }));
    const price = within(await screen.findByRole('dialog')).getByLabelText(/Price/);
    await user.clear(price);
    await user.type(price, '31.5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(products.editProduct).toHaveBeenCalledTimes(1));
    expect(products.editProduct.mock.calls[0]?.[0]).toMatchObject({ id: 7, version: 3, price: 3150 });
    expect(products.editProduct.mock.calls[0]?.[0]).not.toHaveProperty('name');
  });

  it('are switched off after a question', async () => {
    products.setProductStatus.mockResolvedValue({ ...product, status: 'off' });
    show('?tab=products');
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await user.click(await screen.findByRole('switch', { name: /Moon lamp/ }));
    expect(products.setProductStatus).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Take off sale' }));
    await waitFor(() => expect(products.setProductStatus.mock.calls[0]?.[0]).toEqual({ id: 7, status: 'off' }));
  });

  it('go into a file with the currency of each price', async () => {
    products.exportProducts.count.mockResolvedValue({ count: 1, most: 200_000 });
    show('?tab=products');
    const user = userEvent.setup({ advanceTimers: () => undefined });
    await screen.findByRole('row', { name: /Moon lamp/ });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(products.exportProducts.count).toHaveBeenCalledTimes(1));
    expect(products.exportProducts.count.mock.calls[0]?.[0].columns).toEqual(expect.arrayContaining(['price', 'currency']));
  });
});
