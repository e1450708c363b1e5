import { isRecord } from './difference.ts';
import type { Interaction } from './interaction.ts';
import { type Rule, ruleFinder } from './matching-rules.ts';

type Place = readonly (string | number)[];
type Scalar = string | number | boolean | null;
type Rules = Record<string, Rule>;

/** A value that the request or a provider state fixes, with the name it has there. */
interface Fixed {
  key: string;
  value: Scalar;
}

function* listLeaves(value: unknown, key = ''): Generator<Fixed> {
  if (Array.isArray(value)) for (const one of value) yield* listLeaves(one, key);
  else if (isRecord(value)) for (const [name, inner] of Object.entries(value)) yield* listLeaves(inner, name);
  else yield { key, value: value as Scalar };
}

/** The values of an object itself, and the ids of what it contains. */
function* listOwn(params: Record<string, unknown> = {}): Generator<Fixed> {
  for (const [key, value] of Object.entries(params)) {
    if (typeof value !== 'object' || value === null) yield { key, value: value as Scalar };
    else for (const one of listLeaves(value, key)) if (isId(one.key)) yield one;
  }
}

/** Instants may be written with or without fractions of a second, and a state has no calendar: days of a report follow the clock. */
const isTime = (value: Scalar): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
const isId = (key: string): boolean => /(?:^|_)ids?$/.test(key);
/** Shorter texts and smaller numbers also occur by chance. */
const LONG_TEXT = 4;
const LARGE_NUMBER = 10;

/** Whether a value of an answer is one that the request or a state fixed. */
function isFixed(key: string, value: Scalar, fixed: readonly Fixed[]): boolean {
  if (value === null || typeof value === 'boolean' || isTime(value)) return false;
  return fixed.some((one) => {
    if (one.value !== value) return false;
    if (one.key === key) return true;
    if (typeof value === 'number') return value >= LARGE_NUMBER && isId(key) && isId(one.key);
    return value.length >= LONG_TEXT && !/^[a-z_]+$/.test(value);
  });
}

/** `$.data.list[*].id`: every index of a list whose elements share one promise is `*`; keys of digits are written like indexes. */
const toPath = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>(
    (path, step) =>
      path +
      (typeof step === 'number' || /^\d+$/.test(step)
        ? `[${step}]`
        : step === '*'
          ? '[*]'
          : /^[A-Za-z_][\w-]*$/.test(step)
            ? `.${step}`
            : `['${step}']`),
    '$',
  );

/** The version of a changed object is one more than the request sends. */
const isNewVersion = (place: Place): boolean => place.length === 2 && place[1] === 'version';

interface Changed {
  data: object;
}

const withVersion = (envelope: Changed, version: number): Changed => ({ ...envelope, data: { ...envelope.data, version } });

const EQUALITY: Rule = { combine: 'AND', matchers: [{ match: 'equality' }] };

/**
 * Makes what is fixed literal. A value of an answer that repeats one of the request or of a state must come back as it is, the total of a
 * list is exact, and a value without a rule below a list gets a rule of its own, because the rule of the list would loosen it.
 */
export function pinValues(interaction: Interaction): Interaction {
  const { request, response, providerStates = [] } = interaction;
  const { body, matchingRules = {} } = response;
  if (!body || body.encoded !== false) return interaction;
  const rules: Rules = { ...matchingRules.body };
  const ruleAt = ruleFinder(rules);
  const repeated = new Set(
    providerStates.filter(({ name }, at) => providerStates.findIndex((one) => one.name === name) < at).map(({ name }) => name),
  );
  const ofStates = providerStates.flatMap(({ name, params }) =>
    [...listOwn(params)].map((one) => ({ ...one, isRepeated: repeated.has(name) })),
  );
  const fixed: Fixed[] = [...listLeaves(request.body?.content), ...ofStates];
  /** Objects of one kind differ from element to element, and where the total says that there are more rows than the example shows. */
  const differing = new Set(ofStates.filter(({ isRepeated }) => isRepeated).map(({ value }) => value));
  const data = (body.content as { data?: { list?: unknown[]; total?: unknown } }).data;
  const hasMoreRows = Array.isArray(data?.list) && typeof data.total === 'number' && data.total > data.list.length;
  const fixedInLists = hasMoreRows ? [] : fixed.filter(({ value }) => !differing.has(value));
  const added: Rules = {};
  const sentVersion = (request.body?.content as { version?: unknown } | undefined)?.version;
  let content = body.content;

  const isTotal = (place: Place): boolean => place.length === 2 && place[1] === 'total' && Array.isArray(data?.list);
  const hasRuleBelow = (path: string): boolean =>
    Object.keys(rules).some((known) => known.startsWith(`${path}[`) || known.startsWith(`${path}.`));

  /** `shown` is where the value stands, `path` the same with `*` for elements that share a promise. */
  function visit(value: unknown, shown: Place, path: readonly (string | number)[]): void {
    const own = rules[toPath(path)];
    if (Array.isArray(value)) {
      const isEach = own?.matchers[0]?.match === 'type';
      // A list without a rule of its own nor any below it is compared as a whole, its length included.
      if (own === undefined && ruleAt(shown) !== undefined && !hasRuleBelow(toPath(path))) {
        added[toPath(path)] = EQUALITY;
        return;
      }
      for (const [at, one] of value.entries()) visit(one, [...shown, at], [...path, isEach ? '*' : at]);
      return;
    }
    if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...shown, key], [...path, key]);
      return;
    }
    // Elements of a list of plain values differ.
    if (path.at(-1) === '*') return;
    const key = String(shown.findLast((step) => typeof step === 'string') ?? '');
    if (own === undefined) {
      if (ruleAt(shown) !== undefined) added[toPath(path)] = EQUALITY;
      return;
    }
    if (isNewVersion(shown)) {
      if (typeof sentVersion !== 'number') return;
      added[toPath(path)] = EQUALITY;
      content = withVersion(content as Changed, sentVersion + 1);
      return;
    }
    if (isTotal(shown) || isFixed(key, value as Scalar, path.includes('*') ? fixedInLists : fixed)) added[toPath(path)] = EQUALITY;
  }
  visit(body.content, [], []);
  if (Object.keys(added).length === 0) return interaction;
  return {
    ...interaction,
    response: { ...response, body: { ...body, content }, matchingRules: { ...matchingRules, body: { ...rules, ...added } } },
  };
}
