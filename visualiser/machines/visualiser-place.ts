import type { SuiteFilter } from '#visualiser/model/coverage.ts';

/** What is looked at. The address of the page says it, behind its `#`. */
export type Place =
  | { kind: 'overview' }
  | MachinePlace
  /** Pages of this browser that have machines running, or one of them, or an actor of it. */
  | { kind: 'live'; window: string; actor: string }
  /** A recording that was opened from a file. */
  | { kind: 'recording' }
  /** A machine that is tried out; empty for the choice of one. */
  | { kind: 'simulation'; key: string }
  /** What the tests reached of all machines. */
  | { kind: 'coverage' }
  /** An address that means nothing here. */
  | { kind: 'nowhere' };

export interface MachinePlace {
  kind: 'machine';
  key: string;
  /** Id of a state or a transition; empty for the machine as a whole. */
  selected: string;
  /** Ids of states whose inside is not drawn, in order. */
  collapsed: readonly string[];
  /** What these tests did not reach is marked in the drawing; absent where nothing is. */
  coverage?: SuiteFilter;
}

/** The machine as a whole, all of it drawn. */
export const machinePlace = (key: string, selected = ''): MachinePlace => ({ kind: 'machine', key, selected, collapsed: [] });

const written = (key: string) => key.split('/').map(encodeURIComponent).join('/');

/** `?at=open.asleep&folded=open,closing` of what is set. */
const queryOf = (values: Readonly<Record<string, string>>) => {
  const set = Object.entries(values).filter(([, value]) => value !== '');
  return set.length === 0 ? '' : `?${set.map(([name, value]) => `${name}=${value}`).join('&')}`;
};

/** `#/machines/workspace/tab?at=open.asleep&folded=open,closing`, `?coverage=all`, `#/live?window=k3&actor=x:4`, `#/simulation/workspace/tab`, `#/recording`. */
export function hashOf(place: Place): string {
  switch (place.kind) {
    case 'machine':
      return `#/machines/${written(place.key)}${queryOf({
        at: encodeURIComponent(place.selected),
        folded: place.collapsed.map(encodeURIComponent).join(','),
        coverage: place.coverage ?? '',
      })}`;
    case 'live':
      return `#/live${queryOf({ window: encodeURIComponent(place.window), actor: encodeURIComponent(place.actor) })}`;
    case 'simulation':
      return place.key === '' ? '#/simulation' : `#/simulation/${written(place.key)}`;
    case 'recording':
    case 'coverage':
      return `#/${place.kind}`;
    case 'overview':
    case 'nowhere':
      return '#/';
  }
}

const READERS: readonly SuiteFilter[] = ['all', 'unit', 'paths', 'browser'];

const inOrder = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted();

function read(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  if (path === '') return { kind: 'overview' };
  const [kind, ...rest] = path.replace(/\/$/, '').split('/');
  if (rest.includes('')) return { kind: 'nowhere' };
  const key = rest.map(decodeURIComponent).join('/');
  const values = new Map(
    query.split('&').map((pair): [string, string] => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
  );
  const value = (name: string) => decodeURIComponent(values.get(name) ?? '');
  if (kind === 'simulation') return { kind, key };
  if (kind === 'machines' && key !== '') {
    const folded = values.get('folded') ?? '';
    const coverage = READERS.find((reader) => reader === values.get('coverage'));
    return {
      kind: 'machine',
      key,
      selected: value('at'),
      collapsed: folded === '' ? [] : inOrder(folded.split(',').map(decodeURIComponent)),
      ...(coverage && { coverage }),
    };
  }
  if (key !== '') return { kind: 'nowhere' };
  if (kind === 'machines') return { kind: 'overview' };
  if (kind === 'live') return { kind, window: value('window'), actor: value('actor') };
  return kind === 'recording' || kind === 'coverage' ? { kind } : { kind: 'nowhere' };
}

/** The place an address stands for, whatever stands in it. */
export function placeOf(hash: string): Place {
  try {
    return read(hash);
  } catch {
    return { kind: 'nowhere' }; // half an escape sequence
  }
}

/** Whether a place is one of a kind of places. */
export const isAt = <Kind extends Place['kind']>(place: Place, kind: Kind): place is Extract<Place, { kind: Kind }> => place.kind === kind;

interface Foldable {
  collapsed: readonly string[];
}

/** The same with exactly these states folded. */
export const folding = <Folded extends Foldable>(folded: Folded, collapsed: readonly string[]): Folded => ({
  ...folded,
  collapsed: inOrder(collapsed),
});

/** Folds a state that is open, opens one that is folded. */
export const toggling = <Folded extends Foldable>(folded: Folded, id: string): Folded => {
  const { collapsed } = folded;
  return folding(folded, collapsed.includes(id) ? collapsed.filter((one) => one !== id) : [...collapsed, id]);
};

/** Opens what a state stands in, so that it is drawn. */
export const revealing = (place: MachinePlace, state: string): MachinePlace =>
  folding(
    place,
    place.collapsed.filter((one) => one !== '' && !state.startsWith(`${one}.`)),
  );
