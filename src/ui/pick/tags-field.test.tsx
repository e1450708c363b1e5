// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { TagsField } from './tags-field.tsx';

afterEach(cleanup);

function renderField(first: readonly string[] = [], suggestions?: ComponentProps<typeof TagsField>['suggestions']) {
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
        <TagsField label="Tags" value={value} onChange={setValue} fault={undefined} maxCount={3} suggestions={suggestions} />
        <button type="submit">Save</button>
      </form>
    );
  }
  renderUi(<ControlledField />);
  return { submitted, tags: () => current, field: screen.getByRole(suggestions ? 'combobox' : 'textbox', { name: /Tags/ }) };
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

  describe('with suggestions', () => {
    const words = ['revenge', 'wedding', 'rebirth'].map((value) => ({ value, label: value }));
    const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

    it('are loaded and offered once the field is clicked, without those already kept', async () => {
      const onOpen = vi.fn();
      const { field, tags } = renderField(['wedding'], { options: words, onOpen });
      expect(onOpen).not.toHaveBeenCalled();
      await userEvent.click(field);
      expect(onOpen).toHaveBeenCalledOnce();
      expect(offered()).toEqual(['revenge', 'rebirth']);
      await userEvent.click(screen.getByRole('option', { name: 'rebirth' }));
      expect(tags()).toEqual(['wedding', 'rebirth']);
      expect(document.activeElement).toBe(field);
      expect(offered()).toEqual(['revenge']);
    });

    it('narrows while typing, and Enter keeps what was typed unless an arrow key chose one', async () => {
      const { field, tags, submitted } = renderField([], { options: words });
      await userEvent.type(field, 're');
      expect(offered()).toEqual(['revenge', 'rebirth']);
      await userEvent.keyboard('{Enter}');
      expect(tags()).toEqual(['re']);
      await userEvent.type(field, 're{ArrowDown}{ArrowDown}');
      expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'rebirth' }).id);
      await userEvent.keyboard('{Enter}');
      expect(tags()).toEqual(['re', 'rebirth']);
      await userEvent.type(field, 'rev{ArrowDown}{ArrowUp}{Enter}');
      expect(tags()).toEqual(['re', 'rebirth', 'rev']);
      expect(submitted).not.toHaveBeenCalled();
    });

    it('closes on Escape alone, and when the focus leaves', async () => {
      const left = vi.fn();
      document.addEventListener('keydown', left);
      const { field } = renderField([], { options: words });
      await userEvent.type(field, 'r');
      await userEvent.keyboard('{Escape}');
      expect(offered()).toEqual([]);
      expect(left.mock.calls.map(([{ key }]) => key)).not.toContain('Escape');
      document.removeEventListener('keydown', left);
      await userEvent.keyboard('{ArrowDown}');
      expect(offered()).toHaveLength(2);
      await userEvent.tab();
      expect(offered()).toEqual([]);
    });
  });

  it('shows the maximum number', () => {
    renderField(['a', 'b']);
    expect(screen.getByText('2 / 3')).toBeTruthy();
  });
});
