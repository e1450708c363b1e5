import { below, canonical, isRecord } from './difference.ts';
import type { Interaction } from './interaction.ts';
import { type Matcher, type Rule, type RuleFinder, ruleFinder } from './matching-rules.ts';

type Scalar = string | number | boolean | null;
type Plain = 'text' | 'number' | 'whole' | 'boolean' | 'null';

/** What may stand at a place of an answer. Examples are no part of it. */
export type Allowed =
  | { is: 'value'; value: Scalar }
  /** `numbers`: a number whose digits fit will do as well, as verifiers of Pact take it where no type is demanded. */
  | { is: 'words'; words: readonly string[]; numbers: boolean }
  | { is: 'form'; pattern: string; numbers: boolean }
  | { is: 'plain'; type: Plain }
  | { is: 'object' }
  /** As many as one likes from `min` on, all alike. */
  | { is: 'each'; min: number; max: number }
  /** Exactly so many, each with a promise of its own. */
  | { is: 'row'; length: number }
  /** A rule not known here: it is only the same as itself. */
  | { is: 'other'; text: string };

/** What is promised at a place and below it. */
export interface Promised {
  allowed: Allowed;
  /** By name of the field; `[]` for each of a list, `[0]`, `[1]` for those of a row. */
  inner: ReadonlyMap<string, Promised>;
}

const WORDS = /^\^\(([^()[\]\\.*+?^$]+)\)\$$/;

const plainOf = (value: Scalar): Plain =>
  value === null ? 'null' : typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';

const SOME_NUMBERS = ['0', '1', '7', '10', '42', '365', '2026', '20261120', '-1', '1.5', '0.25'];

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false; // written for another kind of regular expressions
  }
}

function textRule(pattern: string, isTyped: boolean): Allowed {
  const words = WORDS.exec(pattern)?.[1]?.split('|');
  const numbers = !isTyped && (words ?? SOME_NUMBERS).some((text) => /^-?\d/.test(text) && matches(pattern, text));
  return words ? { is: 'words', words: [...new Set(words)].toSorted(), numbers } : { is: 'form', pattern, numbers };
}

function scalarAllowed(value: Scalar, matchers: readonly Matcher[]): Allowed {
  const [matcher, ...more] = matchers.length > 1 ? matchers.filter(({ match }) => match !== 'type') : matchers;
  if (more.length > 0) return { is: 'other', text: canonical(matchers) };
  switch (matcher?.match) {
    case undefined:
    case 'equality':
      return { is: 'value', value };
    case 'type':
      return { is: 'plain', type: plainOf(value) };
    case 'integer':
      return { is: 'plain', type: 'whole' };
    case 'number':
      return { is: 'plain', type: 'number' };
    case 'boolean':
      return { is: 'plain', type: 'boolean' };
    case 'null':
      return { is: 'plain', type: 'null' };
    case 'regex':
      return textRule(String(matcher.regex), matchers.length > 1);
    default:
      return { is: 'other', text: canonical(matcher) };
  }
}

const other = (value: unknown, rule: Rule): Promised => ({ allowed: { is: 'other', text: canonical({ rule, value }) }, inner: new Map() });

/** Of a JSON text with the rules of its places. */
function promisedIn(value: unknown, ruleAt: RuleFinder, place: (string | number)[] = []): Promised {
  const rule = ruleAt(place);
  const matcher = rule?.matchers[0];
  if (rule && rule.combine === 'OR') return other(value, rule);
  const isList = Array.isArray(value);
  if (!isList && !isRecord(value)) return { allowed: scalarAllowed(value as Scalar, rule?.matchers ?? []), inner: new Map() };
  if (rule && (matcher?.match !== 'type' || rule.matchers.length > 1)) return other(value, rule);
  if (!isList) {
    const inner = Object.entries(value).map(([key, one]) => [key, promisedIn(one, ruleAt, [...place, key])] as const);
    return { allowed: { is: 'object' }, inner: new Map(inner) };
  }
  const elements = value.map((one, at) => promisedIn(one, ruleAt, [...place, at]));
  if (!matcher) return { allowed: { is: 'row', length: value.length }, inner: new Map(elements.map((one, at) => [`[${at}]`, one])) };
  const { min, max } = matcher;
  const allowed: Allowed = { is: 'each', min: typeof min === 'number' ? min : 0, max: typeof max === 'number' ? max : Infinity };
  return { allowed, inner: new Map(elements.map((one, at) => [at === 0 ? '[]' : `[${at}]`, one])) };
}

