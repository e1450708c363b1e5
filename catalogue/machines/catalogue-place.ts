/** What the page shows. It is encoded in the hash of the address. */
export type Place =
  | { kind: 'overview' }
  /** `example` is the description of an exchange; empty for the whole call. */
  | { kind: 'call'; name: string; example: string }
  /** An empty name shows the whole list. */
  | { kind: 'reasons'; reason: string }
  | { kind: 'states'; name: string }
  | { kind: 'changes' }
  | { kind: 'verify' }
  | { kind: 'search'; query: string }
  /** An address without meaning. */
  | { kind: 'nowhere' };

/** Encodes a sentence for an address; blanks become hyphens, so that it stays readable. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D').replaceAll('%20', '-');
const decode = (text: string): string => decodeURIComponent(text.replaceAll('-', ' '));

const joinPath = (head: string, tail: string): string => (tail === '' ? head : `${head}/${encode(tail)}`);

/** `#/calls/roles.list` */
export function toHash(place: Place): string {
  switch (place.kind) {
    case 'call':
      return joinPath(`#/calls/${encode(place.name)}`, place.example);
    case 'reasons':
      return joinPath('#/reasons', place.reason);
    case 'states':
      return joinPath('#/states', place.name);
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

function parseHash(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [kind = '', ...rest] = path.split('/');
  const [first = '', second = ''] = rest.map(decode);
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

/** The place of an address, for any text. */
export function parsePlace(hash: string): Place {
  try {
    return parseHash(hash);
  } catch {
    return { kind: 'nowhere' }; // An incomplete escape sequence.
  }
}
