// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

afterEach(cleanup);

const show = (props: Partial<ConfirmDialogProps> = {}) => {
  const callbacks = { onConfirm: vi.fn(), onCancel: vi.fn() };
  renderUi(<ConfirmDialog open title="Delete account" text="Deletes wang.xm" confirmText="Delete" {...callbacks} {...props} />);
  return callbacks;
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('confirm dialog', () => {
  it('is not rendered until it is open', () => {
    show({ open: false });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('confirms with Enter, because its button has the focus', async () => {
    const { onConfirm } = show();
    expect(document.activeElement).toBe(button('Delete'));
    await userEvent.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('focuses the cancel button for a destructive action', () => {
    show({ danger: true });
    expect(screen.getByRole('alertdialog', { name: 'Delete account' })).toBeTruthy();
    expect(document.activeElement).toBe(button('Cancel'));
  });

  it('requires the account to be typed first', async () => {
    const { onConfirm } = show({ danger: true, typed: { expected: 'wang.xm', label: 'Type the account' } });
    const input = screen.getByRole('textbox', { name: 'Type the account' });
    expect(document.activeElement).toBe(input);
    await userEvent.type(input, 'wang{Enter}');
    expect(button('Delete').disabled).toBe(true);
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.type(input, '.xm{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('is neither confirmed twice nor closed while it runs', async () => {
    const { onConfirm, onCancel } = show({ busy: true });
    await userEvent.click(button('Delete'));
    await userEvent.keyboard('{Escape}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('shows the refusal in the dialog', () => {
    show({ failure: { message: 'The last admin stays', traceId: 'abc' } });
    expect(screen.getByRole('alert').textContent).toMatch(/The last admin stays.*abc/);
  });

  it('closes with Escape and with the cross', async () => {
    const { onCancel } = show();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(button('Close'));
    expect(onCancel).toHaveBeenCalledTimes(2);
  });
});
