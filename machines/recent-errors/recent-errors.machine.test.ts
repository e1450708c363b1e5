import { describe, expect, it } from 'vitest';
import { stage } from '#tests/support/stage.ts';
import { MOST_ERRORS, recentErrorsMachine } from './recent-errors.machine.ts';

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
  it('are kept newest first, each with a number of its own, and counted as unread', () => {
    const { happen, known, messages } = begin();
    happen('one');
    happen('two');
    expect(messages()).toEqual(['two', 'one']);
    expect(known().errors.map(({ id }) => id)).toEqual([2, 1]);
    expect(known().unread).toBe(2);
  });

  it('hold refusals of what a person typed without counting them as unread', () => {
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

  it('are read once the panel is open, also those that come while it is', () => {
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

  it('are the newest fifty, and no more of them are unread', () => {
    const { happen, known, messages } = begin();
    for (let number = 1; number <= MOST_ERRORS + 7; number += 1) happen(`error ${number}`);
    expect(known().errors).toHaveLength(MOST_ERRORS);
    expect(messages()[0]).toBe(`error ${MOST_ERRORS + 7}`);
    expect(messages().at(-1)).toBe('error 8');
    expect(known().unread).toBe(MOST_ERRORS);
  });

  it('are forgotten on request, and numbers are not given twice', () => {
    const { actor, happen, known } = begin();
    happen('one');
    actor.send({ type: 'errors.cleared' });
    expect(known()).toMatchObject({ errors: [], unread: 0 });
    happen('two');
    expect(known().errors.map(({ id }) => id)).toEqual([2]);
  });

  it('do not keep a message without end', () => {
    const { happen, messages } = begin();
    happen('x'.repeat(100_000));
    expect(messages()[0]?.length).toBe(1000);
  });
});
