// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { type Option, PickList, type PickListProps } from './pick-list.tsx';
import { filterOptions, flattenOptions } from './pick-options.ts';

afterEach(cleanup);

const fruits: Option<string>[] = [
  { value: 'on', label: 'Enabled' },
  { value: 'off', label: 'Disabled', disabled: 'Not now' },
  { value: 'gone', label: 'Gone' },
];
const manyOptions: Option<number>[] = Array.from({ length: 30 }, (_, index) => ({ value: index, label: `Option ${index}` }));

function ControlledList<Value extends string | number>({
  onChoose,
  start = [],
  ...rest
}: Omit<PickListProps<Value>, 'chosen' | 'onChoose'> & { start?: Value[]; onChoose?: (chosen: Value[]) => void }) {
  const [chosen, setChosen] = useState<readonly Value[]>(start);
  return (
    <PickList<Value>
      {...rest}
      chosen={chosen}
      onChoose={(next) => {
        setChosen(next);
        onChoose?.(next);
      }}
    />
  );
}
const control = () => screen.getByRole('combobox', { name: 'Status' });

describe('pick list', () => {
  it('opens, moves and chooses by keyboard, and returns the focus', async () => {
    const onChoose = vi.fn();
    renderUi(<ControlledList label="Status" options={fruits} onChoose={onChoose} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(control().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('listbox', { name: 'Status' })).toBeTruthy();
    const active = () => document.getElementById(control().getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toBe('Enabled');
    await userEvent.keyboard('{End}');
    expect(active()).toBe('Gone');
    await userEvent.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(['gone']);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(control());
    expect(control().textContent).toContain('Gone');
  });

  it('jumps to an option by its first letter', async () => {
    const onChoose = vi.fn();
    renderUi(<ControlledList label="Status" options={fruits} onChoose={onChoose} />);
    await userEvent.click(control());
    await userEvent.keyboard('g ');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(['gone']);
  });

  it('does not choose an option that is disabled with a reason', async () => {
    const onChoose = vi.fn();
    renderUi(<ControlledList label="Status" options={fruits} onChoose={onChoose} />);
    await userEvent.click(control());
    const option = screen.getByRole('option', { name: /Disabled/ });
    expect(option.textContent).toContain('Not now');
    expect(option.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(option);
    expect(onChoose).not.toHaveBeenCalled();
    expect(screen.getByRole('listbox')).toBeTruthy();
  });

  it('closes on Escape without passing the key on', async () => {
    const outer = vi.fn();
    renderUi(
      <form onKeyDown={outer}>
        <ControlledList label="Status" options={fruits} />
      </form>,
    );
    await userEvent.click(control());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(outer).not.toHaveBeenCalled();
  });

  it('can be cleared', async () => {
    const onChoose = vi.fn();
    renderUi(<ControlledList label="Status" options={fruits} start={['on']} clearable onChoose={onChoose} />);
    await userEvent.click(screen.getByRole('button', { name: 'Clear Status' }));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith([]);
    expect(screen.queryByRole('button', { name: 'Clear Status' })).toBeNull();
  });

  it('searches a long list, and chooses the match on Enter', async () => {
    const onChoose = vi.fn();
    renderUi(<ControlledList label="Status" options={manyOptions} onChoose={onChoose} />);
    await userEvent.click(control());
    const search = screen.getByRole('combobox', { name: 'Search Status' });
    expect(document.activeElement).toBe(search);
    await userEvent.type(search, '17');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Option 17']);
    await userEvent.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith([17]);
  });

  it('says when nothing matches', async () => {
    renderUi(<ControlledList label="Status" options={manyOptions} />);
    await userEvent.click(control());
    await userEvent.type(screen.getByRole('combobox', { name: 'Search Status' }), 'zzz');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(await screen.findByText('No matching options')).toBeTruthy();
  });

  it('searches remotely with every key, and shows the given options', async () => {
    const onSearch = vi.fn();
    const onOpen = vi.fn();
    renderUi(<ControlledList label="Status" options={fruits} onSearch={onSearch} onOpen={onOpen} />);
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.click(control());
    expect(onOpen).toHaveBeenCalledOnce();
    await userEvent.type(screen.getByRole('combobox', { name: 'Search Status' }), 'xy');
    expect(onSearch.mock.calls).toEqual([['x'], ['xy']]);
    expect(screen.getAllByRole('option')).toHaveLength(3);
  });

  it('stays open for several choices, and removes them again', async () => {
    const onChoose = vi.fn();
    renderUi(<ControlledList label="Status" options={fruits} multiple onChoose={onChoose} />);
    await userEvent.click(control());
    await userEvent.click(screen.getByRole('option', { name: 'Enabled' }));
    await userEvent.click(screen.getByRole('option', { name: 'Gone' }));
    await userEvent.click(screen.getByRole('option', { name: 'Enabled' }));
    expect(onChoose.mock.calls).toEqual([[['on']], [['on', 'gone']], [['gone']]]);
    expect(screen.getByRole('option', { name: 'Gone' }).getAttribute('aria-selected')).toBe('true');
  });

  it('keeps the names of chosen options when a later search lists others', async () => {
    const people: Record<string, Option<number>[]> = {
      '': [{ value: 1, label: 'Li Lei' }],
      wang: [
        { value: 2, label: 'Wang Fang' },
        { value: 3, label: 'Wang Fang' },
      ],
    };
    function Remote() {
      const [text, setText] = useState('');
      return <ControlledList label="Status" options={people[text] ?? []} multiple start={[1]} onSearch={setText} />;
    }
    renderUi(<Remote />);
    expect(control().textContent).toContain('Li Lei');
    await userEvent.click(control());
    await userEvent.type(screen.getByRole('combobox', { name: 'Search Status' }), 'wang');
    for (const option of screen.getAllByRole('option', { name: 'Wang Fang' })) await userEvent.click(option);
    await userEvent.clear(screen.getByRole('combobox', { name: 'Search Status' }));
    await userEvent.keyboard('{Escape}');
    expect(control().textContent).toBe('Li LeiWang FangWang Fang');
  });

  it('shows the value of an option without a name', () => {
    renderUi(<ControlledList label="Status" options={fruits} start={['never heard of']} />);
    expect(control().textContent).toBe('never heard of');
  });
});

describe('options of a tree', () => {
  const options = flattenOptions([
    {
      value: 1,
      label: 'Head office',
      children: [
        { value: 2, label: 'Sales', children: [{ value: 3, label: 'East' }] },
        { value: 4, label: 'Editing' },
      ],
    },
    { value: 5, label: 'Eastern branch' },
  ]);

  it('are indented by depth', () => {
    expect(options.map(({ value, depth }) => [value, depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 1],
      [5, 0],
    ]);
  });

  it('keep their ancestors when they match', () => {
    expect(filterOptions(options, 'east').map(({ value }) => value)).toEqual([1, 2, 3, 5]);
    expect(filterOptions(options, 'EDIT').map(({ value }) => value)).toEqual([1, 4]);
    expect(filterOptions(options, ' ')).toBe(options);
    expect(filterOptions(options, 'nothing')).toEqual([]);
  });

  it('chooses all members of a group, and removes them together', async () => {
    const onChoose = vi.fn();
    const options: Option<string>[] = [
      { value: 'group:north', label: 'North', members: ['a', 'b'] },
      { value: 'a', label: 'Ann' },
      { value: 'b', label: 'Bob' },
      { value: 'c', label: 'Cal' },
    ];
    renderUi(<ControlledList label="Status" options={options} multiple start={['c', 'b']} onChoose={onChoose} />);
    await userEvent.click(control());
    const north = () => screen.getByRole('option', { name: 'North' });
    expect(north().getAttribute('aria-selected')).toBe('false');
    await userEvent.click(north());
    expect(onChoose).toHaveBeenLastCalledWith(['c', 'b', 'a']);
    expect(north().getAttribute('aria-selected')).toBe('true');
    expect(control().textContent).not.toContain('North');
    await userEvent.click(north());
    expect(onChoose).toHaveBeenLastCalledWith(['c']);
  });

  it('finds a Chinese option by its initials', async () => {
    const options = [...manyOptions, { value: 99, label: '美国' }];
    renderUi(<ControlledList label="Status" options={options} />);
    await userEvent.click(control());
    await userEvent.keyboard('mg');
    expect(await screen.findByRole('option', { name: '美国' })).toBeTruthy();
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });
});
