import type { Endpoint } from '../endpoints/endpoint.ts';
import { reasonMeanings } from '../endpoints/reason-meanings.ts';
import { ExportCount } from '../endpoints/shapes.ts';
import { isRecord } from './difference.ts';
import { NOT_NEGATIVE } from './forms.ts';
import { envelopeOf, type Interaction } from './interaction.ts';
import { type Rule, stepsOf } from './matching-rules.ts';

type Schema = Record<string, unknown>;
type Step = NonNullable<ReturnType<typeof stepsOf>>[number];

/** The schema with its alternatives, and without references to itself. */
function* unfold(schema: unknown, definitions: Schema = {}): Generator<{ schema: Schema; definitions: Schema }> {
  if (!isRecord(schema)) return;
  const known = isRecord(schema.$defs) ? { ...definitions, ...schema.$defs } : definitions;
  if (typeof schema.$ref === 'string') yield* unfold(known[schema.$ref], known);
  yield { schema, definitions: known };
  for (const one of Array.isArray(schema.anyOf) ? schema.anyOf : []) yield* unfold(one, known);
}

/** The schemas of the values at a place below a schema. */
function findSchemas(schema: unknown, [step, ...rest]: readonly Step[], definitions: Schema = {}): Schema[] {
  const here = [...unfold(schema, definitions)];
  if (step === undefined) return here.map((one) => one.schema);
  return here.flatMap((one) => {
    const { properties, items, additionalProperties, patternProperties } = one.schema;
    const named = isRecord(properties) && typeof step !== 'symbol' ? properties[String(step)] : undefined;
    const others = isRecord(patternProperties) ? Object.values(patternProperties) : [additionalProperties];
    const inner = named === undefined ? [...(typeof step === 'string' ? others : [items, ...others])] : [named];
    return inner.flatMap((part) => findSchemas(part, rest, one.definitions));
  });
}

/** The schema of `data` in an answer of the call. */
function describeData({ reply, answer }: Endpoint, interaction: Interaction): unknown {
  const envelope = envelopeOf(interaction);
  if (envelope?.code === 0) return answer === 'spreadsheet' ? ExportCount : reply;
  const reason = Object.entries(reasonMeanings).find(([name]) => name === envelope?.data.reason)?.[1];
  return { properties: { ...reason?.data, latest: reply } };
}

const NUMBERS = ['integer', 'number', 'decimal'];

/** The paths of the numbers that an answer promises by their type alone, and whether the endpoint declares that none is negative. */
export function listNumbers(interaction: Interaction, endpoint: Endpoint): { path: string; rule: Rule; isCount: boolean }[] {
  const data: unknown = JSON.parse(JSON.stringify(describeData(endpoint, interaction)));
  return Object.entries(interaction.response.matchingRules?.body ?? {}).flatMap(([path, rule]) => {
    const steps = stepsOf(path);
    if (steps?.[0] !== 'data' || !NUMBERS.includes(rule.matchers[0]?.match ?? '')) return [];
    const numbers = findSchemas(data, steps.slice(1)).filter(({ type }) => type === 'integer' || type === 'number');
    const isCount = numbers.length > 0 && numbers.every(({ minimum }) => Number(minimum) >= 0);
    return [{ path, rule, isCount }];
  });
}

/** Promises every number that the endpoint declares not to be negative as such a number. */
export function promiseCounts(interaction: Interaction, endpoint: Endpoint): Interaction {
  const counts = listNumbers(interaction, endpoint).filter(({ rule, isCount }) => isCount && rule.matchers.length === 1);
  if (counts.length === 0) return interaction;
  const { response } = interaction;
  const added = counts.map(({ path, rule }): [string, Rule] => [
    path,
    { combine: 'AND', matchers: [...rule.matchers, { match: 'regex', regex: NOT_NEGATIVE }] },
  ]);
  const body = { ...response.matchingRules?.body, ...Object.fromEntries(added) };
  return { ...interaction, response: { ...response, matchingRules: { ...response.matchingRules, body } } };
}
