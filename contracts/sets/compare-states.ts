import { below, type Change, canonical, change, isRecord, typeOf } from './difference.ts';
import type { Interaction } from './interaction.ts';

/** Whether a different value of this kind means a different situation. */
const isDecisive = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && /^[a-z/][a-z/_ .-]*$/.test(value));

function compareParameters(place: string, older: unknown, newer: unknown): Change[] {
  if (canonical(older ?? null) === canonical(newer ?? null) && (older === undefined) === (newer === undefined)) return [];
  if (older !== undefined && newer !== undefined) {
    if (isRecord(older) && isRecord(newer)) {
      return [...new Set([...Object.keys(older), ...Object.keys(newer)])].flatMap((key) =>
        compareParameters(below(place, key), older[key], newer[key]),
      );
    }
    if (Array.isArray(older) && Array.isArray(newer)) {
      const all = Array.from({ length: Math.max(older.length, newer.length) }, (_, at) => at);
      return all.flatMap((at) =>
        at < older.length && at < newer.length
          ? compareParameters(`${place}[]`, older[at], newer[at])
          : [situation(`${place}[]`, isDecisive(older[at] ?? newer[at]))],
      );
    }
    if (typeOf(older) === typeOf(newer)) return [situation(place, isDecisive(older) || isDecisive(newer))];
  }
  return [change('state-parameter', place, `${place} 的参数形状改变`, `${place}: the parameter is another one`, 'safe', 'breaks')];
}

/** The caller and the kind of object decide what is promised; an id or a name does not. */
const situation = (place: string, decides: boolean): Change =>
  decides
    ? change('state-changed', place, `${place} 说的是另一种情形`, `${place} is another situation`, 'breaks', 'breaks')
    : change('state-example', place, `${place} 换了示例`, `${place} has another example`, 'safe', 'safe');

/**
 * A promise is made for a situation. One that needs more is the weaker promise, one that needs less the stronger; one for
 * another situation is another promise. Whoever keeps the older set has to learn to set up the new one.
 */
export function compareStates(older: Interaction, newer: Interaction): Change[] {
  const [before, after] = [older.providerStates ?? [], newer.providerStates ?? []];
  const nth = (list: typeof before) => {
    const counts = new Map<string, number>();
    return new Map(
      list.map(({ name, params }) => {
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        return [`state "${name}"${count > 1 ? ` (${count})` : ''}`, params ?? {}] as const;
      }),
    );
  };
  const [from, to] = [nth(before), nth(after)];
  const places = [...new Set([...from.keys(), ...to.keys()])];
  const shared = (one: typeof from, another: typeof from) => [...one.keys()].filter((place) => another.has(place)).join('\n');
  const isReordered = shared(from, to) !== shared(to, from);
  return [
    ...places.flatMap((place) => {
      const [was, is] = [from.get(place), to.get(place)];
      if (was && is) return compareParameters(`${place} `, was, is).map((one) => ({ ...one, place: one.place.trimEnd() }));
      if (is) return [change('state-added', place, `先决条件增加 ${place}`, `${place} is needed now`, 'breaks', 'breaks')];
      return [change('state-removed', place, `先决条件去掉 ${place}`, `${place} is no longer needed`, 'safe', 'breaks')];
    }),
    ...(isReordered ? [change('state-order', 'states', '先决条件的顺序改变', 'the states come in another order', 'safe', 'breaks')] : []),
  ];
}

type Given = NonNullable<Interaction['providerStates']>[number];

const namesOf = (interactions: readonly Interaction[]): Set<string> =>
  new Set(interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)));

/**
 * States that only changed their names: by the old name, the new one. The old name is gone from all exchanges, the new one is in none of
 * the older set, and in each pair both stand at the same place with the same parameters.
 */
export function findRenamedStates(
  pairs: readonly (readonly [Interaction, Interaction])[],
  older: readonly Interaction[],
  newer: readonly Interaction[],
): Map<string, string> {
  const [before, after] = [namesOf(older), namesOf(newer)];
  const found = new Map<string, string | null>();
  const isSame = (was: Given, is: Given | undefined): is is Given =>
    is !== undefined && canonical(was.params ?? {}) === canonical(is.params ?? {});
  for (const [was, is] of pairs) {
    for (const [at, state] of (was.providerStates ?? []).entries()) {
      if (after.has(state.name)) continue;
      const twin = is.providerStates?.[at];
      const name = isSame(state, twin) && !before.has(twin.name) ? twin.name : null;
      found.set(state.name, found.has(state.name) && found.get(state.name) !== name ? null : name);
    }
  }
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The exchange with its states under their new names. */
export const withStateNames = (interaction: Interaction, names: ReadonlyMap<string, string>): Interaction => ({
  ...interaction,
  ...(interaction.providerStates && {
    providerStates: interaction.providerStates.map((state) => ({ ...state, name: names.get(state.name) ?? state.name })),
  }),
});

export const stateRenamed = (from: string, to: string): Change =>
  change(
    'state-renamed',
    `state "${from}"`,
    `状态「${from}」改名为「${to}」`,
    `the state "${from}" is called "${to}" now`,
    'safe',
    'breaks',
  );
