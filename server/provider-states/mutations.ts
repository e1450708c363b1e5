import { NOT_NEGATIVE } from '#contracts/sets/forms.ts';
import { envelopeOf, type Interaction } from '#contracts/sets/interaction.ts';
import { ruleFinder } from '#contracts/sets/matching-rules.ts';
import { playPacts } from './pact-verifier.ts';
import type { Planned } from './plan.ts';
import { type Answer, openProxy } from './proxy.ts';

/** A header, or the path of a value in the envelope: keys, and indexes in lists. */
export type PromisedPlace = { header: string } | { path: readonly (string | number)[] };

/**
 * Removed, replaced by a value of another type, by another value of its type (of a literal value), by a negative number (of a count), or
 * joined by a further element with other literal values (of a list).
 */
export type Damage = 'dropped' | 'retyped' | 'changed' | 'negated' | 'joined';

export interface Mutation extends Planned {
  mark: number;
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

const changeValue = (value: unknown): unknown =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : typeof value === 'string' ? `${value}x` : value;

/** Says which values below a place are literal. */
type IsLiteral = (path: readonly (string | number)[]) => boolean;

function readLiterals(interaction: Interaction): IsLiteral {
  const ruleAt = ruleFinder(interaction.response.matchingRules?.body ?? {});
  const isElementFound = elementFinder(interaction);
  return (path) => {
    const rule = ruleAt(path);
    return !isElementFound(path) && (rule === undefined || rule.matchers.every(({ match }) => match === 'equality'));
  };
}

/** Says of an element of a list whether it is promised only that some element of the list is like it. */
function elementFinder({ response }: Interaction): (path: readonly (string | number)[]) => boolean {
  const ruleAt = ruleFinder(response.matchingRules?.body ?? {});
  return (path) =>
    typeof path.at(-1) === 'number' && (ruleAt(path.slice(0, -1))?.matchers.some(({ match }) => match === 'arrayContains') ?? false);
}

/** Says whether the number at a place is promised not to be negative. */
function isCountAt({ response }: Interaction, path: readonly (string | number)[]): boolean {
  const rule = ruleFinder(response.matchingRules?.body ?? {})(path);
  return rule?.matchers.some(({ regex }) => regex === NOT_NEGATIVE) ?? false;
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** The paths of literal values below a place, without nulls. */
const listLiterals = (value: unknown, at: readonly (string | number)[], isLiteral: IsLiteral): (readonly (string | number)[])[] =>
  [at, ...listPaths(value).map((below) => [...at, ...below])].filter(
    (path) => isLiteral(path) && isScalar(valueAt(value, path.slice(at.length))),
  );

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

/** The damages that an exchange must notice at a place of its answer. */
function damagesAt(interaction: Interaction, promised: PromisedPlace): Damage[] {
  if ('header' in promised) return ['dropped', 'retyped'];
  const { path } = promised;
  const isLiteral = readLiterals(interaction);
  const value = valueAt(envelopeOf(interaction), path);
  const isEach = Array.isArray(value) && !isLiteral(path) && isRecord(value[0]);
  return [
    'dropped',
    'retyped',
    ...(isScalar(value) && isLiteral(path) ? (['changed'] as const) : []),
    ...(isCountAt(interaction, path) ? (['negated'] as const) : []),
    ...(isEach && listLiterals(value[0], [...path, 0], isLiteral).length > 0 ? (['joined'] as const) : []),
  ];
}

/** Throws when the answer does not contain the value to be damaged, because an undamaged answer would prove nothing. */
function damageAt(value: unknown, [key, ...rest]: readonly (string | number)[], damage: Damage): unknown {
  if (key === undefined) return damage === 'changed' ? changeValue(value) : damage === 'negated' ? -1 - Number(value) : changeType(value);
  if (Array.isArray(value) && typeof key === 'number' && key in value) {
    // The number of items is not promised, only that there are some.
    if (damage === 'dropped' && rest.length === 0) return [];
    return value.with(key, damageAt(value[key], rest, damage));
  }
  if (!isRecord(value) || !(key in value)) throw new Error(`the answer has nothing at ${key}`);
  const { [key]: inner, ...others } = value;
  return damage === 'dropped' && rest.length === 0 ? others : { ...value, [key]: damageAt(inner, rest, damage) };
}

/** The list with one more element: a copy of the first with other literal values. */
function joinElement(envelope: unknown, path: readonly (string | number)[], isLiteral: IsLiteral): unknown {
  const list = valueAt(envelope, path);
  if (!Array.isArray(list) || list.length === 0) throw new Error('the answer has no element there');
  const first = [...path, 0];
  const element = listLiterals(list[0], first, isLiteral).reduce(
    (changed, literal) => damageAt(changed, literal.slice(first.length), 'changed'),
    list[0],
  );
  return replaceAt(envelope, path, [...list, element]);
}

function replaceAt(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(key), replaceAt(value[Number(key)], rest, by));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: replaceAt(record[key], rest, by) };
}

function damageAnswer({ headers, envelope }: Answer, { interaction, promised, damage }: Mutation): Answer {
  if ('path' in promised && damage === 'joined')
    return { headers, envelope: joinElement(envelope, promised.path, readLiterals(interaction)) };
  if ('path' in promised && elementFinder(interaction)(promised.path)) {
    const list = promised.path.slice(0, -1);
    const damaged = valueAt(envelope, list);
    if (!Array.isArray(damaged) || damaged.length === 0) throw new Error('the answer has no element there');
    const elements = damage === 'dropped' ? [] : damaged.map((element) => damageAt(element, [], damage));
    return { headers, envelope: replaceAt(envelope, list, elements) };
  }
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
    const mutations = chosen.flatMap((promised) =>
      promised ? damagesAt(one.interaction, promised).map((damage) => ({ ...one, mark: index, promised, damage })) : [],
    );
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
    const byMark = new Map(round.map((mutation) => [mutation.mark, mutation]));
    const proxy = await openProxy(backend.url, (answer, exchange) => {
      const mutation = byMark.get(exchange);
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
        if (undone.has(mutation.mark)) found.undone.push(describeMutation(mutation));
        else if (played[index]?.differences.length === 0) found.survived.push(describeMutation(mutation));
      }
    } finally {
      proxy.close();
    }
  }
  return found;
}

const REQUEST_MADE = 'a request was made';

/** The exchanges that read a write back, as they are where nothing was written. */
export const withoutWrites = (planned: readonly Planned[]): Planned[] =>
  planned.flatMap(({ resource, interaction }): Planned[] => {
    const { providerStates = [] } = interaction;
    const others = providerStates.filter(({ name }) => name !== REQUEST_MADE);
    return others.length === providerStates.length ? [] : [{ resource, interaction: { ...interaction, providerStates: others } }];
  });

/** Reads writes back that were never made; the verification must notice each. */
export async function findUnwritten(
  planned: readonly Planned[],
  backend: { url: URL; statesUrl: string; timeoutMs: number },
): Promise<Survivors> {
  const unwritten = withoutWrites(planned);
  const played = await playPacts(unwritten, backend);
  const survived = unwritten.filter((_, index) => played[index]?.differences.length === 0);
  return {
    total: unwritten.length,
    survived: survived.map(({ resource, interaction }) => `${resource}: ${interaction.description}: nothing written`),
    undone: [],
  };
}
