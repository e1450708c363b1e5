/** What is looked at. The address of the page says it, behind its `#`. */
export type Place =
  | { kind: 'overview' }
  | MachinePlace
  /** An address that means nothing here. */
  | { kind: 'nowhere' };

export interface MachinePlace {
  kind: 'machine';
  key: string;
  /** Id of a state or a transition; empty for the machine as a whole. */
  selected: string;
  /** Ids of states whose inside is not drawn, in order. */
  collapsed: readonly string[];
}

/** The machine as a whole, all of it drawn. */
export const machinePlace = (key: string, selected = ''): MachinePlace => ({ kind: 'machine', key, selected, collapsed: [] });

/** `#/machines/workspace/tab?at=open.asleep&folded=open,closing` */
export function hashOf(place: Place): string {
  if (place.kind !== 'machine') return '#/';
  const path = place.key.split('/').map(encodeURIComponent).join('/');
  const query = [
    ...(place.selected === '' ? [] : [`at=${encodeURIComponent(place.selected)}`]),
    ...(place.collapsed.length === 0 ? [] : [`folded=${place.collapsed.map(encodeURIComponent).join(',')}`]),
  ];
  return `#/machines/${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

const inOrder = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted();

function read(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  if (path === '') return { kind: 'overview' };
  const [kind, ...rest] = path.replace(/\/$/, '').split('/');
  if (kind !== 'machines' || rest.includes('')) return { kind: 'nowhere' };
  if (rest.length === 0) return { kind: 'overview' };
  const values = new Map(
    query.split('&').map((pair): [string, string] => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
  );
  const folded = values.get('folded') ?? '';
  return {
    kind: 'machine',
    key: rest.map(decodeURIComponent).join('/'),
    selected: decodeURIComponent(values.get('at') ?? ''),
    collapsed: folded === '' ? [] : inOrder(folded.split(',').map(decodeURIComponent)),
  };
}

/** The place an address stands for, whatever stands in it. */
export function placeOf(hash: string): Place {
  try {
    return read(hash);
  } catch {
    return { kind: 'nowhere' }; // half an escape sequence
  }
}

/** Names a drawing: places of the same figure differ only in what is selected. Empty where nothing is drawn. */
export const figureOf = (place: Place): string => (place.kind === 'machine' ? hashOf({ ...place, selected: '' }) : '');

/** The same place with exactly these states folded. */
export const folding = (place: MachinePlace, collapsed: readonly string[]): MachinePlace => ({ ...place, collapsed: inOrder(collapsed) });

/** Folds a state that is open, opens one that is folded. */
export const toggling = (place: MachinePlace, id: string): MachinePlace =>
  folding(place, place.collapsed.includes(id) ? place.collapsed.filter((one) => one !== id) : [...place.collapsed, id]);

/** Opens what a state stands in, so that it is drawn. */
export const revealing = (place: MachinePlace, state: string): MachinePlace =>
  folding(
    place,
    place.collapsed.filter((one) => one !== '' && !state.startsWith(`${one}.`)),
  );
