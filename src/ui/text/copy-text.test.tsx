// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { CopyText } from './copy-text.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('copy button', () => {
  it('copies the text and says so', async () => {
    const user = userEvent.setup();
    renderUi(<CopyText text="120201" label="ID" />);
    await user.click(screen.getByRole('button', { name: 'Copy ID' }));
    expect(await navigator.clipboard.readText()).toBe('120201');
    expect((await screen.findByRole('status')).textContent).toBe('Copied');
  });

  it('says when copying failed', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    renderUi(<CopyText text="120201" label="ID" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy ID' }));
    expect(await screen.findByText('Copy failed')).toBeTruthy();
  });
});
