import { describe, expect, it } from 'vitest';
import { stage } from '#tests/support/stage.ts';
import type { RecordedEntry } from '#visualiser/model/recording.ts';
import { composerMachine } from './composer.machine.ts';

function start(target = 'x:1') {
  const { actor, facts, clock } = stage(composerMachine, { target });
  actor.send({ type: 'composer.toggled' });
  return { actor, facts, clock, state: () => actor.getSnapshot(), context: () => actor.getSnapshot().context };
}

function startAndSubmit() {
  const started = start();
  started.actor.send({ type: 'type.chosen', name: 'row.opened' });
  started.actor.send({ type: 'payload.changed', text: '{"id": 4}' });
  started.actor.send({ type: 'event.submitted' });
  return started;
}

const sentEntry: RecordedEntry = { seq: 9, at: 1, kind: 'event', to: 'x:1', event: { type: 'row.opened', id: 4 } };

describe('the composer', () => {
  it('sends an event once, however often the button is pressed', () => {
    const { actor, facts, state, context } = startAndSubmit();
    actor.send({ type: 'event.submitted' });
    actor.send({ type: 'payload.changed', text: '{}' });
    expect(facts).toEqual([{ type: 'composer.eventSubmitted', actor: 'x:1', event: { type: 'row.opened', id: 4 } }]);
    expect(state().matches({ open: 'sent' })).toBe(true);
    expect(context().text).toBe('{"id": 4}');
  });

  it('can send again after the event appeared in the log', () => {
    const { actor, facts, clock, state, context } = startAndSubmit();
    actor.send({ type: 'entries.received', entries: [sentEntry] });
    expect([state().matches({ open: 'confirmed' }), context().entrySeq]).toEqual([true, 9]);
    // The second half of a double click.
    actor.send({ type: 'event.submitted' });
    expect(facts).toHaveLength(1);
    clock.increment(700);
    actor.send({ type: 'event.submitted' });
    expect(facts).toHaveLength(2);
    expect(context().entrySeq).toBeUndefined();
  });

  it.each<[string, RecordedEntry]>([
    ['another actor got', { ...sentEntry, to: 'x:2' }],
    ['another actor sent', { ...sentEntry, from: 'x:0' }],
    ['is of another type', { ...sentEntry, event: { type: 'row.closed' } }],
    ['is only a step', { seq: 9, at: 1, kind: 'step', actor: 'x:1', event: 'row.opened', transitions: [], state: { status: 'active' } }],
  ])('does not take an entry for its event that %s', (_, entry) => {
    const { actor, state } = startAndSubmit();
    actor.send({ type: 'entries.received', entries: [entry] });
    expect(state().matches({ open: 'sent' })).toBe(true);
  });

  it('reports after five seconds that the event did not appear', () => {
    const { clock, state } = startAndSubmit();
    clock.increment(4999);
    expect(state().matches({ open: 'sent' })).toBe(true);
    clock.increment(1);
    expect(state().matches({ open: 'unconfirmed' })).toBe(true);
  });

  it('rejects an invalid event until it is changed', () => {
    const { actor, facts, state, context } = start();
    actor.send({ type: 'event.submitted' });
    expect([state().matches({ open: 'invalid' }), context().fault]).toEqual([true, { kind: 'noType' }]);
    actor.send({ type: 'type.chosen', name: 'row.opened' });
    expect(context().fault).toBeUndefined();
    actor.send({ type: 'payload.changed', text: '[]' });
    actor.send({ type: 'event.submitted' });
    expect(context().fault).toEqual({ kind: 'notAnObject' });
    expect(facts).toEqual([]);
  });

  it('keeps its draft while the panel is closed, and clears it for another actor', () => {
    const { actor, context } = startAndSubmit();
    actor.send({ type: 'composer.toggled' });
    actor.send({ type: 'target.changed', key: 'x:1' });
    actor.send({ type: 'composer.toggled' });
    expect(context().text).toBe('{"id": 4}');
    actor.send({ type: 'target.changed', key: 'x:2' });
    expect([context().target, context().type, context().text]).toEqual(['x:2', '', '']);
  });

  it('sends nothing without a target', () => {
    const { actor, facts } = start('');
    actor.send({ type: 'type.chosen', name: 'row.opened' });
    actor.send({ type: 'event.submitted' });
    expect(facts).toEqual([]);
  });
});
