// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { applyChoice, type CheckNode, checkState } from '../pick/check-tree.ts';
import { CheckTreeField } from '../pick/check-tree-field.tsx';
import { ChoiceField, MultiChoiceField, SwitchField, TreeField } from '../pick/choice-fields.tsx';
import { NumberField, PasswordField, TextAreaField, TextField } from './text-fields.tsx';

afterEach(cleanup);

function ControlledField<Value>({
  start,
  onChange,
  children,
}: {
  start: Value;
  onChange?: (value: Value) => void;
  children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(start);
  return children(value, (next) => {
    setValue(next);
    onChange?.(next);
  });
}
const describedBy = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ');

describe('field', () => {
  it('links label, help and fault to its control', () => {
    renderUi(<TextField label="Account" required value="" onChange={vi.fn()} help="3 to 32 characters" fault={{ rule: 'required' }} />);
    const input = screen.getByRole('textbox', { name: 'Account' });
    expect(input.getAttribute('aria-required')).toBe('true');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(input)).toBe('Please enter Account | 3 to 32 characters');
  });

  it('shows Chinese texts', () => {
    renderUi(<TextField label="账号" value="" onChange={vi.fn()} fault={{ rule: 'blank' }} />, 'zh-cn');
    expect(screen.getByRole('alert').textContent).toBe('账号不能为空');
  });

  it('asks to choose when its value is chosen', () => {
    const choice = (fault: { rule: string; params?: Record<string, number> }) => (
      <ChoiceField label="部门" value={undefined} options={[]} onChange={vi.fn()} fault={fault} />
    );
    const { rerender } = renderUi(choice({ rule: 'required' }), 'zh-cn');
    expect(screen.getByRole('alert').textContent).toBe('请选择部门');
    rerender(choice({ rule: 'arrayMin', params: { min: 1 } }));
    expect(screen.getByRole('alert').textContent).toBe('请至少选择 1 个部门');
  });

  it('reports when the focus leaves', async () => {
    const onLeave = vi.fn();
    renderUi(<TextField label="Account" value="" onChange={vi.fn()} onLeave={onLeave} />);
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.tab();
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('counts characters, and accepts too many', () => {
    renderUi(<TextAreaField label="Remark" max={3} value="😀bcd" onChange={vi.fn()} />);
    expect(screen.getByText('4 / 3')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Remark' }).hasAttribute('maxlength')).toBe(false);
  });
});

describe('number field', () => {
  it('returns numbers, undefined when empty, and NaN for invalid text, which stays', async () => {
    const onChange = vi.fn();
    renderUi(
      <ControlledField<number | undefined> start={5} onChange={onChange}>
        {(value, onChange) => <NumberField label="Sort" value={value} onChange={onChange} />}
      </ControlledField>,
    );
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Sort' });
    expect(input.value).toBe('5');
    await userEvent.clear(input);
    expect(onChange).toHaveBeenLastCalledWith(undefined);
    await userEvent.type(input, '1,234.50');
    expect(onChange).toHaveBeenLastCalledWith(1234.5);
    expect(input.value).toBe('1,234.50');
    await userEvent.type(input, 'x');
    expect(onChange).toHaveBeenLastCalledWith(Number.NaN);
    expect(input.value).toBe('1,234.50x');
  });

  it('accepts a comma only as a thousands separator, and shows the fault once the focus leaves', async () => {
    const onChange = vi.fn();
    renderUi(
      <ControlledField<number | undefined> start={undefined} onChange={onChange}>
        {(value, onChange) => <NumberField label="Budget" value={value} onChange={onChange} />}
      </ControlledField>,
    );
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Budget' });
    await userEvent.type(input, '12,5');
    expect(onChange).toHaveBeenLastCalledWith(Number.NaN);
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe(
      'Budget must be a number such as 1,234.50 (commas as thousands separators only, “.” as the decimal point)',
    );
    expect(input.value).toBe('12,5');
    await userEvent.type(input, '00');
    expect(onChange).toHaveBeenLastCalledWith(12_500);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('follows a value set from outside', () => {
    const { rerender } = renderUi(<NumberField label="Sort" value={1} onChange={vi.fn()} />);
    rerender(<NumberField label="Sort" value={20} onChange={vi.fn()} />);
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('20');
  });
});

describe('password field', () => {
  it('hides the text until the user asks to show it', async () => {
    renderUi(<PasswordField label="Password" value="made-up" onChange={vi.fn()} />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.type).toBe('password');
  });

  it('warns of caps lock while typing', () => {
    renderUi(<PasswordField label="Password" value="" onChange={vi.fn()} />);
    const input = screen.getByLabelText('Password');
    const typed = new KeyboardEvent('keydown', { key: 'A', bubbles: true });
    Object.defineProperty(typed, 'getModifierState', { value: (name: string) => name === 'CapsLock' });
    fireEvent(input, typed);
    expect(screen.queryByText('Caps Lock is on')).not.toBeNull();
    fireEvent.blur(input);
    expect(screen.queryByText('Caps Lock is on')).toBeNull();
  });
});

describe('choice fields', () => {
  const options = [
    { value: 0, label: 'Staff' },
    { value: 1, label: 'Admin', note: 'May open every page' },
  ];

  it('show radio buttons under one label', async () => {
    const onChange = vi.fn();
    renderUi(<ChoiceField as="radio" label="Kind" value={0} options={options} onChange={onChange} />);
    expect(screen.getByRole('group', { name: 'Kind' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Staff' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: /Admin/ }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('show a list named by its label', async () => {
    const onChange = vi.fn();
    renderUi(<ChoiceField label="Kind" required value={undefined} options={options} onChange={onChange} fault={{ rule: 'required' }} />);
    const control = screen.getByRole('combobox', { name: /Kind/ });
    expect(control.getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(control);
    await userEvent.click(screen.getByRole('option', { name: 'Staff' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('allow several choices as checkboxes', async () => {
    const onChange = vi.fn();
    renderUi(
      <ControlledField<readonly number[]> start={[1]} onChange={onChange}>
        {(value, onChange) => <MultiChoiceField as="checks" label="Kinds" value={value} options={options} onChange={onChange} />}
      </ControlledField>,
    );
    await userEvent.click(screen.getByRole('checkbox', { name: 'Staff' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Admin/ }));
    expect(onChange.mock.calls).toEqual([[[1, 0]], [[0]]]);
  });

  it('show on and off in words', async () => {
    const onChange = vi.fn();
    renderUi(<SwitchField label="Leader" value={false} words={{ on: 'Yes', isDisabled: 'No' }} onChange={onChange} />);
    expect(screen.getByText('No')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: 'Leader' }));
    expect(onChange.mock.calls[0]?.[0]).toBe(true);
  });

  it('choose a node of a tree', async () => {
    const onChange = vi.fn();
    renderUi(
      <TreeField
        label="Department"
        value={undefined}
        nodes={[{ value: 1, label: 'Head office', children: [{ value: 2, label: 'Sales' }] }]}
        onChange={onChange}
      />,
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Department' }));
    await userEvent.click(screen.getByRole('option', { name: 'Sales' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(2);
  });
});

describe('tree of checkboxes', () => {
  const nodes: CheckNode[] = [
    { key: '/index', label: 'Home' },
    {
      key: '/ads',
      label: 'Ads',
      group: true,
      children: [
        { key: '/ads/post', label: 'Posts' },
        { key: '/ads/data', label: 'Data', children: [{ key: '/ads/account', label: 'Account', follows: true }] },
      ],
    },
  ];
  const group = nodes[1] as CheckNode;

  it('chooses a whole group in tree order, and shows partly chosen groups', () => {
    expect(applyChoice(nodes, ['/index'], group, true)).toEqual(['/index', '/ads/post', '/ads/data']);
    expect(applyChoice(nodes, ['/ads/data', '/index'], group, false)).toEqual(['/index']);
    expect(checkState(group, [])).toBe('none');
    expect(checkState(group, ['/ads/post'])).toBe('some');
    expect(checkState(group, ['/ads/data', '/ads/post'])).toBe('all');
  });

  it('keeps keys it does not show', () => {
    expect(applyChoice(nodes, ['/later'], nodes[0] as CheckNode, true)).toEqual(['/index', '/later']);
  });

  it('shows a given page as chosen and fixed, with the reason', () => {
    const given = [{ key: '/index', label: 'Home', given: 'Comes with every role' }, ...nodes.slice(1)];
    renderUi(<CheckTreeField label="Pages" value={[]} nodes={given} onChange={vi.fn()} />);
    const home = screen.getByRole<HTMLInputElement>('checkbox', { name: /Home.*Comes with every role/ });
    expect([home.checked, home.disabled]).toEqual([true, true]);
  });

  it('shows hidden pages as following their parent page', async () => {
    const onChange = vi.fn();
    renderUi(
      <ControlledField<readonly string[]> start={['/ads/post']} onChange={onChange}>
        {(value, onChange) => <CheckTreeField label="Pages" value={value} nodes={nodes} onChange={onChange} />}
      </ControlledField>,
    );
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect(screen.getByRole('group', { name: 'Pages' })).toBeTruthy();
    expect(box(/^Ads/).indeterminate).toBe(true);
    expect(box(/^Account/).disabled).toBe(true);
    expect(box(/^Account/).checked).toBe(false);
    await userEvent.click(box(/^Data/));
    expect(onChange).toHaveBeenLastCalledWith(['/ads/post', '/ads/data']);
    expect(box(/^Account/).checked).toBe(true);
    expect(box(/^Ads/).checked).toBe(true);
    await userEvent.click(box(/^Ads/));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });
});
