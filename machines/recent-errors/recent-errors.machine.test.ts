import { describe, expect, it } from 'vitest';
import { stage } from '#tests/support/stage.ts';
import { MAX_ERRORS, recentErrorsMachine } from './recent-errors.machine.ts';

const begin = () => {
  const { actor } = stage(recentErrorsMachine);
  return {
    actor,
    happen: (message: string) =>
      actor.send({
        type: 'errors.happened',
        error: { at: '2026-11-21T08:00:00.000Z', kind: 'toast', message, page: '/index' },
      }),
    known: () => actor.getSnapshot().context,
    messages: () => actor.getSnapshot().context.errors.map(({ message }) => message),
  };
};

describe('recent errors', () => {
  it('are kept newest first with unique ids, and counted as unread', () => {
    const { happen, known, messages } = begin();
    happen('one');
    happen('two');
    expect(messages()).toEqual(['two', 'one']);
    expect(known().errors.map(({ id }) => id)).toEqual([2, 1]);
    expect(known().unread).toBe(2);
  });

  it('include refusals of user input without counting them as unread', () => {
    const { actor, known } = begin();
    const refused = (code: number) =>
      actor.send({
        type: 'errors.happened',
        error: { at: '2026-11-21T08:00:00.000Z', kind: 'refused', message: 'no', code, page: '/index' },
      });
    for (const code of [400, 409, 413, 422, 1001, 1002, 1003]) refused(code);
    expect([known().errors.length, known().unread]).toEqual([7, 0]);
    for (const code of [-2, 403, 404, 510]) refused(code);
    expect([known().errors.length, known().unread]).toEqual([11, 4]);
  });

  it('are read once the list is open, including later ones', () => {
    const { actor, happen, known } = begin();
    happen('one');
    actor.send({ type: 'errors.opened' });
    expect(known().unread).toBe(0);
    happen('two');
    expect(known().unread).toBe(0);
    actor.send({ type: 'errors.closed' });
    happen('three');
    expect(known().unread).toBe(1);
  });

  it('are limited to the newest fifty, and so is the unread count', () => {
    const { happen, known, messages } = begin();
    for (let number = 1; number <= MAX_ERRORS + 7; number += 1) happen(`error ${number}`);
    expect(known().errors).toHaveLength(MAX_ERRORS);
    expect(messages()[0]).toBe(`error ${MAX_ERRORS + 7}`);
    expect(messages().at(-1)).toBe('error 8');
    expect(known().unread).toBe(MAX_ERRORS);
  });

  it('can be cleared, and ids are not reused', () => {
    const { actor, happen, known } = begin();
    happen('one');
    actor.send({ type: 'errors.cleared' });
    expect(known()).toMatchObject({ errors: [], unread: 0 });
    happen('two');
    expect(known().errors.map(({ id }) => id)).toEqual([2]);
  });

  it('keep long messages only up to the limit', () => {
    const { happen, messages } = begin();
    happen('x'.repeat(100_000));
    expect(messages()[0]?.length).toBe(1000);
  });
});
