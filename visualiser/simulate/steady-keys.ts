import type { RecordedEntry } from '../model/recording.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Names actors by the order of their births: the same run has the same entries, whenever it is run. */
export function steadyKeys(): (entry: RecordedEntry) => RecordedEntry {
  const keys = new Map<string, string>();
  const steady = (key: string) => {
    const known = keys.get(key) ?? `a:${keys.size}`;
    keys.set(key, known);
    return known;
  };
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (!isObject(value)) return value;
    if (value['~'] === 'actor' && typeof value.text === 'string') return { ...value, text: steady(value.text) };
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one)]));
  };
  return (entry) => {
    if (entry.kind === 'gap') return entry;
    if (entry.kind === 'gone') return { ...entry, actor: steady(entry.actor) };
    if (entry.kind === 'event') {
      const { to, from, event, ...rest } = entry;
      return { ...rest, to: steady(to), ...(from !== undefined && { from: steady(from) }), event: inside(event) as typeof event };
    }
    if (entry.kind === 'step') return { ...entry, actor: steady(entry.actor), state: inside(entry.state) as typeof entry.state };
    const { key, parent, ...actor } = entry.actor;
    const named = { ...actor, key: steady(key), ...(parent !== undefined && { parent: steady(parent) }) };
    return { ...entry, actor: named, state: inside(entry.state) as typeof entry.state };
  };
}
