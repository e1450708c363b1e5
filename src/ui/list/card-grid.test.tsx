// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { CardGrid } from './card-grid.tsx';

afterEach(cleanup);

const rows = [
  { id: 1, name: 'one' },
  { id: 2, name: 'two' },
  { id: 3, name: 'three' },
];
type Props = Partial<Parameters<typeof CardGrid<(typeof rows)[number]>>[0]>;

function begin(props: Props = {}) {
  const onChoose = vi.fn();
  const onOpen = vi.fn();
  renderUi(
    <CardGrid
      label="Grid"
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      renderCard={({ name }) => <b>{name}</b>}
      busy={false}
      chosen={[]}
      allChosen={false}
      onChoose={onChoose}
      onOpen={onOpen}
      empty={{ text: 'No pictures yet' }}
      {...props}
    />,
  );
  return { onChoose, onOpen, card: (name: string) => screen.getByRole('listitem', { name }) };
}

describe('a grid of cards', () => {
  it('is walked by keys, and Enter opens the card that has the focus', async () => {
    const { card, onOpen } = begin();
    card('one').focus();
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(card('three'));
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(card('two'));
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(document.activeElement).toBe(card('one'));
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledWith(rows[0]);
  });

  it('chooses by Space and by the box, and keeps what was chosen on other pages', async () => {
    const { card, onChoose } = begin({ chosen: [2, 77] });
    card('one').focus();
    await userEvent.keyboard(' ');
    expect(onChoose).toHaveBeenLastCalledWith([2, 77, 1]);
    await userEvent.click(screen.getByRole('checkbox', { name: /two/ }));
    expect(onChoose).toHaveBeenLastCalledWith([77]);
  });

  it('has no boxes where nothing can be chosen', () => {
    begin({ onChoose: undefined });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('lets nobody take one out while all that match are chosen', () => {
    begin({ allChosen: true });
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect([box.checked, box.disabled]).toEqual([true, true]);
  });

  it('says whether there is nothing at all or nothing that matches', async () => {
    begin({ rows: [] });
    expect(screen.getByText('No pictures yet')).toBeTruthy();
    cleanup();
    const onResetFilters = vi.fn();
    begin({ rows: [], onResetFilters });
    expect(screen.queryByText('No pictures yet')).toBeNull();
    await userEvent.click(screen.getByRole('button'));
    expect(onResetFilters).toHaveBeenCalledOnce();
  });

  it('keeps its cards when they cannot be renewed, and offers to ask again where there are none', async () => {
    const failure = { message: 'no network', traceId: undefined } as never;
    begin({ failure });
    expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(3);
    cleanup();
    const onRetry = vi.fn();
    begin({ rows: undefined, failure, onRetry });
    expect(screen.getByText(/no network/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button'));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
