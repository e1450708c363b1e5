// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { type ErrorReport, recentErrorsMachine } from '#machines/recent-errors/recent-errors.machine.ts';
import { releaseMachine } from '#machines/release/release.machine.ts';
import { offerRecorder } from '#src/platform/page-recorder.ts';
import { readSettings } from '#src/platform/settings-store.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ErrorsButton, RecentErrors } from './errors-button.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refusal: ErrorReport = {
  at: '2026-11-21T08:00:01.000Z',
  kind: 'refused',
  message: 'No right to do this',
  path: '/sys-roles/edit',
  method: 'POST',
  code: 403,
  reason: 'NO_ACTION',
  traceId: 'trace-1',
  status: 200,
  requestId: 'trace-1',
  page: '/sys/role',
};

function begin() {
  const errors = createActor(recentErrorsMachine).start();
  const release = createActor(releaseMachine, { input: { current: 'a1b2c3' } }).start();
  renderUi(
    <>
      <ErrorsButton errors={errors} />
      <RecentErrors errors={errors} release={release} />
    </>,
  );
  const happen = (more: Partial<ErrorReport> = {}) => act(() => errors.send({ type: 'errors.happened', error: { ...refusal, ...more } }));
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: /Recent errors/ }));
    return await screen.findByRole('dialog', { name: 'Recent errors' });
  };
  return { errors, happen, open };
}

/** Without taking the place of the whole navigator. */
function clipboard() {
  const writeText = vi.fn((_text: string) => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  return () => writeText.mock.calls.map(([text]) => text);
}

describe('the button of the recent errors', () => {
  it('says how many are unread, by number and in words, until they are looked at', async () => {
    const { happen, open } = begin();
    const button = screen.getByRole('button', { name: 'Recent errors' });
    expect(button.textContent).toBe('');
    happen();
    happen();
    expect(screen.getByRole('button', { name: 'Recent errors, 2 unread' }).textContent).toBe('2');
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Recent errors' }).textContent).toBe('');
  });
});

describe('the panel of the recent errors', () => {
  it('copies one error as one block of text with everything that finds it again', async () => {
    const copied = clipboard();
    const { happen, open } = begin();
    happen();
    const panel = await open();
    await userEvent.click(within(panel).getByRole('button', { name: 'Copy this error' }));
    expect(copied()).toEqual([
      [
        'Time: 2026-11-21 16:00:01 (2026-11-21T08:00:01.000Z)',
        'Type: Rejected by the server',
        'Request: POST /sys-roles/edit',
        'Code: 403',
        'Reason: NO_ACTION',
        'HTTP: 200',
        'Message: No right to do this',
        'Trace ID: trace-1',
        'Page: /sys/role',
        'Version: a1b2c3',
      ].join('\n'),
    ]);
  });

  it('copies all of them, newest first, and leaves out what is not known', async () => {
    const copied = clipboard();
    const { errors, happen, open } = begin();
    happen();
    act(() =>
      errors.send({
        type: 'errors.happened',
        error: { at: '2026-11-21T08:00:02.000Z', kind: 'crash', message: 'cannot read rows', page: '/index' },
      }),
    );
    const panel = await open();
    await userEvent.click(within(panel).getByRole('button', { name: 'Copy all' }));
    const [crash, refused] = copied()[0]?.split('\n\n') ?? [];
    expect(crash?.split('\n').map((line) => line.split(':')[0])).toEqual(['Time', 'Type', 'Message', 'Page', 'Version']);
    expect(refused).toContain('Trace ID: trace-1');
  });

  it('is emptied on request', async () => {
    const { happen, open } = begin();
    happen();
    const panel = await open();
    await userEvent.click(within(panel).getByRole('button', { name: 'Clear' }));
    expect(within(panel).getByText('No errors')).toBeTruthy();
    expect(within(panel).queryByRole('listitem')).toBeNull();
  });
});

describe('the recording in the panel of the recent errors', () => {
  const LABEL = 'Record page activity';

  it('is not offered where the page cannot record', async () => {
    const { open } = begin();
    const panel = await open();
    expect(within(panel).queryByText(LABEL)).toBeNull();
  });

  it('is off until the reader wants it, is kept as a setting, and is copied and forgotten on request', async () => {
    const copied = clipboard();
    const kept: boolean[] = [];
    offerRecorder({ setRecording: (isWanted) => kept.push(isWanted), recording: () => ({ format: 'a recording' }) });
    const { open } = begin();
    const panel = await open();
    const choice = await within(panel).findByRole('switch', { name: LABEL });
    expect(choice.getAttribute('aria-checked')).toBe('false');
    expect(within(panel).queryByRole('button', { name: 'Copy recording' })).toBeNull();
    await userEvent.click(choice);
    expect([kept, readSettings().records]).toEqual([[true], true]);
    await userEvent.click(within(panel).getByRole('button', { name: 'Copy recording' }));
    expect(copied()).toEqual(['{"format":"a recording"}']);
    await userEvent.click(choice);
    expect([kept, readSettings().records]).toEqual([[true, false], undefined]);
    expect(within(panel).queryByRole('button', { name: 'Copy recording' })).toBeNull();
  });
});
