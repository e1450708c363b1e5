// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { KeysetFooter, Pager, pagesAround } from './pager.tsx';

afterEach(cleanup);

describe('page numbers', () => {
  it.each([
    [1, 1, '1'],
    [3, 7, '1 2 3 4 5 6 7'],
    [1, 66, '1 2 3 4 5 … 66'],
    [4, 66, '1 2 3 4 5 … 66'],
    [5, 66, '1 … 4 5 6 … 66'],
    [63, 66, '1 … 62 63 64 65 66'],
    [66, 66, '1 … 62 63 64 65 66'],
  ])('on page %i of %i are %s', (page, last, expected) => {
    expect(
      pagesAround(page, last)
        .map((one) => one ?? '…')
        .join(' '),
    ).toBe(expected);
  });
});

describe('the pager', () => {
  const show = (page: number, total = 1312) => {
    const told = { onPage: vi.fn(), onPageSize: vi.fn() };
    renderUi(<Pager page={page} pageSize={20} total={total} {...told} />);
    return told;
  };

  it('says the total and which page this is', () => {
    show(2);
    expect(screen.getByText('1,312 rows')).toBeTruthy();
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('2');
  });

  it('goes to a page, the next and the previous one', async () => {
    const { onPage } = show(2);
    await userEvent.click(screen.getByRole('button', { name: 'Page 66' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(onPage.mock.calls).toEqual([[66], [3], [1]]);
  });

  it('says no number that nobody knows, and leads no further meanwhile', () => {
    renderUi(<Pager page={3} pageSize={20} total={undefined} busy onPage={vi.fn()} onPageSize={vi.fn()} />);
    expect(screen.queryByText(/rows/)).toBeNull();
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('3');
    expect(screen.getByRole('button', { name: 'Next page' }).hasAttribute('disabled')).toBe(true);
  });

  it('ends at both ends', () => {
    show(1, 0);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
  });

  it('offers the page sizes that the calls know', async () => {
    const { onPageSize } = show(1);
    await userEvent.click(screen.getByRole('combobox', { name: 'Rows per page' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '20 / page',
      '50 / page',
      '100 / page',
      '200 / page',
    ]);
    await userEvent.click(screen.getByRole('option', { name: '100 / page' }));
    expect(onPageSize).toHaveBeenCalledExactlyOnceWith(100);
  });
});

describe('the footer of a log', () => {
  it('says how much is loaded, and asks for more while there is more', async () => {
    const onMore = vi.fn();
    const { rerender } = renderUi(<KeysetFooter loaded={50} total={10_000} totalCapped hasMore onMore={onMore} />);
    expect(screen.getByRole('status').textContent).toBe('50 of 10,000+ loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(onMore).toHaveBeenCalledOnce();
    rerender(<KeysetFooter loaded={60} total={60} totalCapped={false} hasMore={false} onMore={onMore} />);
    expect(screen.getByRole('status').textContent).toBe('60 of 60 loaded');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
