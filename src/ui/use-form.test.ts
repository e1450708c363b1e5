// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { faultsIn, firstFault, required } from '#machines/kernel/field-rules.ts';
import { createFormDialogMachine, type SaveOutcome, type SaveQuestion } from '#machines/kernel/form-dialog.machine.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { useForm } from './use-form.ts';

afterEach(cleanup);

interface Values {
  name: string;
  roles: number[];
}
type Subject = { id: number; version: number };

const machine = createFormDialogMachine<Values, { id: number }>({
  id: 'form',
  blank: { name: '', roles: [] },
  check: ({ name }) => faultsIn<Values>({ name: firstFault(name, required) }),
});

function begin() {
  const server = asking<SaveOutcome<Values, { id: number }>, SaveQuestion<Values, Subject>>();
  const { actor, facts } = stage(machine.provide({ actors: { save: server.logic } }));
  actor.send({ type: 'form.opened', draft: { values: { name: 'a', roles: [1] }, subject: { id: 1, version: 4 } } });
  const { result } = renderHook(() => useForm(actor));
  return { server, facts, form: () => result.current };
}

describe('a form on the screen', () => {
  it('gives a control its value, and takes what it hands over', () => {
    const { form } = begin();
    expect(form().field('name').value).toBe('a');
    act(() => form().field('name').onChange('b'));
    expect(form().values).toEqual({ name: 'b', roles: [1] });
    expect(form().origin.name).toBe('a');
  });

  it('keeps a copy of a list that a control hands over', () => {
    const { form } = begin();
    const chosen: readonly number[] = Object.freeze([2, 3]);
    act(() => form().field('roles').onChange(chosen));
    expect(form().values.roles).toEqual([2, 3]);
    expect(form().values.roles).not.toBe(chosen);
  });

  it('changes several fields at once', () => {
    const { form } = begin();
    act(() => form().change({ name: 'c', roles: [] }));
    expect(form().values).toEqual({ name: 'c', roles: [] });
  });

  it('tells what is wrong when a control is left, at that control only', () => {
    const { form } = begin();
    act(() => form().field('name').onChange(''));
    expect(form().field('name').fault).toBeUndefined();
    act(() => form().field('name').onLeave());
    expect(form().field('name').fault).toEqual({ rule: 'required' });
    expect(form().field('roles').fault).toBeUndefined();
  });

  it('saves once, is busy meanwhile, and is closed afterwards', async () => {
    const { form, server, facts } = begin();
    act(() => form().drawer.onSave());
    expect(form().busy).toBe(true);
    act(() => form().drawer.onSave());
    expect(server.questions).toHaveLength(1);
    await act(() => server.question().answer({ kind: 'saved', saved: { id: 1 } }));
    expect(facts).toEqual([{ type: 'form.saved', saved: { id: 1 } }]);
    expect([form().open, form().drawer.open, form().dialog.open]).toEqual([false, false, false]);
  });

  it('asks before what was typed is lost, and stays or leaves as told', () => {
    const { form } = begin();
    act(() => form().change({ name: 'b' }));
    act(() => form().drawer.onClose());
    expect(form().drawer.asking).toBe(true);
    act(() => form().drawer.onLeaveCancelled());
    expect([form().drawer.asking, form().values.name]).toEqual([false, 'b']);
    act(() => form().drawer.onClose());
    act(() => form().drawer.onLeaveConfirmed());
    expect(form().open).toBe(false);
  });

  it('as a dialog is cancelled without a second question', () => {
    const { form } = begin();
    act(() => form().change({ name: 'b' }));
    act(() => form().dialog.onCancel());
    expect(form().open).toBe(false);
  });

  it('tells refusals that belong to no field: a drawer as a list, a dialog as its failure', async () => {
    const { form, server } = begin();
    act(() => form().dialog.onConfirm());
    await act(() => server.question().answer({ kind: 'refused', faults: {}, others: ['One.', 'Two.'] }));
    expect(form().drawer).toMatchObject({ others: ['One.', 'Two.'], failure: undefined, refusals: 1 });
    expect(form().dialog.failure).toEqual({ message: 'One. Two.', traceId: '' });
  });

  it('takes what is newest after a conflict, or saves over it', async () => {
    const latest = { values: { name: 'theirs', roles: [] }, subject: { id: 1, version: 5 } };
    const conflict = { by: 'Li', at: '2026-11-20T08:00:00Z', latest };
    const first = begin();
    act(() => first.form().drawer.onSave());
    await act(() => first.server.question().answer({ kind: 'conflict', conflict }));
    expect(first.form().conflict).toEqual(conflict);
    act(() => first.form().drawer.onLatest());
    expect([first.form().values.name, first.form().subject?.version]).toEqual(['theirs', 5]);

    const second = begin();
    act(() => second.form().drawer.onSave());
    await act(() => second.server.question().answer({ kind: 'conflict', conflict }));
    act(() => second.form().drawer.onOverwrite());
    expect(second.server.inputs()[1]).toMatchObject({ values: { name: 'a' }, subject: { id: 1, version: 5 } });
  });
});
