// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { InlineText } from './inline-text.tsx';

const onCommit = vi.fn();

beforeEach(() => {
  onCommit.mockReset();
  renderUi(<InlineText label="Name" value="US_01" max={400} onCommit={onCommit} />);
});
afterEach(cleanup);

const editText = async (typed: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Change Name: US_01' }));
  await userEvent.keyboard(typed);
};

describe('inline text', () => {
  it('saves with Enter, keeping the focus', async () => {
    await editText(' Mine {Enter}');
    expect(onCommit.mock.calls).toEqual([['Mine']]);
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });

  it('saves when the focus leaves', async () => {
    await editText('Mine');
    await userEvent.tab();
    expect(onCommit.mock.calls).toEqual([['Mine']]);
  });

  it.each(['Mine{Escape}', '{Enter}', ' {Enter}'])('restores the text with %s', async (typed) => {
    await editText(typed);
    expect(onCommit).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Change Name: US_01' })).toBeTruthy();
  });
});
