import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { asking, stage } from '#tests/support/stage.ts';
import { faultsIn, firstFault, required } from './field-rules.ts';
import { createFormDialogMachine, type SaveOutcome, type SaveRequest } from './form-dialog.machine.ts';

interface Values {
  name: string;
  remark: string;
  count: number | undefined;
  pin: string;
}
type Subject = { id: number; version: number };
type Outcome = SaveOutcome<Values, { id: number }>;
type Question = SaveRequest<Values, Subject>;

const blank: Values = { name: '', remark: '', count: undefined, pin: '' };

const form = createFormDialogMachine<Values, { id: number }>({
  id: 'someForm',
  blank,
  check: ({ name, pin }) =>
    faultsIn<Values>({ name: firstFault(name, required), pin: pin.length > 4 ? { rule: 'stringMax', params: { max: 4 } } : undefined }),
  secrets: ['pin'],
});

const begin = () => {
  const server = asking<Outcome, Question>();
  return { server, ...stage(form.provide({ actors: { save: server.logic } })) };
};

const draft = { values: { ...blank, name: 'a' }, subject: { id: 1, version: 4 } };
const submit = (key: string) => ({ type: 'form.submitted', key }) as const;
const change = (changes: Partial<Values>) => ({ type: 'form.fieldChanged', changes }) as const;

/** A form whose first answer was lost. */
async function withLostAnswer() {
  const begun = begin();
  begun.actor.send({ type: 'form.opened', draft });
  begun.actor.send(change({ remark: 'x' }));
  begun.actor.send(submit('first'));
  await begun.server.question().refuse(new Error('no answer'));
  return { ...begun, keys: () => begun.server.inputs().map(({ key }) => key) };
}

describe('a request', () => {
  it('is sent once, even if its button is pressed twenty times', async () => {
    const { actor, server, facts } = begin();
    actor.send({ type: 'form.opened', draft });
    for (let press = 0; press < 20; press += 1) actor.send(submit(`press ${press}`));
    expect(server.inputs().map(({ key }) => key)).toEqual(['press 0']);
    await server.question().answer({ kind: 'saved', saved: { id: 1 } });
    for (let press = 0; press < 20; press += 1) actor.send(submit(`late ${press}`));
    expect([server.questions.length, facts.length]).toEqual([1, 1]);
  });

  it('keeps its key after a lost answer if nothing was changed', async () => {
    const { actor, keys } = await withLostAnswer();
    actor.send(submit('second'));
    expect(keys()).toEqual(['first', 'first']);
  });

  it('keeps its key if a change was undone', async () => {
    const { actor, keys } = await withLostAnswer();
    actor.send(change({ remark: 'xy' }));
    actor.send(change({ remark: 'x' }));
    actor.send(submit('second'));
    expect(keys()).toEqual(['first', 'first']);
  });

  it('gets a new key when something was changed, and then keeps that one', async () => {
    const { actor, server, keys } = await withLostAnswer();
    actor.send(change({ remark: 'y' }));
    actor.send(submit('second'));
    await server.question().refuse(new Error('no answer'));
    actor.send(submit('third'));
    expect(keys()).toEqual(['first', 'second', 'second']);
  });

  it('gets a new key when a secret was retyped, because it may be another one', async () => {
    const { actor, server, keys } = await withLostAnswer();
    actor.send(change({ pin: '1234' }));
    actor.send(submit('second'));
    await server.question().refuse(new Error('no answer'));
    actor.send(change({ pin: '1234' }));
    actor.send(submit('third'));
    expect(keys()).toEqual(['first', 'second', 'third']);
  });

  it('gets a new key for the next form, even with the same values', async () => {
    const { actor, server, keys } = await withLostAnswer();
    actor.send(submit('second'));
    await server.question().answer({ kind: 'saved', saved: { id: 1 } });
    actor.send({ type: 'form.opened', draft });
    actor.send(change({ remark: 'x' }));
    actor.send(submit('third'));
    expect(keys()).toEqual(['first', 'first', 'third']);
  });
});

describe('a saved edit', () => {
  const saved = { ...draft, values: { ...draft.values, remark: 'x' }, subject: { id: 1, version: 5 } };
  const undo = (key: string) => ({ type: 'form.undoRequested', key }) as const;
  async function saveEdit(outcome: Outcome, opened: object = draft, changes: Partial<Values> = { remark: 'x' }) {
    const begun = begin();
    begun.actor.send({ type: 'form.opened', draft: opened as typeof draft });
    begun.actor.send(change(changes));
    begun.actor.send(submit('first'));
    await begun.server.question().answer(outcome);
    return begun;
  }
  const reopenable: Outcome = { kind: 'saved', saved: { id: 1 }, reopened: saved };

  it('is undone by a save of the earlier values onto the saved version', async () => {
    const { actor, server, facts } = await saveEdit(reopenable);
    actor.send(undo('second'));
    expect(actor.getSnapshot().hasTag('writing')).toBe(true);
    expect(actor.getSnapshot().hasTag('open')).toBe(false);
    expect(server.question().input).toMatchObject({ ...draft, subject: saved.subject, origin: saved.values, key: 'second' });
    await server.question().answer(reopenable);
    expect(actor.getSnapshot().value).toBe('closed');
    expect(facts.filter(({ type }) => type === 'someForm.saved')).toHaveLength(2);
    actor.send(undo('third'));
    expect(server.questions).toHaveLength(2);
  });

  it('shows in the form why it could not be undone', async () => {
    const { actor, server } = await saveEdit(reopenable);
    actor.send(undo('second'));
    await server.question().answer({ kind: 'refused', faults: { name: { message: 'taken' } } });
    expect(actor.getSnapshot()).toMatchObject({ value: { editing: 'touched' }, context: { values: draft.values, subject: saved.subject } });
  });

  it.each([
    ['a new object', reopenable, { ...draft, subject: undefined }, { remark: 'x' }],
    ['a secret', reopenable, draft, { pin: '1234' }],
    ['a save that names no version', { kind: 'saved', saved: { id: 1 } } as Outcome, draft, { remark: 'x' }],
  ])('of %s cannot be undone', async (_, outcome, opened, changes) => {
    const { actor, server } = await saveEdit(outcome, opened, changes);
    actor.send(undo('second'));
    expect(server.questions).toHaveLength(1);
  });

  it('can no longer be undone once the form was opened again', async () => {
    const { actor, server } = await saveEdit(reopenable);
    actor.send({ type: 'form.opened', draft });
    actor.send({ type: 'form.closeRequested' });
    actor.send(undo('second'));
    expect(server.questions).toHaveLength(1);
  });
});

