// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createCommandMachine } from '#machines/kernel/page/command.machine.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUiHook } from '#tests/support/ui-frame.tsx';
import { noticeBoard } from '../overlay/notices.ts';
import { useCommand } from './use-command.ts';

const toasts = () => noticeBoard.read().flatMap((notice) => (notice.kind === 'toast' ? [notice.content] : []));

afterEach(() => {
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

const machine = createCommandMachine<{ id: number }, string>({ id: 'deletion' });

function renderCommand() {
  const server = asking<string, { subject: { id: number } }>();
  const { actor, facts } = stage(machine.provide({ actors: { run: server.logic } }));
  const { result } = renderUiHook(() => useCommand(actor, ({ id }) => `Delete number ${id}`));
  return { server, facts, actor, command: () => result.current };
}

describe('command dialog', () => {
  it('asks with the subject, and runs when confirmed', async () => {
    const { actor, server, facts, command } = renderCommand();
    expect([command().open, command().subject]).toEqual([false, undefined]);
    act(() => actor.send({ type: 'command.requested', subject: { id: 7 } }));
    expect([command().dialog.open, command().subject?.id]).toEqual([true, 7]);
    act(() => command().dialog.onConfirm());
    expect([command().busy, command().dialog.busy]).toEqual([true, true]);
    await act(() => server.question().answer('done'));
    expect(facts).toEqual([{ type: 'deletion.done', subject: { id: 7 }, result: 'done' }]);
    expect(command().dialog.open).toBe(false);
    expect(toasts()).toEqual(['Delete number 7: done']);
  });

  it('offers to undo it, with the subject that the inverse command needs', async () => {
    interface Switch {
      row: { id: number; version: number };
      on: boolean;
    }
    const server = asking<Switch['row'], { subject: Switch }>();
    const switching = createCommandMachine<Switch, Switch['row']>({ id: 'switching' });
    const { actor } = stage(switching.provide({ actors: { run: server.logic } }));
    renderUiHook(() =>
      useCommand(
        actor,
        ({ on }) => `Switch ${on ? 'on' : 'off'}`,
        ({ on }, row) => (row.version > 8 ? undefined : { row, on: !on }),
      ),
    );
    act(() => actor.send({ type: 'command.runRequested', subject: { row: { id: 7, version: 1 }, on: true } }));
    await act(() => server.question().answer({ id: 7, version: 2 }));
    const [notice] = noticeBoard.read();
    const [undo] = notice?.kind === 'toast' ? (notice.actions ?? []) : [];
    expect(undo?.text).toBe('Undo');
    act(() => undo?.run());
    expect(server.inputs().at(-1)).toEqual({ subject: { row: { id: 7, version: 2 }, on: false } });
    await act(() => server.question().answer({ id: 7, version: 9 }));
    expect(noticeBoard.read().at(-1)).toMatchObject({ content: 'Switch off: done', actions: [] });
  });

  it('does not run when cancelled', () => {
    const { actor, server, command } = renderCommand();
    act(() => actor.send({ type: 'command.requested', subject: { id: 7 } }));
    act(() => command().dialog.onCancel());
    expect([command().open, server.questions.length]).toEqual([false, 0]);
  });

  it('shows a refusal in the dialog', async () => {
    const { actor, server, command } = renderCommand();
    act(() => actor.send({ type: 'command.runRequested', subject: { id: 7 } }));
    await act(() => server.question().refuse({ message: 'In use.', traceId: 't1' }));
    expect(command().dialog).toMatchObject({ open: true, busy: false, failure: { message: 'In use.', traceId: 't1' } });
    expect(command().failure?.traceId).toBe('t1');
    expect(toasts()).toEqual([]);
  });
});
