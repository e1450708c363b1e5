// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type DraftKey, draftKeeper, type SavedDraft } from '#machines/kernel/form/draft-keeper.machine.ts';
import { faultsIn, firstFault, required } from '#machines/kernel/form/field-rules.ts';
import { createFormDialogMachine, type SaveOutcome, type SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUiHook } from '#tests/support/ui-frame.tsx';
import { noticeBoard } from '../overlay/notices.ts';
import { useForm } from './use-form.ts';

afterEach(cleanup);

interface Values {
  name: string;
  roles: number[];
}
type Subject = { id: number; version: number };

const keyInput = { key: anyIdempotencyKey.idempotency_key };

const machine = createFormDialogMachine<Values, { id: number }>({
  id: 'form',
  blank: { name: '', roles: [] },
  check: ({ name }) => faultsIn<Values>({ name: firstFault(name, required) }),
});

function renderForm() {
  const server = asking<SaveOutcome<Values, { id: number }>, SaveRequest<Values, Subject>>();
  const { actor, facts } = stage(machine.provide({ actors: { save: server.logic } }));
  actor.send({ type: 'form.opened', draft: { values: { name: 'a', roles: [1] }, subject: { id: 1, version: 4 } } });
  const { result } = renderUiHook(() => useForm(actor));
  return { server, facts, form: () => result.current };
}

describe('useForm', () => {
  it('passes a value to a control and takes its changes', () => {
    const { form } = renderForm();
    expect(form().field('name').value).toBe('a');
    act(() => form().field('name').onChange('b'));
    expect(form().values).toEqual({ name: 'b', roles: [1] });
    expect(form().origin.name).toBe('a');
  });

  it('copies a list that a control passes on', () => {
    const { form } = renderForm();
    const chosen: readonly number[] = Object.freeze([2, 3]);
    act(() => form().field('roles').onChange(chosen));
    expect(form().values.roles).toEqual([2, 3]);
    expect(form().values.roles).not.toBe(chosen);
  });

  it('changes several fields at once', () => {
    const { form } = renderForm();
    act(() => form().change({ name: 'c', roles: [] }));
    expect(form().values).toEqual({ name: 'c', roles: [] });
  });

  it('shows a fault when the focus leaves a control, at that control only', () => {
    const { form } = renderForm();
    act(() => form().field('name').onChange(''));
    expect(form().field('name').fault).toBeUndefined();
    act(() => form().field('name').onLeave());
    expect(form().field('name').fault).toEqual({ rule: 'required' });
    expect(form().field('roles').fault).toBeUndefined();
  });

  it('saves once, is busy meanwhile, and closes afterwards', async () => {
    const { form, server, facts } = renderForm();
    act(() => form().drawer.onSave());
    expect(form().busy).toBe(true);
    act(() => form().drawer.onSave());
    expect(server.questions).toHaveLength(1);
    await act(() => server.question().answer({ kind: 'saved', saved: { id: 1 } }));
    expect(facts).toEqual([{ type: 'form.saved', saved: { id: 1 } }]);
    expect([form().open, form().drawer.open, form().dialog.open]).toEqual([false, false, false]);
  });

  it('undoes a saved edit and reports it', async () => {
    const { form, server } = renderForm();
    expect(form().drawer.getUndo()).toBeUndefined();
    act(() => form().change({ name: 'b' }));
    act(() => form().drawer.onSave());
    const reopened = { values: { name: 'b', roles: [1] }, subject: { id: 1, version: 5 } };
    await act(() => server.question().answer({ kind: 'saved', saved: { id: 1 }, reopened }));
    act(() => form().drawer.getUndo()?.());
    await act(() => server.question().answer({ kind: 'saved', saved: { id: 1 } }));
    expect(noticeBoard.read()).toMatchObject([{ kind: 'toast', tone: 'success', content: 'Undone' }]);
    for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
    expect([form().open, form().drawer.getUndo()]).toEqual([false, undefined]);
  });

  it('asks before typed values are lost, and stays or leaves as chosen', () => {
    const { form } = renderForm();
    act(() => form().change({ name: 'b' }));
    act(() => form().drawer.onClose());
    expect(form().drawer.asking).toBe(true);
    act(() => form().drawer.onLeaveCancelled());
    expect([form().drawer.asking, form().values.name]).toEqual([false, 'b']);
    act(() => form().drawer.onClose());
    act(() => form().drawer.onLeaveConfirmed());
    expect(form().open).toBe(false);
  });

  it('cancels a dialog without a second question', () => {
    const { form } = renderForm();
    act(() => form().change({ name: 'b' }));
    act(() => form().dialog.onCancel());
    expect(form().open).toBe(false);
  });

  it('shows refusals without a field: a drawer as a list, a dialog as its failure', async () => {
    const { form, server } = renderForm();
    act(() => form().dialog.onConfirm());
    await act(() => server.question().answer({ kind: 'refused', faults: {}, others: ['One.', 'Two.'] }));
    expect(form().drawer).toMatchObject({ others: ['One.', 'Two.'], failure: undefined, refusals: 1 });
    expect(form().dialog.failure).toEqual({ message: 'One. Two.', traceId: '' });
  });

  it('loads the latest values after a conflict, or overwrites them', async () => {
    const latest = { values: { name: 'theirs', roles: [] }, subject: { id: 1, version: 5 } };
    const conflict = { by: 'Li', at: '2026-11-20T08:00:00Z', latest };
    const first = renderForm();
    act(() => first.form().drawer.onSave());
    await act(() => first.server.question().answer({ kind: 'conflict', conflict }));
    expect(first.form().conflict).toEqual(conflict);
    act(() => first.form().drawer.onLatest());
    expect([first.form().values.name, first.form().subject?.version]).toEqual(['theirs', 5]);

    const second = renderForm();
    act(() => second.form().drawer.onSave());
    await act(() => second.server.question().answer({ kind: 'conflict', conflict }));
    act(() => second.form().drawer.onOverwrite());
    expect(second.server.inputs()[1]).toMatchObject({ values: { name: 'theirs' }, subject: { id: 1, version: 5 } });
  });

  it('sends once under its own key when its button is pressed twenty times', () => {
    const { form, server } = renderForm();
    act(() => {
      for (let press = 0; press < 20; press += 1) form().drawer.onSave();
    });
    expect(server.questions).toHaveLength(1);
    expect(server.question().input).toMatchObject(keyInput);
  });

  it('sends again with the same key when the answer was lost', async () => {
    const { form, server } = renderForm();
    act(() => form().drawer.onSave());
    await act(() => server.question().refuse(new Error('no answer')));
    act(() => form().drawer.onSave());
    const [first, second] = server.inputs();
    expect(second).toEqual(first);
  });

  it('offers no draft when drafts are off', () => {
    const { form } = renderForm();
    expect([form().drawer.draft, form().drawer.onLeavePostponed]).toEqual([undefined, undefined]);
  });
});

