import { below, canonical, isRecord } from './difference.ts';
import { isWiderPattern, NOT_NEGATIVE } from './forms.ts';
import type { Interaction } from './interaction.ts';
import { type Matcher, type Rule, type RuleFinder, ruleFinder } from './matching-rules.ts';

type Scalar = string | number | boolean | null;
type Plain = 'text' | 'number' | 'whole' | 'boolean' | 'null';

/** The values that an answer may have at one place. Examples are not part of it. */
export type Allowed =
  | { is: 'value'; value: Scalar }
  /** `numbers`: a number whose digits fit will do as well, as verifiers of Pact take it where no type is demanded. */
  | { is: 'words'; words: readonly string[]; numbers: boolean }
  | { is: 'form'; pattern: string; numbers: boolean }
  | { is: 'plain'; type: Plain; isNotNegative?: true }
  | { is: 'object' }
  /** At least `min` elements, all with the same promise. */
  | { is: 'each'; min: number; max: number }
  /** Exactly this many elements, each with its own promise. */
  | { is: 'row'; length: number }
  /** An unknown rule, which equals only itself. */
  | { is: 'other'; text: string };

/** The promise at a place and below it. */
export interface Promised {
  allowed: Allowed;
  /** By field name; `[]` for every element of a list, `[0]`, `[1]` for those of a row. */
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

const NUMBERS = ['integer', 'number', 'decimal'];

/** True of the pattern beside a rule for numbers. */
const isSign = ({ match, regex }: Matcher): boolean => match === 'regex' && regex === NOT_NEGATIVE;

function scalarAllowed(value: Scalar, matchers: readonly Matcher[]): Allowed {
  if (matchers.length === 2 && NUMBERS.includes(matchers[0]?.match ?? '') && matchers[1] !== undefined && isSign(matchers[1])) {
    const allowed = scalarAllowed(value, matchers.slice(0, 1));
    return allowed.is === 'plain' ? { ...allowed, isNotNegative: true } : allowed;
  }
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

/** Reads the promise of a JSON value with the matching rules of its places. */
function promisedIn(value: unknown, ruleAt: RuleFinder, place: (string | number)[] = []): Promised {
  const rule = ruleAt(place);
  const matcher = rule?.matchers[0];
  if (rule && rule.combine === 'OR') return other(value, rule);
  const isList = Array.isArray(value);
  if (!isList && !isRecord(value)) return { allowed: scalarAllowed(value as Scalar, rule?.matchers ?? []), inner: new Map() };
  const isEqual = matcher?.match === 'equality' && rule?.matchers.length === 1;
  if (rule && !isEqual && (matcher?.match !== 'type' || rule.matchers.length > 1)) return other(value, rule);
  if (!isList) {
    const inner = Object.entries(value).map(([key, one]) => [key, promisedIn(one, ruleAt, [...place, key])] as const);
    return { allowed: { is: 'object' }, inner: new Map(inner) };
  }
  const elements = value.map((one, at) => promisedIn(one, ruleAt, [...place, at]));
  if (!matcher || isEqual)
    return { allowed: { is: 'row', length: value.length }, inner: new Map(elements.map((one, at) => [`[${at}]`, one])) };
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

/** The readable name of a place in the envelope: `reply list[].id` lies in `data`, and `reason` is named alone. */
export const inReply = (place: string, key: string): string => {
  if (place === '') return key === '' ? 'envelope' : `answer ${key}`;
  if (place === 'envelope') return key === 'data' ? 'reply ' : `envelope ${key}`;
  if (place === 'reply ' && key === 'reason') return 'reason';
  return key.startsWith('[') ? `${place}${key}` : below(place, key);
};

/** Every value that a list of words allows. */
const valuesOf = ({ words, numbers }: Extract<Allowed, { is: 'words' }>): Scalar[] => [
  ...words,
  ...(numbers ? words.filter((word) => /^-?\d+(\.\d+)?$/.test(word)).map(Number) : []),
];

/** The text that a rule for texts compares; undefined when the rule refuses the value. */
const readAsText = (value: Scalar, numbers: boolean): string | undefined =>
  typeof value === 'string' || (numbers && typeof value === 'number') ? String(value) : undefined;

/** Compares the common kinds without serialising them, because it is called for every place of every pact. */
function isSame(one: Allowed, two: Allowed): boolean {
  if (one.is !== two.is) return false;
  if (one.is === 'plain') return one.type === (two as typeof one).type && one.isNotNegative === (two as typeof one).isNotNegative;
  if (one.is === 'value') return Object.is(one.value, (two as typeof one).value);
  return one.is === 'object' || canonical(one) === canonical(two);
}

const isNotNegative = (allowed: Allowed): boolean =>
  (allowed.is === 'plain' && allowed.isNotNegative === true) || (allowed.is === 'value' && Number(allowed.value) >= 0);

/** Whether `outer` allows everything that `inner` allows. Undecidable cases count as no. */
export function allows(outer: Allowed, inner: Allowed): boolean {
  if (isSame(outer, inner)) return true;
  if (inner.is === 'words') return valuesOf(inner).every((value) => allows(outer, { is: 'value', value }));
  if (inner.is === 'plain' && inner.type === 'null') return allows(outer, { is: 'value', value: null });
  const text = inner.is === 'value' && (outer.is === 'words' || outer.is === 'form') ? readAsText(inner.value, outer.numbers) : undefined;
  switch (outer.is) {
    case 'plain':
      if (outer.isNotNegative && !isNotNegative(inner)) return false;
      if (inner.is === 'value') return outer.type === plainOf(inner.value) || (outer.type === 'whole' && Number.isInteger(inner.value));
      if (inner.is === 'plain') return inner.type === outer.type || (outer.type === 'number' && inner.type === 'whole');
      return outer.type === 'text' && inner.is === 'form' && !inner.numbers;
    case 'words':
      return text !== undefined && outer.words.includes(text);
    case 'form':
      if (inner.is === 'form') return isWiderPattern(outer.pattern, inner.pattern) && (outer.numbers || !inner.numbers);
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
