import { describe, expect, it } from 'vitest';
import { stage } from '#tests/support/stage.ts';
import type { RecordedEntry } from '#visualiser/model/recording.ts';
import { composerMachine } from './composer.machine.ts';

function begin(target = 'x:1') {
  const { actor, facts, clock } = stage(composerMachine, { target });
  actor.send({ type: 'composer.toggled' });
  return { actor, facts, clock, state: () => actor.getSnapshot(), context: () => actor.getSnapshot().context };
}

function beginSent() {
  const begun = begin();
  begun.actor.send({ type: 'type.chosen', name: 'row.opened' });
  begun.actor.send({ type: 'payload.typed', text: '{"id": 4}' });
  begun.actor.send({ type: 'submitted' });
  return begun;
}

const seen: RecordedEntry = { seq: 9, at: 1, kind: 'event', to: 'x:1', event: { type: 'row.opened', id: 4 } };

describe('an event that is written', () => {
  it('is told once, however often the button is pressed', () => {
    const { actor, facts, state, context } = beginSent();
    actor.send({ type: 'submitted' });
    actor.send({ type: 'payload.typed', text: '{}' });
    expect(facts).toEqual([{ type: 'composer.sent', actor: 'x:1', event: { type: 'row.opened', id: 4 } }]);
    expect(state().matches({ open: 'underWay' })).toBe(true);
    expect(context().text).toBe('{"id": 4}');
  });

  it('may be sent again once it was seen', () => {
    const { actor, facts, clock, state, context } = beginSent();
    actor.send({ type: 'entries.arrived', entries: [seen] });
    expect([state().matches({ open: 'seen' }), context().seq]).toEqual([true, 9]);
    // The second half of a double click.
    actor.send({ type: 'submitted' });
    expect(facts).toHaveLength(1);
    clock.increment(700);
    actor.send({ type: 'submitted' });
    expect(facts).toHaveLength(2);
    expect(context().seq).toBeUndefined();
  });

  it.each<[string, RecordedEntry]>([
    ['another actor got', { ...seen, to: 'x:2' }],
    ['another actor sent', { ...seen, from: 'x:0' }],
    ['is of another type', { ...seen, event: { type: 'row.closed' } }],
    ['is only a step', { seq: 9, at: 1, kind: 'step', actor: 'x:1', event: 'row.opened', transitions: [], state: { status: 'active' } }],
  ])('is not found in one that %s', (_, entry) => {
    const { actor, state } = beginSent();
    actor.send({ type: 'entries.arrived', entries: [entry] });
    expect(state().matches({ open: 'underWay' })).toBe(true);
  });

  it('is said to be unseen after five seconds', () => {
    const { clock, state } = beginSent();
    clock.increment(4999);
    expect(state().matches({ open: 'underWay' })).toBe(true);
    clock.increment(1);
    expect(state().matches({ open: 'unseen' })).toBe(true);
  });

  it('is refused with what is wrong, until that is changed', () => {
    const { actor, facts, state, context } = begin();
    actor.send({ type: 'submitted' });
    expect([state().matches({ open: 'refused' }), context().fault]).toEqual([true, { kind: 'noType' }]);
    actor.send({ type: 'type.chosen', name: 'row.opened' });
    expect(context().fault).toBeUndefined();
    actor.send({ type: 'payload.typed', text: '[]' });
    actor.send({ type: 'submitted' });
    expect(context().fault).toEqual({ kind: 'notAnObject' });
    expect(facts).toEqual([]);
  });

  it('stays while the panel is closed, and is gone with its actor', () => {
    const { actor, context } = beginSent();
    actor.send({ type: 'composer.toggled' });
    actor.send({ type: 'target.changed', key: 'x:1' });
    actor.send({ type: 'composer.toggled' });
    expect(context().text).toBe('{"id": 4}');
    actor.send({ type: 'target.changed', key: 'x:2' });
    expect([context().target, context().type, context().text]).toEqual(['x:2', '', '']);
  });

  it('has nobody to go to while nobody is looked at', () => {
    const { actor, facts } = begin('');
    actor.send({ type: 'type.chosen', name: 'row.opened' });
    actor.send({ type: 'submitted' });
    expect(facts).toEqual([]);
  });
});
