// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { TagsField } from './tags-field.tsx';

afterEach(cleanup);

function renderField(first: readonly string[] = []) {
  const submitted = vi.fn();
  let current = first;
  function ControlledField() {
    const [value, setValue] = useState(first);
    current = value;
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted();
        }}
      >
        <TagsField label="Tags" value={value} onChange={setValue} fault={undefined} maxCount={3} />
        <button type="submit">Save</button>
      </form>
    );
  }
  renderUi(<ControlledField />);
  return { submitted, tags: () => current, field: screen.getByRole('textbox', { name: /Tags/ }) };
}

describe('tags field', () => {
  it('adds a word on Enter without submitting the form', async () => {
    const { field, tags, submitted } = renderField();
    await userEvent.type(field, 'hook{Enter}');
    expect(tags()).toEqual(['hook']);
    expect(submitted).not.toHaveBeenCalled();
  });

  it('splits words at Western and Chinese commas, without duplicates or surrounding spaces', async () => {
    const { field, tags } = renderField(['old']);
    await userEvent.click(field);
    await userEvent.paste('a, b，a,old');
    expect(tags()).toEqual(['old', 'a', 'b']);
  });

  it('keeps a typed word when the focus leaves', async () => {
    const { field, tags } = renderField();
    await userEvent.type(field, 'hook');
    await userEvent.tab();
    expect(tags()).toEqual(['hook']);
  });

  it('restores the last word on Backspace only when nothing is typed', async () => {
    const { field, tags } = renderField(['a', 'b']);
    await userEvent.type(field, 'x{Backspace}');
    expect(tags()).toEqual(['a', 'b']);
    await userEvent.type(field, '{Backspace}');
    expect(tags()).toEqual(['a']);
  });

  it('removes a word by its button, and keeps the focus', async () => {
    const { field, tags } = renderField(['a', 'b']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove tag a' }));
    expect(tags()).toEqual(['b']);
    expect(document.activeElement).toBe(field);
  });

  it('shows the maximum number', () => {
    renderField(['a', 'b']);
    expect(screen.getByText('2 / 3')).toBeTruthy();
  });
});
