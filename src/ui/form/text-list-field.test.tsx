// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { TextListField } from './text-list-field.tsx';

afterEach(cleanup);

type FieldProps = Partial<Parameters<typeof TextListField>[0]>;

function ControlledField({ start, onChange, ...more }: FieldProps & { start: string[]; onChange?: (value: readonly string[]) => void }) {
  const [value, setValue] = useState<readonly string[]>(start);
  const change = (next: readonly string[]) => {
    setValue(next);
    onChange?.(next);
  };
  return <TextListField label="Texts" addText="Add a text" maxCount={3} maxLength={10} {...more} value={value} onChange={change} />;
}

const texts = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);

describe('text list field', () => {
  it('edits each text in a control with its own name', async () => {
    const onChange = vi.fn();
    renderUi(<ControlledField start={['a', 'b']} onChange={onChange} />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Texts 2' }), '!');
    expect(onChange).toHaveBeenLastCalledWith(['a', 'b!']);
    expect(screen.getByRole('group', { name: 'Texts' })).toBeTruthy();
  });

  it('grows by empty texts up to the maximum', async () => {
    renderUi(<ControlledField start={['a']} />);
    const add = screen.getByRole('button', { name: 'Add a text' });
    await userEvent.click(add);
    expect(texts()).toEqual(['a', '']);
    expect(screen.getByText('2 / 3')).toBeTruthy();
    await userEvent.click(add);
    expect(screen.queryByRole('button', { name: 'Add a text' })).toBeNull();
  });

  it('loses only the removed text', async () => {
    renderUi(<ControlledField start={['a', 'b', 'c']} />);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Texts 2' }));
    expect(texts()).toEqual(['a', 'c']);
  });

  it('keeps the minimum number', async () => {
    renderUi(<ControlledField start={['a']} minCount={1} />);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Texts 1' }));
    expect(texts()).toEqual(['a']);
  });

  it('counts the characters of each text, and accepts too many', () => {
    renderUi(<ControlledField start={['😀bc ', 'x']} maxLength={2} />);
    expect(screen.getByText('3 / 2')).toBeTruthy();
    expect(screen.getByText('1 / 2')).toBeTruthy();
  });

  it('links its fault to every control, and marks them', () => {
    renderUi(<ControlledField start={['', '']} fault={{ rule: 'blank' }} isMultiline />);
    const [first, second] = screen.getAllByRole('textbox');
    const onChange = screen.getByRole('alert');
    for (const control of [first, second]) {
      expect(control?.getAttribute('aria-describedby')?.split(' ')).toContain(onChange.id);
      expect(control?.getAttribute('aria-invalid')).toBe('true');
    }
  });

  it('reports when the focus leaves a control, and cannot be changed while locked', async () => {
    const onLeave = vi.fn();
    const { rerender } = renderUi(<ControlledField start={['a']} onLeave={onLeave} />);
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.tab();
    expect(onLeave).toHaveBeenCalledOnce();
    rerender(<ControlledField start={['a']} disabled />);
    for (const control of [...screen.getAllByRole('textbox'), ...screen.getAllByRole('button')])
      expect(control.hasAttribute('disabled') || control.getAttribute('aria-disabled') === 'true').toBe(true);
  });
});
