// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
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
  const callbacks = { onChange: vi.fn(), onReset: vi.fn() };
  renderUi(<ColumnSettings columns={columns} view={view} {...callbacks} />);
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  return callbacks;
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('column settings', () => {
  it('list the shown columns first, then the others', async () => {
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

  it('let a column be dragged to the place of another, but not of a frozen or hidden one', async () => {
    const { onChange } = await open();
    const line = (name: string) => screen.getByText(name).closest('li') as HTMLLIElement;
    const dataTransfer = { setData: vi.fn(), effectAllowed: '' };
    expect(line('Name').getAttribute('draggable')).toBeNull();
    expect(line('Extra').getAttribute('draggable')).toBeNull();
    fireEvent.dragStart(line('Number'), { dataTransfer });
    fireEvent.dragOver(line('Department'), { dataTransfer });
    expect(line('Department').className).toContain('target');
    fireEvent.drop(line('Department'), { dataTransfer });
    expect(onChange).toHaveBeenLastCalledWith({ shown: ['name', 'n', 'dep'], density: 'regular' });
    fireEvent.dragStart(line('Number'), { dataTransfer });
    fireEvent.drop(line('Number'), { dataTransfer });
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('keep the focus with the moved column', async () => {
    function Kept() {
      const [savedView, setKept] = useState(view);
      return <ColumnSettings columns={columns} view={savedView} onChange={setKept} onReset={vi.fn()} />;
    }
    renderUi(<Kept />);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move Department down' }));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Name', 'Number', 'Department', 'Extra']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Department up' }));
  });

  it('set the row height, and restore the default', async () => {
    const { onChange, onReset } = await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Compact' }));
    expect(onChange).toHaveBeenLastCalledWith({ ...view, density: 'compact' });
    await userEvent.click(screen.getByRole('button', { name: 'Restore defaults' }));
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('close with Escape, and return the focus', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }));
  });
});
