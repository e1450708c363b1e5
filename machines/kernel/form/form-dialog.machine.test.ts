import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { replay, simplePaths } from '#tests/support/paths.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { formWalk } from '../kernel.walks.ts';
import type { FieldFaults } from './faults.ts';
import { faultsIn, firstFault, required } from './field-rules.ts';
import { createFormDialogMachine, type FormContext, type SaveOutcome, type SaveRequest } from './form-dialog.machine.ts';

interface Values {
  name: string;
  remark: string;
}
type Subject = { id: number; version: number };

const form = createFormDialogMachine<Values, { id: number }>({
  id: 'roleForm',
  blank: { name: '', remark: '' },
  check: ({ name }) => faultsIn<Values>({ name: firstFault(name, required) }),
});

let made = 0;
const nextKey = () => `key-${(made += 1)}`;

const draft = { values: { name: 'a', remark: '' }, subject: { id: 1, version: 4 } };
const walk = formWalk(form, { draft, changes: { remark: 'x' }, wrong: { name: '' }, saved: { id: 1 } });

/** Events after which the form no longer has its typed values: saved, given up, kept as a draft, or replaced. */
const GIVING_UP = [
  'form.opened',
  'form.leaveConfirmed',
  'form.leftAsDraft',
  'form.latestChosen',
  'draft.restored',
  'xstate.done.actor.save',
];

const begin = () => {
  const server = asking<SaveOutcome<Values, { id: number }>, SaveRequest<Values, Subject>>();
  return { server, ...stage(form.provide({ actors: { save: server.logic } })) };
};

const saving = () => {
  const begun = begin();
  begun.actor.send({ type: 'form.opened', draft });
  begun.actor.send({ type: 'form.fieldChanged', changes: { remark: 'mine' } });
  begun.actor.send({ type: 'form.submitted', key: nextKey() });
  return begun;
};

