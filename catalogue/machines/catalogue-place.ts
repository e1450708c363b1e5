/** What of the catalogue is looked at. The address of the page says it, behind its `#`. */
export type Place =
  | { kind: 'overview' }
  /** `example`: the description of one of its exchanges; empty for the call as a whole. */
  | { kind: 'call'; name: string; example: string }
  /** Empty for all of them. */
  | { kind: 'reasons'; reason: string }
  | { kind: 'states'; name: string }
  | { kind: 'changes' }
  | { kind: 'verify' }
  | { kind: 'search'; query: string }
  /** An address that means nothing here. */
  | { kind: 'nowhere' };

/** A sentence as a part of an address: blanks become hyphens, so that it can be read there too. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D').replaceAll('%20', '-');
const decoded = (text: string): string => decodeURIComponent(text.replaceAll('-', ' '));

const below = (head: string, tail: string): string => (tail === '' ? head : `${head}/${encoded(tail)}`);

/** `#/calls/roles.list` */
export function hashOf(place: Place): string {
  switch (place.kind) {
    case 'call':
      return below(`#/calls/${encoded(place.name)}`, place.example);
    case 'reasons':
      return below('#/reasons', place.reason);
    case 'states':
      return below('#/states', place.name);
    case 'search':
      return `#/search?q=${encodeURIComponent(place.query)}`;
    case 'changes':
    case 'verify':
      return `#/${place.kind}`;
    case 'overview':
    case 'nowhere':
      return '#/';
  }
}

function read(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [kind = '', ...rest] = path.split('/');
  const [first = '', second = ''] = rest.map(decoded);
  if (rest.length > (kind === 'calls' ? 2 : kind === 'reasons' || kind === 'states' ? 1 : 0)) return { kind: 'nowhere' };
  switch (kind) {
    case '':
      return { kind: 'overview' };
    case 'calls':
      return first === '' ? { kind: 'overview' } : { kind: 'call', name: first, example: second };
    case 'reasons':
      return { kind, reason: first };
    case 'states':
      return { kind, name: first };
    case 'changes':
    case 'verify':
      return { kind };
    case 'search':
      return { kind, query: decodeURIComponent(/(?:^|&)q=([^&]*)/.exec(query)?.[1]?.replaceAll('+', ' ') ?? '') };
    default:
      return { kind: 'nowhere' };
  }
}

/** The place an address stands for, whatever stands in it. */
export function placeOf(hash: string): Place {
  try {
    return read(hash);
  } catch {
    return { kind: 'nowhere' }; // half an escape sequence
  }
}
