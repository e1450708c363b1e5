import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { shapeOf } from './memo.ts';

interface Words {
  page?: string;
  state?: string;
  step?: string;
  part?: string;
}

/** A page with one part and an optional description. */
function pageIn({ page, state, step, part }: Words, { context = { search: '' }, states = {} }: { context?: object; states?: object } = {}) {
  const described = (description: string | undefined) => (description === undefined ? {} : { description });
  const list = setup({}).createMachine({ id: 'list', ...described(part) });
  return setup({ types: {} as { context: object; input: { search: string } }, actors: { list } }).createMachine({
    id: 'page',
    ...described(page),
    context,
    invoke: { id: 'list', src: 'list' },
    initial: 'shown',
    states: { shown: { ...described(state), on: { left: { target: 'hidden', ...described(step) } } }, hidden: {}, ...states },
  });
}

const PLAIN = shapeOf(pageIn({}));

describe('the shape of a page', () => {
  it('does not depend on the descriptions of its machine', () => {
    for (const words of [{ page: 'Rows.' }, { state: 'On the screen.' }, { step: 'Somebody goes away.' }, { part: 'A list.' }]) {
      expect(shapeOf(pageIn(words)), JSON.stringify(words)).toBe(PLAIN);
    }
    expect(shapeOf(pageIn({ page: 'One', state: 'two', step: 'three', part: 'four.' }))).toBe(PLAIN);
  });

  it('depends on its states, even on one called "description"', () => {
    expect(shapeOf(pageIn({}, { states: { description: {} } }))).not.toBe(PLAIN);
    expect(shapeOf(pageIn({}, { states: { asleep: {} } }))).not.toBe(PLAIN);
  });

  it('depends on its context keys, even on one called "description"', () => {
    const remembering = shapeOf(pageIn({}, { context: { search: '', description: 'typed' } }));
    expect(remembering).not.toBe(PLAIN);
    expect(shapeOf(pageIn({}, { context: { search: '', description: 'other' } }))).toBe(remembering);
  });
});
