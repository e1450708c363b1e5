import { expect, it } from 'vitest';
import { reachedInPages } from './covered-visit.ts';

it('what several pages tell of one machine is put together, with the states that were left unseen', () => {
  const reached = reachedInPages();
  reached.hear([{ id: 'a.b', print: 'p', states: ['a.b', 'a.b.on'], transitions: [String.raw`a.b.off.x\.y\:z:go:now:0`] }]);
  reached.hear([{ id: 'a.b', print: 'p', states: ['a.b.on'], transitions: ['a.b:stop:1'] }]);
  reached.hear([{ id: 'a.b', print: 'q', states: ['a.b'], transitions: [] }]);
  expect(reached.sightings()).toEqual([
    {
      id: 'a.b',
      print: 'p',
      suite: 'browser',
      states: ['a.b', 'a.b.off', String.raw`a.b.off.x\.y\:z`, 'a.b.on'],
      transitions: [String.raw`a.b.off.x\.y\:z:go:now:0`, 'a.b:stop:1'],
    },
    { id: 'a.b', print: 'q', suite: 'browser', states: ['a.b'], transitions: [] },
  ]);
});
