// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { BACK_ONLINE_MS, connectionMachine } from '#machines/connection/connection.machine.ts';
import { MIN_CHECK_INTERVAL_MS, releaseMachine } from '#machines/release/release.machine.ts';
import { ReloadProvider } from '#src/ui/page/reloading.tsx';
import { settled } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ReloadDialog, StatusLine } from './status-line.tsx';

afterEach(cleanup);

function begin({ unsettled = false } = {}) {
  const clock = new SimulatedClock();
  const reload = vi.fn();
  const nothing = () => undefined;
  const connection = createActor(
    connectionMachine.provide({
      actors: { reachServer: fromPromise<void, undefined>(() => Promise.reject(new Error('nobody'))) },
      actions: { announceLost: nothing, announceRestored: nothing },
    }),
    { clock, input: { isOnline: true } },
  ).start();
  const release = createActor(
    releaseMachine.provide({
      actors: { findRelease: fromPromise<{ release: string }, undefined>(() => Promise.resolve({ release: 'newer' })) },
      actions: { announceRelease: nothing, reload },
    }),
    { clock, input: { current: 'older' } },
  ).start();
  const { container } = renderUi(
    <ReloadProvider value={() => release.send({ type: 'release.reloadRequested', unsettled })}>
      <StatusLine connection={connection} release={release} />
      <ReloadDialog release={release} />
    </ReloadProvider>,
  );
  const outdate = () =>
    act(async () => {
      clock.increment(MIN_CHECK_INTERVAL_MS);
      release.send({ type: 'window.shown' });
      await settled();
    });
  return { connection, clock, reload, outdate, text: () => container.textContent };
}

describe('the line above a page', () => {
  it('is absent while there is nothing to say', () => {
    expect(begin().text()).toBe('');
  });

  it('says that the server Cannot reach the server, and for a moment that it can again', () => {
    const { connection, clock, text } = begin();
    act(() => connection.send({ type: 'network.lost' }));
    expect(text()).toContain('Cannot reach the server');
    act(() => connection.send({ type: 'call.answered' }));
    expect(text()).toBe('Back online');
    act(() => clock.increment(BACK_ONLINE_MS));
    expect(text()).toBe('');
  });

  it('offers a newer release, and reloads at once where nothing would be lost', async () => {
    const { outdate, reload } = begin();
    await outdate();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('asks before a reload would lose something', async () => {
    const { outdate, reload } = begin({ unsettled: true });
    await outdate();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('unsaved changes');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(reload).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Reload' }).at(-1) as HTMLElement);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('keeps quiet about releases while there are worse news', async () => {
    const { connection, outdate, text } = begin();
    await outdate();
    act(() => connection.send({ type: 'network.lost' }));
    expect(text()).toContain('Cannot reach the server');
    expect(text()).not.toContain('new version');
  });
});
