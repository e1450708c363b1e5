import { envelopeOf, type Interaction } from '#contracts/sets/interaction.ts';
import { playPacts } from './pact-verifier.ts';
import type { Planned } from './plan.ts';
import { type Answer, openProxy } from './proxy.ts';

/** A header, or the way to a value of the envelope: keys, and places in lists. */
export type Promised = { header: string } | { path: readonly (string | number)[] };

/** Taken away, or put as something of another type. */
export type Damage = 'dropped' | 'retyped';
export const damages = ['dropped', 'retyped'] as const satisfies readonly Damage[];

export interface Mutation extends Planned {
  promised: Promised;
  damage: Damage;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every value of an example, from the outside inwards; what lies within an empty list nobody promised. */
function pathsIn(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const here = at.length === 0 ? [] : [at];
  if (Array.isArray(value)) return [...here, ...value.flatMap((one, index) => pathsIn(one, [...at, index]))];
  if (!isRecord(value)) return here;
  return [...here, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...at, key]))];
}

/** All that an exchange promises of its answer. */
export function promisesOf(interaction: Interaction): Promised[] {
  const headers = Object.keys(interaction.response.headers ?? {}).map((header) => ({ header: header.toLowerCase() }));
  return [...headers, ...pathsIn(envelopeOf(interaction)).map((path) => ({ path }))];
}

/** Something of another type than any matcher or literal of the contracts takes for the same. */
const retyped = (value: unknown): unknown => {
  if (typeof value === 'string') return 7;
  if (Array.isArray(value)) return { 0: 'no list' };
  if (isRecord(value)) return ['no object'];
  return value === null ? { was: null } : 'of another type';
};

/** Throws when the answer does not hold what is to be damaged: then nothing would be shown. */
function damagedAt(value: unknown, [key, ...rest]: readonly (string | number)[], damage: Damage): unknown {
  if (key === undefined) return retyped(value);
  if (Array.isArray(value) && typeof key === 'number' && key in value) {
    // How many there are nobody promised, only that there are some.
    if (damage === 'dropped' && rest.length === 0) return [];
    return value.with(key, damagedAt(value[key], rest, damage));
  }
  if (!isRecord(value) || !(key in value)) throw new Error(`the answer has nothing at ${key}`);
  const { [key]: inner, ...others } = value;
  return damage === 'dropped' && rest.length === 0 ? others : { ...value, [key]: damagedAt(inner, rest, damage) };
}

function damaged({ headers, envelope }: Answer, { promised, damage }: Mutation): Answer {
  if ('path' in promised) return { headers, envelope: damagedAt(envelope, promised.path, damage) };
  const { [promised.header]: _dropped, ...others } = headers;
  return { headers: damage === 'dropped' ? others : { ...others, [promised.header]: 'text/plain; of=another-kind' }, envelope };
}

export const nameOf = ({ resource, interaction, promised, damage }: Mutation): string => {
  const place = 'header' in promised ? `header ${promised.header}` : promised.path.join('.');
  return `${resource}: ${interaction.description}: ${place} ${damage}`;
};

/**
 * Rounds in which each exchange has one promise damaged at most, so that one verification tries one of each. `limit` is
 * how many promises of an exchange are tried; which ones changes from exchange to exchange.
 */
export function roundsOf(planned: readonly Planned[], limit: number): Mutation[][] {
  const rounds: Mutation[][] = [];
  for (const [index, one] of planned.entries()) {
    const promises = promisesOf(one.interaction);
    const chosen = promises.map((_, step) => promises[(index + step) % promises.length]).slice(0, limit);
    const mutations = chosen.flatMap((promised) => (promised ? damages.map((damage) => ({ ...one, promised, damage })) : []));
    for (const [round, mutation] of mutations.entries()) (rounds[round] ??= []).push(mutation);
  }
  return rounds;
}

export interface Survivors {
  /** Damages that were tried. */
  total: number;
  /** Names of those that the verification let pass. */
  survived: string[];
  /** Names of those that could not be done, because the answer lacked the place. */
  undone: string[];
}

/** Damages the answers of a backend that keeps its contracts; each damage must be found out. */
export async function survivorsOf(
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
        return damaged(answer, mutation);
      } catch {
        undone.add(exchange);
        return answer;
      }
    });
    try {
      const played = await playPacts(round, { ...backend, url: proxy.url, isMarked: true });
      found.total += round.length;
      for (const [index, mutation] of round.entries()) {
        if (undone.has(index)) found.undone.push(nameOf(mutation));
        else if (played[index]?.differences.length === 0) found.survived.push(nameOf(mutation));
      }
    } finally {
      proxy.close();
    }
  }
  return found;
}