const bare = (allowed: Allowed): Promised => ({ allowed, inner: new Map() });

/** Headers of the answer, its status and its body: everything that a backend owes for one exchange. */
export function promiseOf({ response }: Interaction): Promised {
  const { body, status, headers = {}, matchingRules = {} } = response;
  const parts = new Map<string, Promised>();
  const loose = matchingRules.status && Object.keys(matchingRules.status).length > 0;
  parts.set('status', bare(loose ? { is: 'other', text: canonical(matchingRules.status) } : { is: 'value', value: status }));
  for (const [name, values] of Object.entries(headers)) {
    const rule = Object.entries(matchingRules.header ?? {}).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
    const value = values.join(', ');
    parts.set(
      `header ${name.toLowerCase()}`,
      rule?.combine === 'OR' ? other(value, rule) : bare(scalarAllowed(value, rule?.matchers ?? [])),
    );
  }
  if (!body) return { allowed: { is: 'object' }, inner: parts };
  if (body.encoded !== false) {
    const rule = matchingRules.body?.$;
    parts.set('file', bare({ is: 'other', text: canonical(rule ? rule.matchers : body.content) }));
    return { allowed: { is: 'object' }, inner: parts };
  }
  parts.set('', promisedIn(body.content, ruleFinder(matchingRules.body ?? {})));
  return { allowed: { is: 'object' }, inner: parts };
}

/** Where a part of the envelope is named as people know it: `reply list[].id` lies in `data`, `code` and `reason` decide. */
export const inReply = (place: string, key: string): string => {
  if (place === '') return key === '' ? 'envelope' : `answer ${key}`;
  if (place === 'envelope') return key === 'data' ? 'reply ' : `envelope ${key}`;
  if (place === 'reply ' && key === 'reason') return 'reason';
  return key.startsWith('[') ? `${place}${key}` : below(place, key);
};

/** Each value that listed words let stand. */
const valuesOf = ({ words, numbers }: Extract<Allowed, { is: 'words' }>): Scalar[] => [
  ...words,
  ...(numbers ? words.filter((word) => /^-?\d+(\.\d+)?$/.test(word)).map(Number) : []),
];

/** The text that a rule for texts sees; undefined where it refuses the value. */
const readAsText = (value: Scalar, numbers: boolean): string | undefined =>
  typeof value === 'string' || (numbers && typeof value === 'number') ? String(value) : undefined;

/** Asked of every place of every pact: the common kinds are told without writing them out. */
function isSame(one: Allowed, two: Allowed): boolean {
  if (one.is !== two.is) return false;
  if (one.is === 'plain') return one.type === (two as typeof one).type;
  if (one.is === 'value') return Object.is(one.value, (two as typeof one).value);
  return one.is === 'object' || canonical(one) === canonical(two);
}

/** True where everything that `inner` lets stand may stand by `outer` too. What cannot be told counts as not. */
export function allows(outer: Allowed, inner: Allowed): boolean {
  if (isSame(outer, inner)) return true;
  if (inner.is === 'words') return valuesOf(inner).every((value) => allows(outer, { is: 'value', value }));
  if (inner.is === 'plain' && inner.type === 'null') return allows(outer, { is: 'value', value: null });
  const text = inner.is === 'value' && (outer.is === 'words' || outer.is === 'form') ? readAsText(inner.value, outer.numbers) : undefined;
  switch (outer.is) {
    case 'plain':
      if (inner.is === 'value') return outer.type === plainOf(inner.value) || (outer.type === 'whole' && Number.isInteger(inner.value));
      if (inner.is === 'plain') return outer.type === 'number' && inner.type === 'whole';
      return outer.type === 'text' && inner.is === 'form' && !inner.numbers;
    case 'words':
      return text !== undefined && outer.words.includes(text);
    case 'form':
      if (inner.is === 'form') return inner.pattern === outer.pattern && outer.numbers;
      return text !== undefined && matches(outer.pattern, text);
    case 'each':
      if (inner.is === 'row') return inner.length >= outer.min && inner.length <= outer.max;
      return inner.is === 'each' && inner.min >= outer.min && inner.max <= outer.max;
    case 'value':
      return inner.is === 'value' && inner.value === outer.value;
    case 'object':
    case 'row':
    case 'other':
      return false; // allowed only the same, which was seen above
  }
}
