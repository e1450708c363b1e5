// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from './filter-line.tsx';

afterEach(cleanup);

describe('the keyword filter', () => {
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Account or name' });

  it('searches on Enter, trimmed, and not with every key', async () => {
    const onCommit = vi.fn();
    renderUi(<KeywordFilter label="Account or name" value={undefined} onCommit={onCommit} />);
    await userEvent.type(input(), '  wang ');
    expect(onCommit).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(onCommit).toHaveBeenCalledExactlyOnceWith('wang');
  });

  it('searches on its button', async () => {
    const onCommit = vi.fn();
    renderUi(<KeywordFilter label="Account or name" value={undefined} onCommit={onCommit} />);
    await userEvent.type(input(), 'li');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(onCommit).toHaveBeenCalledExactlyOnceWith('li');
  });

  it('is cleared by Escape', async () => {
    const onCommit = vi.fn();
    renderUi(<KeywordFilter label="Account or name" value="wang" onCommit={onCommit} />);
    await userEvent.click(input());
    await userEvent.keyboard('{Escape}');
    expect(onCommit).toHaveBeenCalledExactlyOnceWith(undefined);
    expect(input().value).toBe('');
  });

  it('does not search for what is already found', async () => {
    const onCommit = vi.fn();
    renderUi(<KeywordFilter label="Account or name" value="wang" onCommit={onCommit} />);
    await userEvent.type(input(), '{Enter}');
    expect(onCommit).not.toHaveBeenCalled();
  });

  it('is reached with a slash, but not while something is typed elsewhere', async () => {
    renderUi(
      <>
        <input aria-label="elsewhere" />
        <KeywordFilter label="Account or name" value={undefined} onCommit={vi.fn()} />
      </>,
    );
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(input());
    expect(input().value).toBe('');
    const other = screen.getByRole<HTMLInputElement>('textbox', { name: 'elsewhere' });
    await userEvent.click(other);
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(other);
    expect(other.value).toBe('/');
  });

  it('follows the address', () => {
    const { rerender } = renderUi(<KeywordFilter label="Account or name" value="a" onCommit={vi.fn()} />);
    rerender(<KeywordFilter label="Account or name" value="b" onCommit={vi.fn()} />);
    expect(input().value).toBe('b');
  });
});

describe('the filter line', () => {
  it('names each active filter, removes it, and resets them all', async () => {
    const onRemove = vi.fn();
    const onReset = vi.fn();
    renderUi(
      <FilterLine activeFilters={[{ key: 'status', text: 'Status: Enabled', onRemove }]} onReset={onReset}>
        <span />
      </FilterLine>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status: Enabled' }));
    expect(onRemove).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('counts the folded filters in use, and unfolds them', async () => {
    renderUi(
      <FilterLine
        activeFilters={[]}
        onReset={vi.fn()}
        moreActive={2}
        more={<ChoiceFilter label="Platform" value={undefined} options={[{ value: 'dj', label: 'Drama' }]} onChange={vi.fn()} />}
      >
        <span />
      </FilterLine>,
    );
    expect(screen.queryByRole('combobox', { name: 'Platform' })).toBeNull();
    const more = screen.getByRole('button', { name: 'More filters (2)' });
    await userEvent.click(more);
    expect(more.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('combobox', { name: 'Platform' }).textContent).toBe('PlatformAll');
  });

  it('counts the filters in use on the button that unfolds them in a narrow window', async () => {
    const filters = [
      { key: 'status', text: 'Status: Enabled', onRemove: vi.fn() },
      { key: 'role', text: 'Role: Editor', onRemove: vi.fn() },
    ];
    const { container } = renderUi(
      <FilterLine activeFilters={filters} onReset={vi.fn()}>
        <KeywordFilter label="Account or name" value={undefined} onCommit={vi.fn()} />
      </FilterLine>,
    );
    const button = screen.getByRole('button', { name: 'Filters (2)' });
    const lines = () => container.querySelector(`#${CSS.escape(button.getAttribute('aria-controls') ?? '')}`);
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(lines()?.className).toBe('ads-filters-folded');
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(lines()?.className).toBe('ads-filters-shown');
    await userEvent.keyboard('{Enter}');
    expect(lines()?.className).toBe('ads-filters-folded');
    await userEvent.keyboard('/');
    expect(lines()?.className).toBe('ads-filters-shown');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Account or name' }));
  });

  it('gives undefined for a choice that is cleared', async () => {
    const onChange = vi.fn();
    renderUi(<ChoiceFilter label="Platform" value="dj" options={[{ value: 'dj', label: 'Drama' }]} onChange={onChange} />);
    await userEvent.click(screen.getByRole('button', { name: 'Clear Platform' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined);
  });
});
