import { below, type Change, canonical, change, isRecord, typeOf } from './difference.ts';
import type { Interaction } from './interaction.ts';

/** A field too many is refused by whoever reads strictly, and one too few by whoever needs it: each breaks both sides. */
function walk(place: string, older: unknown, newer: unknown): Change[] {
  const named = place.trimEnd();
  if (older === undefined && newer === undefined) return [];
  if (older === undefined) return [change('request-field-added', named, `新增发送 ${named}`, `${named} is sent now`, 'breaks', 'breaks')];
  if (newer === undefined)
    return [change('request-field-removed', named, `不再发送 ${named}`, `${named} is no longer sent`, 'breaks', 'breaks')];
  const [from, to] = [typeOf(older), typeOf(newer)];
  if (from !== to)
    return [change('request-type', named, `${named} 由 ${from} 改为 ${to}`, `${named} became ${to}, was ${from}`, 'breaks', 'breaks')];
  if (isRecord(older) && isRecord(newer)) {
    return [...new Set([...Object.keys(older), ...Object.keys(newer)])].flatMap((key) => walk(below(place, key), older[key], newer[key]));
  }
  if (Array.isArray(older) && Array.isArray(newer)) {
    const both = older.slice(0, newer.length).flatMap((one, at) => walk(`${place}[]`, one, newer[at]));
    const another = older.length === newer.length ? [] : [example(named)];
    return [...both, ...another];
  }
  return older === newer ? [] : [example(named)];
}

/** Which words a field may hold is said by the document, not by an example. */
const example = (place: string): Change =>
  change('request-value', place, `${place} 换了示例`, `${place} has another example`, 'safe', 'safe');

const headersOf = ({ request }: Interaction): Map<string, string> =>
  new Map(
    Object.entries(request.headers ?? {}).map(([name, values]) => {
      const key = name.toLowerCase();
      // Whichever token stands there, and whatever makes or matches it: a token it is.
      return [key, key === 'authorization' ? 'a token' : values.join(', ')];
    }),
  );

/** Who does not know a header ignores it; who needs one misses it. */
function compareHeaders(older: Interaction, newer: Interaction): Change[] {
  const [before, after] = [headersOf(older), headersOf(newer)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [from, to] = [before.get(name), after.get(name)];
    const place = `request header ${name}`;
    if (from === to) return [];
    if (from === undefined) return [change('request-header-added', place, `新增发送 ${place}`, `${place} is sent now`, 'breaks', 'safe')];
    if (to === undefined)
      return [change('request-header-removed', place, `不再发送 ${place}`, `${place} is no longer sent`, 'safe', 'breaks')];
    return [
      change('request-header-changed', place, `${place} 由 ${from} 改为 ${to}`, `${place} became ${to}, was ${from}`, 'breaks', 'breaks'),
    ];
  });
}

/** What the console asks otherwise. Generators and matchers of a request are no part of it: what is sent is the example. */
export function compareRequests(older: Interaction, newer: Interaction): Change[] {
  const [before, after] = [older.request, newer.request];
  const moved = (kind: 'request-method' | 'request-path', what: { zh: string; en: string }, from: string, to: string): Change[] =>
    from === to
      ? []
      : [change(kind, 'request', `${what.zh}由 ${from} 改为 ${to}`, `the ${what.en} became ${to}, was ${from}`, 'breaks', 'breaks')];
  return [
    ...moved('request-method', { zh: '方法', en: 'method' }, before.method, after.method),
    ...moved('request-path', { zh: '路径', en: 'path' }, before.path, after.path),
    ...walk('request ', before.body?.content, after.body?.content),
    ...walk('query ', before.query, after.query),
    ...compareHeaders(older, newer),
  ];
}

/** The request with the situation it is made in, as text: where it is the same, the same is asked. */
export const askedBy = (interaction: Interaction): string =>
  canonical([
    interaction.request.method,
    interaction.request.path,
    interaction.request.query ?? {},
    interaction.request.body?.content ?? null,
    [...headersOf(interaction)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    (interaction.providerStates ?? []).map(({ name, params }) => [name, params ?? {}]),
  ]);
