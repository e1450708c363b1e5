import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachinePlace, type Place, parsePlace, revealState, toggleCollapsed, toHash, withCollapsed } from './visualiser-place.ts';

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
    .map(({ collapsed, ...rest }) => withCollapsed<Place & { kind: 'machine' }>({ kind: 'machine', ...rest, collapsed: [] }, collapsed)),
);

describe('a place of the visualiser', () => {
  it.each<[string, Place]>([
    ['#/', { kind: 'overview' }],
    ['#/machines/workspace/tab', createMachinePlace('workspace/tab')],
    ['#/machines/theme?at=theme.dark', createMachinePlace('theme', 'theme.dark')],
    ['#/machines/theme?folded=a.b,c', { ...createMachinePlace('theme'), collapsed: ['a.b', 'c'] }],
    ['#/machines/theme?at=a%3Axstate.done%3A0&folded=a', { ...createMachinePlace('theme', 'a:xstate.done:0'), collapsed: ['a'] }],
  ])('has the address %s', (hash, place) => {
    expect(toHash(place)).toBe(hash);
    expect(parsePlace(hash)).toEqual(place);
  });

  it('is parsed from its own address, for any names', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(parsePlace(toHash(place))).toEqual(place);
      }),
    );
  });

  it.each(['', '#', '#/machines', '#/machines/'])('without a name is the overview: %j', (hash) => {
    expect(parsePlace(hash)).toEqual({ kind: 'overview' });
  });

  it.each(['#/nothing', '#/machines//x', '#/machines/%', '#/machines/x?at=%'])('is nowhere: %s', (hash) => {
    expect(parsePlace(hash)).toEqual({ kind: 'nowhere' });
  });

  it('collapses and expands states, and keeps their ids sorted', () => {
    const folded = toggleCollapsed(toggleCollapsed(createMachinePlace('x'), 'x.b'), 'x.a');
    expect(folded.collapsed).toEqual(['x.a', 'x.b']);
    expect(toggleCollapsed(folded, 'x.a').collapsed).toEqual(['x.b']);
  });

  it('only expands the states around the revealed one', () => {
    const folded = withCollapsed(createMachinePlace('x'), ['x.a', 'x.a.b', 'x.ab', 'x.c']);
    expect(revealState(folded, 'x.a.b').collapsed).toEqual(['x.a.b', 'x.ab', 'x.c']);
    expect(revealState(folded, 'x.a.b.d').collapsed).toEqual(['x.ab', 'x.c']);
  });
});
