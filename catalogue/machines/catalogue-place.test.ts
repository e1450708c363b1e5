import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Place, parsePlace, toHash } from './catalogue-place.ts';

const text = fc.string({ minLength: 1, unit: 'grapheme' });
const places: fc.Arbitrary<Place> = fc.oneof(
  fc.constant<Place>({ kind: 'overview' }),
  fc.record({ kind: fc.constant('call' as const), name: text, example: fc.oneof(fc.constant(''), text) }),
  fc.record({ kind: fc.constant('reasons' as const), reason: fc.oneof(fc.constant(''), text) }),
  fc.record({ kind: fc.constant('states' as const), name: fc.oneof(fc.constant(''), text) }),
  fc.constant<Place>({ kind: 'changes' }),
  fc.constant<Place>({ kind: 'verify' }),
  fc.record({ kind: fc.constant('search' as const), query: fc.string({ unit: 'grapheme' }) }),
);

describe('a place of the catalogue', () => {
  it.each<[string, Place]>([
    ['#/', { kind: 'overview' }],
    ['#/calls/roles.list', { kind: 'call', name: 'roles.list', example: '' }],
    ['#/calls/roles.copy/copies-a-role', { kind: 'call', name: 'roles.copy', example: 'copies a role' }],
    ['#/reasons/NOT_FOUND', { kind: 'reasons', reason: 'NOT_FOUND' }],
    ['#/states/somebody-is-signed-in', { kind: 'states', name: 'somebody is signed in' }],
    ['#/search?q=role%20name', { kind: 'search', query: 'role name' }],
    ['#/verify', { kind: 'verify' }],
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

  it.each(['', '#', '#/calls', '#/calls/'])('without a name is the overview: %j', (hash) => {
    expect(parsePlace(hash)).toEqual({ kind: 'overview' });
  });

  it.each(['#/nothing', '#/calls/a/b/c', '#/reasons/a/b', '#/verify/x', '#/calls/%', '#/search?q=%'])('is nowhere: %s', (hash) => {
    expect(parsePlace(hash)).toEqual({ kind: 'nowhere' });
  });

  it('can have a query with blanks encoded as plus signs', () => {
    expect(parsePlace('#/search?q=a+b')).toEqual({ kind: 'search', query: 'a b' });
  });
});
