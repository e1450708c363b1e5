// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { Notices } from './notice-stack.tsx';
import { noticeBoard, showDone, showErrorNotice, showPasswordNotice, toastError, toastSuccess } from './notices.ts';

const advanceTime = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
  vi.useRealTimers();
});

describe('notices', () => {
  it('show a refused call for three seconds', () => {
    renderUi(<Notices />);
    act(() => showErrorNotice({ title: 'Error: /sys-users/list', content: 'No right to do this' }));
    expect(screen.getByRole('alert').textContent).toContain('Error: /sys-users/list');
    expect(screen.getByRole('alert').textContent).toContain('No right to do this');
    advanceTime(2999);
    expect(screen.queryByRole('alert')).not.toBeNull();
    advanceTime(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('show a new password for ten seconds with a copy button, then remove it', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    renderUi(<Notices />);
    act(() => showPasswordNotice({ title: 'Password reset', account: 'wang.xm', password: 'made-up-1' }));
    const notice = screen.getByText('Password reset').closest('[role=status]') as HTMLElement;
    expect(notice.textContent).toContain('wang.xm');
    expect(notice.textContent).toContain('made-up-1');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy New password' })));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy Account' })));
    expect(writeText.mock.calls).toEqual([['made-up-1'], ['wang.xm']]);
    advanceTime(9999);
    expect(screen.queryByText('made-up-1')).not.toBeNull();
    advanceTime(1);
    expect(screen.queryByText('made-up-1')).toBeNull();
    expect(noticeBoard.read()).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('keep the path and the trace id of a refused call behind its details', () => {
    renderUi(<Notices />);
    act(() => showErrorNotice({ title: 'Error: /x', content: 'No right to do this', call: { path: '/x', traceId: 'trace-7' } }));
    const details = screen.getByText('Details').closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain('trace-7');
  });

  it('offer a command for six seconds and disappear when it runs', () => {
    const run = vi.fn();
    renderUi(<Notices />);
    act(() => showDone('Disable li: done', [{ text: 'Undo', run }]));
    advanceTime(5999);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Disable li: done')).toBeNull();
  });

  it('stay while the pointer is over them', () => {
    renderUi(<Notices />);
    act(() => toastError('Reset failed'));
    advanceTime(2000);
    fireEvent.pointerEnter(screen.getByRole('alert'));
    advanceTime(60_000);
    expect(screen.queryByText('Reset failed')).not.toBeNull();
    fireEvent.pointerLeave(screen.getByRole('alert'));
    advanceTime(1000);
    expect(screen.queryByText('Reset failed')).toBeNull();
  });

  it('can be closed', () => {
    renderUi(<Notices />);
    act(() => showErrorNotice({ title: 'Error: /x', content: 'y' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('wait until they can be rendered', () => {
    toastSuccess('Saved');
    renderUi(<Notices />);
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  it('never displace a new password', () => {
    renderUi(<Notices />);
    act(() => {
      showPasswordNotice({ title: 'Password reset', account: 'a', password: 'made-up-2' });
      for (let index = 0; index < 8; index += 1) toastError(`failure ${index}`);
    });
    expect(screen.getByText('made-up-2')).toBeTruthy();
    expect(screen.queryByText('failure 0')).toBeNull();
    expect(screen.getByText('failure 7')).toBeTruthy();
    expect(noticeBoard.read()).toHaveLength(5);
  });
});
