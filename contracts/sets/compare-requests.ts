import { below, type Change, canonical, change, isRecord, typeOf } from './difference.ts';
import type { Interaction } from './interaction.ts';

/** A strict reader refuses an additional field, and a reader that needs a field fails without it: both sides break. */
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

/** The document says which values a field may have; an example does not. */
const example = (place: string): Change =>
  change('request-value', place, `${place} 换了示例`, `${place} has another example`, 'safe', 'safe');

const headersOf = ({ request }: Interaction): Map<string, string> =>
  new Map(
    Object.entries(request.headers ?? {}).map(([name, values]) => {
      const key = name.toLowerCase();
      // Tokens count as equal whatever their value and matcher.
      return [key, key === 'authorization' ? 'a token' : values.join(', ')];
    }),
  );

/** A reader ignores an unknown header, and one that needs a header fails without it. */
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

/** The changes of a request. Generators and matchers are ignored, because the example is what is sent. */
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

/** The request with its states, as text for comparison. */
export const requestKey = (interaction: Interaction): string =>
  canonical([
    interaction.request.method,
    interaction.request.path,
    interaction.request.query ?? {},
    interaction.request.body?.content ?? null,
    [...headersOf(interaction)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    (interaction.providerStates ?? []).map(({ name, params }) => [name, params ?? {}]),
  ]);
