// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ColumnSettings, type TableView } from './column-settings.tsx';

afterEach(cleanup);

const columns = [
  { key: 'name', title: 'Name', frozen: true as const },
  { key: 'dep', title: 'Department' },
  { key: 'n', title: 'Number' },
  { key: 'x', title: 'Extra' },
];
const view: TableView = { shown: ['name', 'dep', 'n'], density: 'regular' };

async function open() {
  const told = { onChange: vi.fn(), onReset: vi.fn() };
  renderUi(<ColumnSettings columns={columns} view={view} {...told} />);
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  return told;
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('column settings', () => {
  it('list the columns shown first, then the others', async () => {
    await open();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Name', 'Department', 'Number', 'Extra']);
    expect(box('Extra').checked).toBe(false);
  });

  it('show and hide a column, but never a frozen one', async () => {
    const { onChange } = await open();
    expect(box('Name').disabled).toBe(true);
    await userEvent.click(box('Extra'));
    expect(onChange).toHaveBeenLastCalledWith({ shown: ['name', 'dep', 'n', 'x'], density: 'regular' });
    await userEvent.click(box('Department'));
    expect(onChange).toHaveBeenLastCalledWith({ shown: ['name', 'n'], density: 'regular' });
  });

  it('move a column', async () => {
    const { onChange } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Move Number up' }));
    expect(onChange).toHaveBeenLastCalledWith({ shown: ['name', 'n', 'dep'], density: 'regular' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Number down' }).disabled).toBe(true);
  });

  it('set the height of rows, and go back to the default', async () => {
    const { onChange, onReset } = await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Compact' }));
    expect(onChange).toHaveBeenLastCalledWith({ ...view, density: 'compact' });
    await userEvent.click(screen.getByRole('button', { name: 'Restore the default' }));
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('close with Escape, and give the focus back', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }));
  });
});