const asStored = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('a form stored as text', () => {
  const woken = (actor: { getPersistedSnapshot(): unknown }) => {
    const server = asking<Outcome, Question>();
    const machine = form.provide({ actors: { save: server.logic } });
    return { server, actor: createActor(machine, { snapshot: asStored(actor.getPersistedSnapshot()) }).start() };
  };

  it('keeps its values, its faults, and that it is dirty', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'form.opened', draft });
    actor.send(change({ remark: 'x', count: 3 }));
    actor.send(submit('first'));
    await server.question().answer({ kind: 'refused', faults: { name: { message: 'taken' } }, others: ['zone: unknown'] });
    const again = woken(actor);
    const { context, value } = again.actor.getSnapshot();
    expect(value).toEqual({ editing: 'touched' });
    expect(again.actor.getSnapshot().hasTag('dirty')).toBe(true);
    expect(context).toMatchObject({
      values: { name: 'a', remark: 'x', count: 3 },
      origin: { name: 'a', remark: '' },
      subject: { id: 1, version: 4 },
      faults: { name: { message: 'taken' } },
      others: ['zone: unknown'],
    });
    again.actor.send(submit('second'));
    expect(again.server.question().input).toMatchObject({ values: { name: 'a', remark: 'x' }, key: 'first' });
  });

  it('keeps an open question about leaving, and a conflict', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'form.opened', draft });
    actor.send(change({ remark: 'mine' }));
    actor.send(submit('first'));
    const latest = { values: { ...blank, name: 'theirs' }, subject: { id: 1, version: 5 } };
    await server.question().answer({ kind: 'conflict', conflict: { by: '王', at: '2026-11-20T08:00:00Z', latest } });
    const again = woken(actor);
    expect(again.actor.getSnapshot().context.conflict).toEqual(asStored({ by: '王', at: '2026-11-20T08:00:00Z', latest }));
    again.actor.send({ type: 'form.overwriteChosen', key: 'second' });
    expect(again.server.question().input).toMatchObject({ values: { name: 'theirs', remark: 'mine' }, subject: { version: 5 } });
  });

  it('repeats a running request under its key, never as a new one', () => {
    const { actor } = begin();
    actor.send({ type: 'form.opened', draft });
    actor.send(change({ remark: 'x' }));
    actor.send(submit('first'));
    const again = woken(actor);
    expect(again.actor.getSnapshot().hasTag('writing')).toBe(true);
    const { subject } = draft;
    expect(again.server.inputs()).toMatchObject([{ values: { name: 'a', remark: 'x' }, origin: { remark: '' }, subject, key: 'first' }]);
    again.actor.send(submit('second'));
    expect(again.server.questions).toHaveLength(1);
  });

  it('contains no secret, and neither does its running request', () => {
    const { actor, server } = begin();
    actor.send({ type: 'form.opened', draft: { ...draft, values: { ...draft.values, pin: '0000' } } });
    actor.send(change({ pin: '1234' }));
    actor.send(submit('first'));
    expect(server.question().input.values.pin).toBe('1234');
    const stored = JSON.stringify(actor.getPersistedSnapshot());
    expect(stored).not.toContain('1234');
    expect(stored).not.toContain('0000');
    expect(stored).toContain('"first"');
    const again = woken(actor);
    expect(again.server.question().input.values.pin).toBeUndefined();
  });

  it('sends a new request once its secret is lost', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'form.opened', draft });
    actor.send(change({ pin: '1234' }));
    actor.send(submit('first'));
    await server.question().refuse(new Error('no answer'));
    const again = woken(actor);
    again.actor.send(submit('second'));
    expect(again.server.question().input).toMatchObject({ key: 'second' });
    expect(again.server.question().input.values.pin).toBe('');
  });
});

describe('a secret', () => {
  it('is checked like any other field', () => {
    const { actor, server } = begin();
    actor.send({ type: 'form.opened', draft });
    actor.send(change({ pin: '12345' }));
    actor.send({ type: 'form.fieldLeft', field: 'pin' });
    expect(actor.getSnapshot().context.faults).toMatchObject({ pin: { rule: 'stringMax' } });
    actor.send(submit('first'));
    expect(server.questions).toHaveLength(0);
  });

  it('is forgotten with the form', () => {
    const { actor } = begin();
    actor.send({ type: 'form.opened', draft });
    actor.send(change({ pin: '1234' }));
    expect(actor.getSnapshot().context.secrets?.open()).toEqual({ pin: '1234' });
    actor.send({ type: 'form.closeRequested' });
    actor.send({ type: 'form.leaveConfirmed' });
    expect(actor.getSnapshot().context.secrets).toBeUndefined();
  });
});
