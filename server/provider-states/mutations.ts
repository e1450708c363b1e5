import { envelopeOf, type Interaction } from '#contracts/sets/interaction.ts';
import { playPacts } from './pact-verifier.ts';
import type { Planned } from './plan.ts';
import { type Answer, openProxy } from './proxy.ts';

/** A header, or the path of a value in the envelope: keys, and indexes in lists. */
export type PromisedPlace = { header: string } | { path: readonly (string | number)[] };

/** Removed, or replaced by a value of another type. */
export type Damage = 'dropped' | 'retyped';
export const damages = ['dropped', 'retyped'] as const satisfies readonly Damage[];

export interface Mutation extends Planned {
  promised: PromisedPlace;
  damage: Damage;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path of every value of an example, outer values first. Items of an empty list are not promised. */
function listPaths(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const here = at.length === 0 ? [] : [at];
  if (Array.isArray(value)) return [...here, ...value.flatMap((one, index) => listPaths(one, [...at, index]))];
  if (!isRecord(value)) return here;
  return [...here, ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...at, key]))];
}

/** Everything that an exchange promises about its answer. */
export function listPromises(interaction: Interaction): PromisedPlace[] {
  const headers = Object.keys(interaction.response.headers ?? {}).map((header) => ({ header: header.toLowerCase() }));
  return [...headers, ...listPaths(envelopeOf(interaction)).map((path) => ({ path }))];
}

/** A value that no matcher or literal of the contracts accepts in place of the original. */
const changeType = (value: unknown): unknown => {
  if (typeof value === 'string') return 7;
  if (Array.isArray(value)) return { 0: 'no list' };
  if (isRecord(value)) return ['no object'];
  return value === null ? { was: null } : 'of another type';
};

/** Throws when the answer does not contain the value to be damaged, because an undamaged answer would prove nothing. */
function damageAt(value: unknown, [key, ...rest]: readonly (string | number)[], damage: Damage): unknown {
  if (key === undefined) return changeType(value);
  if (Array.isArray(value) && typeof key === 'number' && key in value) {
    // The number of items is not promised, only that there are some.
    if (damage === 'dropped' && rest.length === 0) return [];
    return value.with(key, damageAt(value[key], rest, damage));
  }
  if (!isRecord(value) || !(key in value)) throw new Error(`the answer has nothing at ${key}`);
  const { [key]: inner, ...others } = value;
  return damage === 'dropped' && rest.length === 0 ? others : { ...value, [key]: damageAt(inner, rest, damage) };
}

function damageAnswer({ headers, envelope }: Answer, { promised, damage }: Mutation): Answer {
  if ('path' in promised) return { headers, envelope: damageAt(envelope, promised.path, damage) };
  const { [promised.header]: _dropped, ...others } = headers;
  return { headers: damage === 'dropped' ? others : { ...others, [promised.header]: 'text/plain; of=another-kind' }, envelope };
}

export const describeMutation = ({ resource, interaction, promised, damage }: Mutation): string => {
  const place = 'header' in promised ? `header ${promised.header}` : promised.path.join('.');
  return `${resource}: ${interaction.description}: ${place} ${damage}`;
};

/**
 * Rounds in which each exchange has at most one damaged promise, so that one verification tries one promise of each exchange. `limit` is
 * the number of promises tried for an exchange; the selection differs between exchanges.
 */
export function planRounds(planned: readonly Planned[], limit: number): Mutation[][] {
  const rounds: Mutation[][] = [];
  for (const [index, one] of planned.entries()) {
    const promises = listPromises(one.interaction);
    const chosen = promises.map((_, step) => promises[(index + step) % promises.length]).slice(0, limit);
    const mutations = chosen.flatMap((promised) => (promised ? damages.map((damage) => ({ ...one, promised, damage })) : []));
    for (const [round, mutation] of mutations.entries()) (rounds[round] ??= []).push(mutation);
  }
  return rounds;
}

export interface Survivors {
  /** Number of damages tried. */
  total: number;
  /** Names of the damages that the verification did not detect. */
  survived: string[];
  /** Names of the damages that could not be applied because the answer did not contain the value. */
  undone: string[];
}

/** Damages the answers of a backend that keeps its contracts; the verification must detect each damage. */
export async function findSurvivors(
  rounds: readonly Mutation[][],
  backend: { url: URL; statesUrl: string; timeoutMs: number },
): Promise<Survivors> {
  const found: Survivors = { total: 0, survived: [], undone: [] };
  for (const round of rounds) {
    const undone = new Set<number>();
    const proxy = await openProxy(backend.url, (answer, exchange) => {
      const mutation = round[exchange];
      try {
        if (mutation === undefined) throw new Error('an exchange that nobody planned');
        return damageAnswer(answer, mutation);
      } catch {
        undone.add(exchange);
        return answer;
      }
    });
    try {
      const played = await playPacts(round, { ...backend, url: proxy.url, isMarked: true });
      found.total += round.length;
      for (const [index, mutation] of round.entries()) {
        if (undone.has(index)) found.undone.push(describeMutation(mutation));
        else if (played[index]?.differences.length === 0) found.survived.push(describeMutation(mutation));
      }
    } finally {
      proxy.close();
    }
  }
  return found;
}
