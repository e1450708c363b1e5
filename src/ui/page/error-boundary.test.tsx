// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { type ReportedFailure, watchFailures } from './failures.ts';

beforeEach(() => {
  // React logs the error that the boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let failing: Error | undefined;
function Page() {
  if (failing) throw failing;
  return <p>all is well</p>;
}

describe('error boundary', () => {
  it('keeps what is around it, shows the error, and retries', async () => {
    failing = new Error('cannot read rows');
    const onError = vi.fn();
    renderUi(
      <>
        <p>around it</p>
        <ErrorBoundary onError={onError}>
          <Page />
        </ErrorBoundary>
      </>,
    );
    expect(screen.getByText('around it')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('cannot read rows');
    expect(onError.mock.calls[0]?.[0]).toBe(failing);
    failing = undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByText('all is well')).toBeTruthy();
  });

  it('forgets its error on another page', () => {
    failing = new Error('cannot read rows');
    const page = (key: string) => (
      <ErrorBoundary resetKey={key}>
        <Page />
      </ErrorBoundary>
    );
    const { rerender } = renderUi(page('/a'));
    expect(screen.getByRole('alert')).toBeTruthy();
    failing = undefined;
    rerender(page('/b'));
    expect(screen.getByText('all is well')).toBeTruthy();
  });

  it('offers a reload when a file of the page belongs to an older release', async () => {
    failing = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });
    const onReload = vi.fn();
    renderUi(
      <ErrorBoundary onReload={onReload}>
        <Page />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('A new version is available');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(onReload).toHaveBeenCalledOnce();
  });

  it('adds its error to the recent errors', () => {
    failing = new Error('cannot read rows');
    const failures: ReportedFailure[] = [];
    const stop = watchFailures((failure) => failures.push(failure));
    renderUi(
      <ErrorBoundary>
        <Page />
      </ErrorBoundary>,
    );
    stop();
    expect(failures).toEqual([{ kind: 'crash', message: 'cannot read rows' }]);
  });
});
