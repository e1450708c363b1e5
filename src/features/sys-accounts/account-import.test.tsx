// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const users = vi.hoisted(() => ({
  listUsers: vi.fn(),
  createUser: vi.fn(),
  editUser: vi.fn(),
  deleteUser: vi.fn(),
  ownedByUser: vi.fn(),
  saveUserRoles: vi.fn(),
  setUserStatuses: vi.fn(),
  deleteUsers: vi.fn(),
  simpleUsers: vi.fn(),
  exportUsers: vi.fn(),
  importTemplate: vi.fn(),
  previewImport: vi.fn(),
  importUsers: vi.fn(),
}));
vi.mock('#src/services/users.service.ts', () => users);
vi.mock('#src/services/departments.service.ts', () => ({ departmentTree: async () => ({ list: [] }) }));
vi.mock('#src/services/roles.service.ts', () => ({ simpleRoles: async () => ({ list: [] }) }));
vi.mock('#src/services/dicts.service.ts', () => ({ listDicts: async () => ({ timezones: [] }) }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
const batches = vi.hoisted(() => ({
  batchDetail: vi.fn(),
  batchItems: vi.fn(),
  cancelBatch: vi.fn(),
  exportBatchItems: vi.fn(),
  loadBatchResults: vi.fn(),
  pollBatches: vi.fn(),
  resolveBatchItem: vi.fn(),
  retryBatch: vi.fn(),
}));
vi.mock('#src/services/batches.service.ts', () => batches);

// The page loads it on demand; here it must be loaded before the fake timers start.
beforeAll(() => import('#src/ui/list/import-drawer.tsx'));

let actor: AnyActorRef;

beforeEach(() => {
  users.listUsers.mockResolvedValue({ list: [], total: 0 });
  users.previewImport.mockResolvedValue({
    total: 2,
    good: 1,
    bad: 1,
    rows: [
      {
        row: 3,
        values: { account: 'Li', name: '李' },
        errors: [{ field: 'account', column: 'A', rule: 'account', message: 'A列「账号」：不符合规则' }],
      },
      { row: 2, values: { account: 'wang', name: '王' }, errors: [] },
    ],
  });
  users.importUsers.mockResolvedValue({ batch_id: 9, status: 'partial' });
  batches.batchDetail.mockReturnValue(new Promise(() => undefined));
  actor = createActor(page.machine, { input: { search: '' } }).start();
  const { View } = page;
  renderUi(
    <ViewerProvider viewer={{ id: 2, account: 'admin', isAdmin: 1, isLeader: false, actions: [], name: '', pages: [] }}>
      <FeatureTexts messages={page.messages}>
        <View page={actor as never} />
      </FeatureTexts>
    </ViewerProvider>,
  );
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('import of accounts', () => {
  it('leads from the file to a batch that the page follows', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    const field = await screen.findByLabelText(/Drop the file here/);
    fireEvent.change(field, { target: { files: [new File(['PK'], '新员工.xlsx')] } });
    await screen.findByText('1 ready, 1 with errors');
    screen.getByText('A列「账号」：不符合规则');
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 row' }));
    expect(users.importUsers).toHaveBeenCalledExactlyOnceWith({
      file: { name: '新员工.xlsx', content: btoa('PK') },
      idempotency_key: expect.any(String),
    });
    await expect.poll(() => batches.batchDetail.mock.calls[0]?.[0]).toEqual({ batch_id: 9 });
    expect(screen.queryByRole('dialog', { name: 'Import accounts' })).toBeNull();
  });

  it('offers the template before a file is chosen', async () => {
    users.importTemplate.mockReturnValue(new Promise(() => undefined));
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    const template = await screen.findByRole<HTMLButtonElement>('button', { name: 'Download template' });
    await userEvent.click(template);
    expect(users.importTemplate.mock.calls[0]?.[0]).toEqual({ locale: 'zh-cn' });
    expect(template.disabled).toBe(true);
  });
});
