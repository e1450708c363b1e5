// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { Department } from '#machines/sys-department/department-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  departmentTree: vi.fn(),
  departmentAssets: vi.fn(),
  createDepartment: vi.fn(),
  editDepartment: vi.fn(),
  moveDepartment: vi.fn(),
  setDepartmentLeaders: vi.fn(),
  deleteDepartment: vi.fn(),
}));
const simpleUsers = vi.hoisted(() => vi.fn());
vi.mock('#src/services/departments.service.ts', () => calls);
vi.mock('#src/services/users.service.ts', () => ({ simpleUsers }));

const node = (id: number, name: string, parent: number | null, depth: number, more: Partial<Department> = {}): Department => ({
  id,
  name,
  parent_id: parent,
  depth,
  sort: id,
  member_count: 0,
  subtree_count: 0,
  leaders: [],
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  children: [],
  ...more,
});
const company = node(1, 'Company', null, 1, {
  children: [
    node(2, 'Delivery', 1, 2, {
      member_count: 2,
      subtree_count: 5,
      leaders: [{ id: 21, label: 'Wang' }],
      children: [node(4, 'English', 2, 3, { member_count: 3, subtree_count: 3 })],
    }),
    node(3, 'Materials', 1, 2),
  ],
});
const person = (id: number, name: string) => ({
  id,
  account: name.toLowerCase(),
  name,
  department_id: 2,
  department_name: '',
  status: 'enabled',
});
const refusal = (reason: string, message: string) => new ApiError(message, 422, { reason });

let actor: AnyActorRef;

async function show(search = '') {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  const pages = [{ path: '/sys/accounts', title: '账号管理', titleEn: 'Accounts' }];
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'admin', name: 'Lin', isAdmin: 1, isLeader: false, actions: [], pages }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await screen.findByRole('row', { name: /^Company/ });
}