describe('a form', () => {
  it('is sent once, however often it is submitted', async () => {
    const { actor, server, facts } = saving();
    actor.send({ type: 'form.submitted', key: nextKey() });
    actor.send({ type: 'form.submitted', key: nextKey() });
    const { key } = server.question().input;
    expect(server.inputs()).toEqual([{ values: { name: 'a', remark: 'mine' }, subject: draft.subject, origin: draft.values, key }]);
    await server.question().answer({ kind: 'saved', saved: { id: 1 } });
    expect(facts).toEqual([{ type: 'roleForm.saved', saved: { id: 1 } }]);
    expect(actor.getSnapshot().value).toBe('closed');
    expect(actor.getSnapshot().context.values).toEqual({ name: '', remark: '' });
  });

  it('accepts neither changes nor a draft while it is being sent', () => {
    const { actor } = saving();
    actor.send({ type: 'form.fieldChanged', changes: { remark: 'late' } });
    actor.send({ type: 'form.closeRequested' });
    actor.send({ type: 'form.opened', draft: { values: { name: 'other', remark: '' }, subject: undefined } });
    expect(actor.getSnapshot().value).toBe('saving');
    expect(actor.getSnapshot().context.values.remark).toBe('mine');
  });

  it('is not sent while a field is wrong, and counts the refusals', () => {
    const { actor, server } = begin();
    actor.send({ type: 'form.opened', draft: { values: { name: '', remark: '' }, subject: undefined } });
    actor.send({ type: 'form.submitted', key: nextKey() });
    actor.send({ type: 'form.submitted', key: nextKey() });
    expect(server.questions).toHaveLength(0);
    expect(actor.getSnapshot().context.faults).toEqual({ name: { rule: 'required' } });
    expect(actor.getSnapshot().context.refusals).toBe(2);
    actor.send({ type: 'form.fieldChanged', changes: { name: 'b' } });
    expect(actor.getSnapshot().context.faults).toEqual({});
  });

  it('checks a field when it is left, but not before something was typed', () => {
    const { actor } = begin();
    actor.send({ type: 'form.opened', draft: { values: { name: '', remark: '' }, subject: undefined } });
    actor.send({ type: 'form.fieldLeft', field: 'name' });
    expect(actor.getSnapshot().context.faults).toEqual({});
    actor.send({ type: 'form.fieldChanged', changes: { remark: 'x' } });
    actor.send({ type: 'form.fieldLeft', field: 'name' });
    expect(actor.getSnapshot().context.faults).toEqual({ name: { rule: 'required' } });
  });

  it('asks before typed values are lost, and only then', () => {
    const { actor } = begin();
    actor.send({ type: 'form.opened', draft });
    expect(actor.getSnapshot().hasTag('dirty')).toBe(false);
    actor.send({ type: 'form.closeRequested' });
    expect(actor.getSnapshot().value).toBe('closed');

    actor.send({ type: 'form.opened', draft });
    actor.send({ type: 'form.fieldChanged', changes: { remark: 'x' } });
    actor.send({ type: 'form.closeRequested' });
    expect(actor.getSnapshot().value).toBe('confirmingLeave');
    actor.send({ type: 'form.leaveCancelled' });
    expect(actor.getSnapshot().context.values.remark).toBe('x');
    actor.send({ type: 'form.closeRequested' });
    actor.send({ type: 'form.leaveConfirmed' });
    expect(actor.getSnapshot().value).toBe('closed');
    expect(actor.getSnapshot().context.subject).toBeUndefined();
  });

  it('keeps typed values while it asks, and closes the question on further typing', () => {
    const { actor } = begin();
    actor.send({ type: 'form.opened', draft });
    actor.send({ type: 'form.fieldChanged', changes: { remark: 'x' } });
    actor.send({ type: 'form.closeRequested' });
    actor.send({ type: 'form.fieldChanged', changes: { remark: 'xy' } });
    expect(actor.getSnapshot()).toMatchObject({ value: { editing: 'touched' }, context: { values: { remark: 'xy' } } });
  });

  it('keeps changes typed during a conflict', async () => {
    const { actor, server } = saving();
    await server.question().answer({ kind: 'conflict', conflict: { by: 'Bo', at: '2026-11-20T08:00:00Z', latest: draft } });
    actor.send({ type: 'form.fieldChanged', changes: { remark: 'mine too' } });
    expect(actor.getSnapshot()).toMatchObject({ value: 'conflicting', context: { values: { remark: 'mine too' } } });
  });

  it('shows a refusal at its fields and stays open with the typed values', async () => {
    const { actor, server } = saving();
    await server.question().answer({ kind: 'refused', faults: { name: { message: '已存在' } }, others: ['paths: no'] });
    const { context } = actor.getSnapshot();
    expect(context).toMatchObject({
      faults: { name: { message: '已存在' } },
      others: ['paths: no'],
      refusals: 1,
      values: { remark: 'mine' },
    });
    expect(actor.getSnapshot().hasTag('dirty')).toBe(true);
  });

  it('keeps a failure as plain text and sends again on request', async () => {
    const { actor, server } = saving();
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().context.failure).toEqual({ message: 'no network', traceId: '' });
    actor.send({ type: 'form.submitted', key: nextKey() });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  const overtaken = async () => {
    const begun = saving();
    const latest = { values: { name: 'theirs', remark: 'theirs' }, subject: { id: 1, version: 5 } };
    await begun.server.question().answer({ kind: 'conflict', conflict: { by: '王', at: '2026-11-20T08:00:00Z', latest } });
    return { ...begun, latest };
  };

  it('overwrites only on request, and only the fields changed here', async () => {
    const { actor, server } = await overtaken();
    expect(actor.getSnapshot().context.conflict?.by).toBe('王');
    expect(actor.getSnapshot().hasTag('dirty')).toBe(true);
    actor.send({ type: 'form.overwriteChosen', key: nextKey() });
    expect(server.question(1).input).toMatchObject({
      values: { name: 'theirs', remark: 'mine' },
      origin: { name: 'theirs', remark: 'theirs' },
      subject: { id: 1, version: 5 },
    });
    expect(server.question(1).input.key).not.toBe(server.question(0).input.key);
  });

  it('uses the latest values on request, as if it had just been opened', async () => {
    const { actor, latest } = await overtaken();
    actor.send({ type: 'form.latestChosen' });
    expect(actor.getSnapshot().context).toMatchObject({ ...latest, origin: latest.values, conflict: undefined });
    expect(actor.getSnapshot().hasTag('dirty')).toBe(false);
  });

  it('keeps the typed values when leaving a conflict is cancelled', async () => {
    const { actor } = await overtaken();
    actor.send({ type: 'form.closeRequested' });
    actor.send({ type: 'form.leaveCancelled' });
    expect(actor.getSnapshot().context.values.remark).toBe('mine');
  });

  it('keeps the typed values on every path that does not give them up', () => {
    const paths = simplePaths(walk);
    expect(paths.length).toBeGreaterThan(10);
    let kept = 0;
    for (const path of paths) {
      const typed = path.findIndex((event) => 'changes' in event && 'remark' in (event.changes as object));
      const givenUp = path.some(({ type }, index) => index > typed && GIVING_UP.includes(type));
      if (typed < 0 || givenUp) continue;
      const { value, context } = replay(walk, path);
      if (value === 'closed') continue;
      expect(context.values.remark).toBe('x');
      kept += 1;
    }
    expect(kept).toBeGreaterThanOrEqual(3);
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const steps = randomWalks(walk, {
      walks: WALKS,
      length: 12,
      holds: ({ before, event, after }) => {
        const was = before.context as FormContext<Values>;
        const is = after.context as FormContext<Values>;
        const isInSight = after.hasTag('open') || after.value === 'undoing';
        if (after.hasTag('writing') && !(isInSight && after.hasTag('dirty'))) throw new Error('writing behind a closed form');
        if (after.hasTag('writing') !== Boolean(after.children.save))
          throw new Error('writing without a request, or a request without writing');
        if (after.hasTag('writing') && is.values.name === '') throw new Error('a wrong form was sent');
        if (before.hasTag('writing') && after.hasTag('writing') && before.children.save !== after.children.save)
          throw new Error('sent twice');
        if (
          event.type === 'form.opened' &&
          before.value === 'closed' &&
          (JSON.stringify(is.values) !== JSON.stringify(draft.values) || is.refusals + is.others.length > 0)
        )
          throw new Error('opened with something old');
        if (after.value === 'conflicting' && !is.conflict) throw new Error('a conflict with nobody');
        if (event.type === 'form.closeRequested' && before.hasTag('dirty') && after.value === 'closed')
          throw new Error('lost without asking');
        if (is.refusals < was.refusals && !GIVING_UP.includes(event.type)) throw new Error('refusals were forgotten');
      },
    });
    expect(steps).toBeGreaterThanOrEqual(12 * WALKS);
  });
});

describe('a form with live checks', () => {
  const least: FieldFaults<Values> = { remark: { rule: 'required' } };
  const range = ({ name, remark }: Values): FieldFaults<Values> => (name === 'long' && remark === '' ? least : {});
  const living = createFormDialogMachine<Values, { id: number }>({
    id: 'rangeForm',
    blank: { name: '', remark: '' },
    check: (values) => ({ ...faultsIn<Values>({ name: firstFault(values.name, required) }), ...range(values) }),
    liveCheck: range,
  });
  const opened = () => {
    const { actor } = stage(living);
    actor.send({ type: 'form.opened', draft: { values: { name: 'a', remark: '' }, subject: undefined } });
    return { actor, faults: () => actor.getSnapshot().context.faults };
  };

  it('shows their faults at once, even at an untouched field', () => {
    const { actor, faults } = opened();
    actor.send({ type: 'form.fieldChanged', changes: { name: 'long' } });
    expect(faults()).toEqual(least);
  });

  it('removes their faults as soon as either field is corrected', () => {
    const { actor, faults } = opened();
    actor.send({ type: 'form.fieldChanged', changes: { name: 'long' } });
    actor.send({ type: 'form.fieldChanged', changes: { name: 'short' } });
    expect(faults()).toEqual({});
  });

  it('does not run the checks of a submission while typing', () => {
    const { actor, faults } = opened();
    actor.send({ type: 'form.fieldChanged', changes: { name: '' } });
    expect(faults()).toEqual({});
    actor.send({ type: 'form.submitted', key: nextKey() });
    actor.send({ type: 'form.fieldChanged', changes: { remark: 'x' } });
    expect(faults()).toEqual({ name: { rule: 'required' } });
  });
});
