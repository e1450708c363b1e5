import type { SuiteFilter } from '#visualiser/model/coverage.ts';

/** What the page shows. It is encoded in the hash of the address. */
export type Place =
  | { kind: 'overview' }
  | MachinePlace
  /** The live pages of this browser, one of them, or one of its actors. */
  | { kind: 'live'; window: string; actor: string }
  /** A recording opened from a file. */
  | { kind: 'recording' }
  /** The simulation of a machine; an empty key shows the list of machines. */
  | { kind: 'simulation'; key: string }
  /** What the tests reached of all machines. */
  | { kind: 'coverage' }
  /** An address without meaning. */
  | { kind: 'nowhere' };

export interface MachinePlace {
  kind: 'machine';
  key: string;
  /** Id of a state or transition; empty for the whole machine. */
  selected: string;
  /** Ids of collapsed states, sorted. */
  collapsed: readonly string[];
  /** The suite whose unreached parts are marked in the drawing; absent to mark nothing. */
  coverage?: SuiteFilter;
}

/** A machine with nothing collapsed. */
export const createMachinePlace = (key: string, selected = ''): MachinePlace => ({ kind: 'machine', key, selected, collapsed: [] });

const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/');

/** `?at=open.asleep&folded=open,closing`, without empty values. */
const formatQuery = (values: Readonly<Record<string, string>>) => {
  const set = Object.entries(values).filter(([, value]) => value !== '');
  return set.length === 0 ? '' : `?${set.map(([name, value]) => `${name}=${value}`).join('&')}`;
};

/**
 * `#/machines/workspace/tab?at=open.asleep&folded=open,closing`, `?coverage=all`, `#/live?window=k3&actor=x:4`,
 * `#/simulation/workspace/tab`, `#/recording`.
 */
export function toHash(place: Place): string {
  switch (place.kind) {
    case 'machine':
      return `#/machines/${encodeKey(place.key)}${formatQuery({
        at: encodeURIComponent(place.selected),
        folded: place.collapsed.map(encodeURIComponent).join(','),
        coverage: place.coverage ?? '',
      })}`;
    case 'live':
      return `#/live${formatQuery({ window: encodeURIComponent(place.window), actor: encodeURIComponent(place.actor) })}`;
    case 'simulation':
      return place.key === '' ? '#/simulation' : `#/simulation/${encodeKey(place.key)}`;
    case 'recording':
    case 'coverage':
      return `#/${place.kind}`;
    case 'overview':
    case 'nowhere':
      return '#/';
  }
}

const SUITE_FILTERS: readonly SuiteFilter[] = ['all', 'unit', 'paths', 'browser'];

const sortUnique = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted();

function parseHash(hash: string): Place {
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
    const coverage = SUITE_FILTERS.find((reader) => reader === values.get('coverage'));
    return {
      kind: 'machine',
      key,
      selected: value('at'),
      collapsed: folded === '' ? [] : sortUnique(folded.split(',').map(decodeURIComponent)),
      ...(coverage && { coverage }),
    };
  }
  if (key !== '') return { kind: 'nowhere' };
  if (kind === 'machines') return { kind: 'overview' };
  if (kind === 'live') return { kind, window: value('window'), actor: value('actor') };
  return kind === 'recording' || kind === 'coverage' ? { kind } : { kind: 'nowhere' };
}

/** The place of an address, for any text. */
export function parsePlace(hash: string): Place {
  try {
    return parseHash(hash);
  } catch {
    return { kind: 'nowhere' }; // An incomplete escape sequence.
  }
}

/** Narrows a place to one kind. */
export const isPlaceOfKind = <Kind extends Place['kind']>(place: Place, kind: Kind): place is Extract<Place, { kind: Kind }> =>
  place.kind === kind;

interface Collapsible {
  collapsed: readonly string[];
}

/** A copy with exactly these states collapsed. */
export const withCollapsed = <Item extends Collapsible>(collapsible: Item, collapsed: readonly string[]): Item => ({
  ...collapsible,
  collapsed: sortUnique(collapsed),
});

/** Collapses an expanded state, or expands a collapsed one. */
export const toggleCollapsed = <Item extends Collapsible>(collapsible: Item, id: string): Item => {
  const { collapsed } = collapsible;
  return withCollapsed(collapsible, collapsed.includes(id) ? collapsed.filter((one) => one !== id) : [...collapsed, id]);
};

/** Expands the states around a state, so that it is drawn. */
export const revealState = (place: MachinePlace, state: string): MachinePlace =>
  withCollapsed(
    place,
    place.collapsed.filter((one) => one !== '' && !state.startsWith(`${one}.`)),
  );