const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}|^(Expand|Collapse) ${name}`) });
const names = () =>
  within(screen.getByRole('treegrid'))
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.querySelector('.ads-name')?.textContent);

function drag(name: string, onto: string) {
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  fireEvent.dragStart(row(name), { dataTransfer });
  fireEvent.dragOver(row(onto), { dataTransfer });
  fireEvent.drop(row(onto), { dataTransfer });
}

async function choose(name: string, action: string) {
  await userEvent.click(within(row(name)).getByRole('button', { name: `More actions for ${name}` }));
  return screen.findByRole('menuitem', { name: new RegExp(`^${action}`) });
}

beforeEach(() => {
  for (const call of [...Object.values(calls), simpleUsers]) call.mockReset();
  calls.departmentTree.mockResolvedValue({ list: [company] });
  calls.departmentAssets.mockResolvedValue({ list: [] });
  simpleUsers.mockResolvedValue({ list: [person(21, 'Wang'), person(22, 'Zhao')] });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('department tree', () => {
  it('keeps the ancestors of a match, and hides the rest', async () => {
    await show('?keyword=engl');
    expect(names()).toEqual(['Company', 'Delivery', 'English']);
  });

  it('shows the members of the department in the address, with a link to their accounts', async () => {
    await show('?id=2');
    expect(await screen.findByText('Zhao')).toBeTruthy();
    expect(simpleUsers).toHaveBeenCalledWith({ department_id: 2, direct: true, include_disabled: true }, expect.anything());
    expect(screen.getByRole('link', { name: 'View accounts' }).getAttribute('href')).toBe('/sys/accounts?department_id=2');
    expect(screen.getByText('3 more people in sub-departments')).toBeTruthy();
  });

  it('shows the assets of the department, linked for those who may open them', async () => {
    calls.departmentAssets.mockResolvedValue({ list: [{ type: 'ad_account', id: 4, label: 'US 01' }] });
    await show('?id=2');
    const assets = within(await screen.findByRole('region', { name: 'Assets of Delivery' }));
    expect(await assets.findByText('US 01')).toBeTruthy();
    expect(assets.queryByRole('link')).toBeNull();
    expect(calls.departmentAssets.mock.calls[0]?.[0]).toEqual({ id: 2 });
  });

  it('explains why the root cannot be moved or deleted', async () => {
    await show();
    expect((await choose('Company', 'Move')).textContent).toContain('The root department cannot be moved');
    expect(screen.getByRole('menuitem', { name: /^Delete/ }).textContent).toContain('The root department cannot be deleted');
    expect(row('Company').getAttribute('draggable')).toBeNull();
  });

  it('offers to add the first department when there is only the root', async () => {
    calls.departmentTree.mockResolvedValue({ list: [{ ...company, children: [] }] });
    await show();
    const hint = screen.getByText(/Only the root department exists/);
    await userEvent.click(within(hint.parentElement as HTMLElement).getByRole('button', { name: 'Add sub-department' }));
    expect(within(screen.getByRole('dialog')).getByRole('combobox', { name: /Parent/ }).textContent).toContain('Company');
  });
});

describe('move', () => {
  it('is previewed after a drag, and shows in words who will see whom', async () => {
    calls.moveDepartment.mockResolvedValue({
      visibility_changes: [
        { leader: { id: 31, label: 'Li' }, gains: 12, loses: 0 },
        { leader: { id: 32, label: 'Bai' }, gains: 12, loses: 0 },
        { leader: { id: 21, label: 'Wang' }, gains: 0, loses: 12 },
      ],
    });
    await show();
    drag('English', 'Materials');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('2 leaders will be able to see 12 more people')).toBeTruthy();
    expect(dialog.getByText('1 leader will no longer see 12 people')).toBeTruthy();
    expect(calls.moveDepartment.mock.calls).toEqual([[{ id: 4, parent_id: 3, sort: 4, dry_run: true }]]);

    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(calls.moveDepartment).toHaveBeenLastCalledWith({ id: 4, parent_id: 3, sort: 4 }));
    await waitFor(() => expect(calls.departmentTree).toHaveBeenCalledTimes(2));
    expect(noticeBoard.read()).toMatchObject([{ kind: 'toast', tone: 'success', content: 'Move department English: done' }]);
  });

  it('that is refused is explained, and the department stays in place', async () => {
    calls.moveDepartment.mockRejectedValue(refusal('DEPT_CYCLE', 'A department cannot be moved under itself'));
    await show();
    drag('Delivery', 'English');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('A department cannot be moved under itself')).toBeTruthy();
    expect(dialog.getByText('“Delivery” stays where it is.')).toBeTruthy();
    expect(names()).toEqual(['Company', 'Delivery', 'English', 'Materials']);
  });

  it('by dialog is refused at the field of the parent', async () => {
    calls.moveDepartment.mockRejectedValue(refusal('DEPT_TOO_DEEP', 'More than 5 levels'));
    await show();
    await userEvent.click(await choose('English', 'Move'));
    const drawer = within(screen.getByRole('dialog'));
    await userEvent.click(drawer.getByRole('combobox', { name: /Parent/ }));
    expect((await screen.findByRole('option', { name: /English/ })).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('option', { name: 'Materials' }));
    await userEvent.click(drawer.getByRole('button', { name: 'View impact' }));
    expect((await drawer.findByRole('alert')).textContent).toBe('More than 5 levels');
    expect(drawer.getByRole('combobox', { name: /Parent/ }).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('other actions', () => {
  it('show at the name that it is taken, and keep it', async () => {
    calls.createDepartment.mockRejectedValue(refusal('DUPLICATE', 'Already exists'));
    await show();
    await userEvent.click(within(row('Delivery')).getByRole('button', { name: 'Add sub-department Delivery' }));
    const drawer = within(screen.getByRole('dialog'));
    await userEvent.type(drawer.getByRole('textbox', { name: /Name/ }), 'English');
    await userEvent.click(drawer.getByRole('button', { name: 'Create' }));
    expect((await drawer.findByRole('alert')).textContent).toBe('Already exists');
    expect((drawer.getByRole('textbox', { name: /Name/ }) as HTMLInputElement).value).toBe('English');
    expect(calls.createDepartment).toHaveBeenCalledWith({ name: 'English', sort: 0, parent_id: 2, ...anyIdempotencyKey });
  });

  it('offer only members of a department as its leaders', async () => {
    calls.setDepartmentLeaders.mockResolvedValue({});
    await show();
    await userEvent.click(await choose('Delivery', 'Set leaders'));
    const drawer = within(await screen.findByRole('dialog'));
    await waitFor(() => expect((drawer.getByRole('combobox', { name: /Leaders/ }) as HTMLButtonElement).disabled).toBe(false));
    await userEvent.click(drawer.getByRole('combobox', { name: /Leaders/ }));
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false']);
    await userEvent.click(screen.getByRole('option', { name: /Zhao/ }));
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.setDepartmentLeaders).toHaveBeenCalledWith({ id: 2, user_ids: [21, 22], ...anyIdempotencyKey }));
  });

  it('show in the dialog that a department is no longer empty', async () => {
    calls.deleteDepartment.mockRejectedValue(refusal('DEPT_NOT_EMPTY', 'Still has sub-departments or members'));
    await show();
    await userEvent.click(await choose('Materials', 'Delete'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'Materials');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Still has sub-departments or members')).toBeTruthy();
    expect(calls.departmentTree).toHaveBeenCalledTimes(1);
  });
});
