import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folding, hashOf, machinePlace, type Place, placeOf, revealing, toggling } from './visualiser-place.ts';

const text = fc.string({ minLength: 1, unit: 'grapheme' });
const key = fc
  .array(
    text.filter((part) => !part.includes('/')),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join('/'));
const places: fc.Arbitrary<Place> = fc.oneof(
  fc.constant<Place>({ kind: 'overview' }),
  fc
    .record({ key, selected: fc.oneof(fc.constant(''), text), collapsed: fc.array(text) })
    .map(({ collapsed, ...rest }) => folding<Place & { kind: 'machine' }>({ kind: 'machine', ...rest, collapsed: [] }, collapsed)),
);

describe('a place in the visualiser', () => {
  it.each<[string, Place]>([
    ['#/', { kind: 'overview' }],
    ['#/machines/workspace/tab', machinePlace('workspace/tab')],
    ['#/machines/theme?at=theme.dark', machinePlace('theme', 'theme.dark')],
    ['#/machines/theme?folded=a.b,c', { ...machinePlace('theme'), collapsed: ['a.b', 'c'] }],
    ['#/machines/theme?at=a%3Axstate.done%3A0&folded=a', { ...machinePlace('theme', 'a:xstate.done:0'), collapsed: ['a'] }],
  ])('has the address %s', (hash, place) => {
    expect(hashOf(place)).toBe(hash);
    expect(placeOf(hash)).toEqual(place);
  });

  it('is found again by its address, whatever its names are made of', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(placeOf(hashOf(place))).toEqual(place);
      }),
    );
  });

  it.each(['', '#', '#/machines', '#/machines/'])('without a name is the beginning: %j', (hash) => {
    expect(placeOf(hash)).toEqual({ kind: 'overview' });
  });

  it.each(['#/nothing', '#/machines//x', '#/machines/%', '#/machines/x?at=%'])('is nowhere: %s', (hash) => {
    expect(placeOf(hash)).toEqual({ kind: 'nowhere' });
  });

  it('folds and opens states, and remembers them in one order', () => {
    const folded = toggling(toggling(machinePlace('x'), 'x.b'), 'x.a');
    expect(folded.collapsed).toEqual(['x.a', 'x.b']);
    expect(toggling(folded, 'x.a').collapsed).toEqual(['x.b']);
  });

  it('opens only what a state stands in', () => {
    const folded = folding(machinePlace('x'), ['x.a', 'x.a.b', 'x.ab', 'x.c']);
    expect(revealing(folded, 'x.a.b').collapsed).toEqual(['x.a.b', 'x.ab', 'x.c']);
    expect(revealing(folded, 'x.a.b.d').collapsed).toEqual(['x.ab', 'x.c']);
  });
});
