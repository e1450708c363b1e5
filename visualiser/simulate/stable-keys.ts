import type { RecordedEntry } from '../model/recording.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Replaces session ids by numbers in the order of creation, so that the same run always gives the same entries. */
export function createStableKeys(): (entry: RecordedEntry) => RecordedEntry {
  const keys = new Map<string, string>();
  const toStableKey = (key: string) => {
    const stableKey = keys.get(key) ?? `a:${keys.size}`;
    keys.set(key, stableKey);
    return stableKey;
  };
  const replaceKeys = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaceKeys);
    if (!isObject(value)) return value;
    if (value['~'] === 'actor' && typeof value.text === 'string') return { ...value, text: toStableKey(value.text) };
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceKeys(one)]));
  };
  return (entry) => {
    if (entry.kind === 'gap') return entry;
    if (entry.kind === 'gone') return { ...entry, actor: toStableKey(entry.actor) };
    if (entry.kind === 'event') {
      const { to, from, event, ...rest } = entry;
      return {
        ...rest,
        to: toStableKey(to),
        ...(from !== undefined && { from: toStableKey(from) }),
        event: replaceKeys(event) as typeof event,
      };
    }
    if (entry.kind === 'step') return { ...entry, actor: toStableKey(entry.actor), state: replaceKeys(entry.state) as typeof entry.state };
    const { key, parent, ...actor } = entry.actor;
    const renamed = { ...actor, key: toStableKey(key), ...(parent !== undefined && { parent: toStableKey(parent) }) };
    return { ...entry, actor: renamed, state: replaceKeys(entry.state) as typeof entry.state };
  };
}
