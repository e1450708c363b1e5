import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { reasonMeanings } from '#contracts/endpoints/reason-meanings.ts';
import { commonReasons, type Reason, reasonCodes, signedOutReasons } from '#contracts/endpoints/reasons.ts';
import { reasonsOfCall } from '#contracts/endpoints/reasons-of-call.ts';
import { canonical, type Difference } from '#contracts/sets/difference.ts';
import { callPath, envelopeOf, type Interaction } from '#contracts/sets/interaction.ts';
import { promisedLeaves } from '#contracts/sets/leaves.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { meanings } from '#contracts/states/meanings.ts';
import { isBeginning, type SituationName } from '#contracts/states/states.ts';
import type { Catalogue, CatalogueCall, CatalogueExample, CatalogueReason, CatalogueState, CatalogueUse, JsonSchema } from './catalogue.ts';

export interface CatalogueSources {
  /** Version of the product. */
  version: string;
  endpoints: readonly Endpoint[];
  /** Source of examples and promised fields. */
  pacts: PactSet;
  /** Callers by the path of an endpoint. */
  uses: ReadonlyMap<string, CatalogueUse[]>;
  /** Newest first. */
  releases: readonly { version: string | null; date: string | null; changes: readonly Difference[] }[];
}

const toJsonSchema = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema));

function toExample(interaction: Interaction): CatalogueExample {
  const envelope = envelopeOf(interaction);
  const { description, providerStates = [], request } = interaction;
  return {
    description,
    states: providerStates.map(({ name, params = {} }) => ({ name, params })),
    request: request.body?.content ?? null,
    answer: envelope ? { code: Number(envelope.code), message: String(envelope.message), data: envelope.data } : null,
  };
}

/** Paths of the promised fields. An empty list is omitted if another example shows its rows. */
function listPromises(interactions: readonly Interaction[]): string[] {
  const leaves = promisedLeaves(interactions).filter((leaf) => leaf !== '');
  return leaves.filter((leaf) => !leaves.some((other) => other.startsWith(`${leaf}[]`) || other.startsWith(`${leaf}.`))).toSorted();
}

function toCall(endpoint: Endpoint, { pacts, uses }: CatalogueSources): CatalogueCall {
  const { name, method, path, summary, access, action = null, effect, answer, request, reply, reasons } = endpoint;
  const exchanges = pacts.pacts
    .flatMap(({ interactions }) => interactions)
    .filter((each) => callPath(each) === path && each.request.method === method);
  return {
    name,
    resource: name.split('.')[0] ?? name,
    method,
    path: `/api${path}`,
    summary,
    access: typeof access === 'string' ? access : { pages: [...access.pages] },
    action,
    effect,
    answer,
    request: toJsonSchema(request),
    reply: toJsonSchema(reply),
    reasons: { own: [...reasons], common: reasonsOfCall(endpoint).filter((reason) => !reasons.includes(reason)) },
    promised: answer === 'envelope' ? listPromises(exchanges) : [],
    examples: exchanges.map(toExample),
    uses: uses.get(path) ?? [],
  };
}

const COMMON_REASONS: readonly Reason[] = [...signedOutReasons, ...commonReasons];

function toReason(reason: Reason, endpoints: readonly Endpoint[]): CatalogueReason {
  const { meaning, data = {} } = reasonMeanings[reason];
  const calls = endpoints.filter(({ reasons }) => reasons.includes(reason)).map(({ name }) => name);
  return {
    reason,
    code: reasonCodes[reason],
    meaning,
    data: Object.fromEntries(Object.entries(data).map(([key, schema]) => [key, toJsonSchema(schema)])),
    answeredBy: COMMON_REASONS.includes(reason) ? 'any' : calls.length > 0 ? 'calls' : 'results',
    calls,
  };
}

/** `number`, `text | null`, `object[]`: JSON types, as far as the pacts show them. */
function describeType(values: readonly unknown[]): string {
  const nameType = (value: unknown): string => {
    if (value === null) return 'null';
    if (!Array.isArray(value)) return typeof value;
    const inner = [...new Set(value.map(nameType))].toSorted();
    return inner.length === 1 ? `${inner[0]}[]` : 'array';
  };
  const types = [...new Set(values.filter((value) => value !== undefined).map(nameType))];
  // The type of an empty list is unknown, so the type of a filled one is preferred.
  const shownTypes = types.filter((type) => type !== 'array' || !types.some((other) => other.endsWith('[]')));
  return shownTypes.toSorted((a, b) => Number(a === 'null') - Number(b === 'null') || (a < b ? -1 : 1)).join(' | ');
}

function toState(name: SituationName, interactions: readonly Interaction[]): CatalogueState {
  const needingState = interactions.filter(({ providerStates = [] }) => providerStates.some((state) => state.name === name));
  const usages = needingState.flatMap(({ providerStates = [] }) => providerStates.filter((state) => state.name === name));
  const examples = [...new Map(usages.map(({ params = {} }) => [canonical(params), params])).values()];
  const { meaning, params } = meanings[name];
  return {
    name,
    meaning,
    beginsAnew: isBeginning(name),
    params: Object.entries(params).map(([param, words]) => ({
      name: param,
      type: describeType(examples.map((example) => example[param])),
      meaning: words,
    })),
    examples,
    exchanges: needingState.length,
  };
}

/** Builds the data of the catalogue, in the order of the endpoints, the reasons and the states. */
export function buildCatalogue(sources: CatalogueSources): Catalogue {
  const { version, endpoints, pacts, releases } = sources;
  const interactions = pacts.pacts.flatMap((pact) => pact.interactions);
  return {
    version,
    calls: endpoints.map((endpoint) => toCall(endpoint, sources)),
    reasons: (Object.keys(reasonMeanings) as Reason[]).map((reason) => toReason(reason, endpoints)),
    states: (Object.keys(meanings) as SituationName[]).map((name) => toState(name, interactions)),
    releases: releases.map(({ changes, ...release }) => ({
      ...release,
      changes: changes.map(({ call, words, consoles, backends }) => ({ call, words, consoles, backends })),
    })),
  };
}

/** The catalogue as the text of a file. */
export const formatCatalogue = (catalogue: Catalogue): string => `${JSON.stringify(catalogue)}\n`;