describe('useForm with drafts', () => {
  const formWithDrafts = createFormDialogMachine<Values & { pin: string }, { id: number }>({
    id: 'long',
    blank: { name: '', roles: [], pin: '' },
    check: () => ({}),
    secrets: ['pin'],
    draft: true,
  });
  const found = { content: { values: { name: 'kept', roles: [2] }, origin: { name: 'a', roles: [1] }, withheld: true }, version: 3 };

  async function open(draft?: SavedDraft) {
    const load = asking<SavedDraft | undefined, DraftKey>();
    const drop = asking<unknown, DraftKey>();
    const draftActor = draftKeeper.provide({ actors: { loadDraft: load.logic, deleteDraft: drop.logic } });
    const { actor } = stage(formWithDrafts.provide({ actors: { draft: draftActor } }));
    const { result } = renderUiHook(() => useForm(actor));
    act(() => actor.send({ type: 'form.opened', draft: { values: { name: 'a', roles: [1], pin: '' }, subject: { id: 1, version: 4 } } }));
    await act(() => load.question().answer(draft));
    return { form: () => result.current, drop };
  }

  it('offers a draft that was found, with its facts', async () => {
    const { form } = await open({ ...found, savedAt: '2026-11-20T02:32:00Z' });
    expect(form().drawer.draft).toMatchObject({
      found: { savedAt: '2026-11-20T02:32:00Z', isOlder: true, isWithoutSecrets: true },
      storedAt: undefined,
      replacesTyped: false,
    });
    act(() => form().change({ name: 'typed' }));
    expect(form().drawer.draft?.replacesTyped).toBe(true);
  });

  it('restores the draft', async () => {
    const { form } = await open({ ...found, savedAt: '2026-11-20T02:32:00Z' });
    act(() => form().drawer.draft?.onRestore());
    expect(form().values).toEqual({ name: 'kept', roles: [2], pin: '' });
    expect(form().drawer.draft).toMatchObject({ found: undefined, storedAt: '2026-11-20T02:32:00Z' });
  });

  it('discards the draft', async () => {
    const { form, drop } = await open({ ...found, savedAt: '2026-11-20T02:32:00Z' });
    act(() => form().drawer.draft?.onDiscard());
    expect(drop.inputs()).toEqual([{ form: 'long', subjectId: 1 }]);
    expect(form().drawer.draft?.found).toBeUndefined();
  });

  it('shows its secrets while they last, and can be left as a draft', async () => {
    const { form } = await open();
    act(() => form().field('pin').onChange('1234'));
    expect(form().field('pin').value).toBe('1234');
    act(() => form().drawer.onClose());
    act(() => form().drawer.onLeavePostponed?.());
    expect(form().open).toBe(false);
    expect(form().values.pin).toBe('');
  });
});
