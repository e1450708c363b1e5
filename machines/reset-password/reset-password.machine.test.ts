import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import { resetPasswordMachine } from './reset-password.machine.ts';

const begin = () => {
  const server = asking<{ newPassword: string }, { id: number }>();
  const { notes, names, effect } = noting();
  const machine = resetPasswordMachine.provide({
    actors: { resetPassword: server.logic },
    actions: { announceReset: effect('announceReset'), announceFailure: effect('announceFailure') },
  });
  return { server, notes, names, ...stage(machine) };
};

const open = () => {
  const begun = begin();
  begun.actor.send({ type: 'resetPassword.requested', subject: { id: 5, account: 'li' } });
  return begun;
};

describe('the reset of a password', () => {
  it('sends nothing before it is confirmed, and nothing when it is cancelled', () => {
    const { actor, server } = open();
    expect(actor.getSnapshot().hasTag('open')).toBe(true);
    actor.send({ type: 'resetPassword.cancelled' });
    actor.send({ type: 'resetPassword.confirmed' });
    expect(server.questions).toHaveLength(0);
    expect(actor.getSnapshot()).toMatchObject({ value: 'closed', context: { subject: undefined } });
  });

  it('sends once for a double click, and cannot be cancelled meanwhile', () => {
    const { actor, server } = open();
    actor.send({ type: 'resetPassword.confirmed' });
    actor.send({ type: 'resetPassword.confirmed' });
    actor.send({ type: 'resetPassword.cancelled' });
    actor.send({ type: 'resetPassword.requested', subject: { id: 6, account: 'wang' } });
    expect(server.inputs()).toEqual([{ id: 5 }]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'confirming', context: { subject: { id: 5 } } });
  });

  it('shows the new password once and keeps it nowhere', async () => {
    const { actor, server, notes } = open();
    const seen: string[] = [];
    actor.subscribe((snapshot) => seen.push(JSON.stringify(snapshot.context)));
    actor.send({ type: 'resetPassword.confirmed' });
    await server.question().answer({ newPassword: 'canary' });
    expect(notes).toEqual([['announceReset', { account: 'li', newPassword: 'canary' }]]);
    expect(actor.getSnapshot().value).toBe('closed');
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.join()).not.toContain('canary');
  });

  it('stays open after a refusal, announces it once, and is not sent again by itself', async () => {
    const { actor, server, names } = open();
    actor.send({ type: 'resetPassword.confirmed' });
    await server.question().refuse(new Error('no'));
    expect(names()).toEqual(['announceFailure']);
    expect(actor.getSnapshot()).toMatchObject({ value: 'open', context: { subject: { id: 5 } } });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'resetPassword.confirmed' });
    expect(server.questions).toHaveLength(2);
  });
});
