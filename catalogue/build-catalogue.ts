import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { reasonMeanings } from '#contracts/endpoints/reason-meanings.ts';
import { commonReasons, type Reason, reasonCodes, signedOutReasons } from '#contracts/endpoints/reasons.ts';
import { canonical, type Difference } from '#contracts/sets/difference.ts';
import { callPath, envelopeOf, type Interaction } from '#contracts/sets/interaction.ts';
import { promisedLeaves } from '#contracts/sets/leaves.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { meanings } from '#contracts/states/meanings.ts';
import { isBeginning, type SituationName } from '#contracts/states/states.ts';
import type { Catalogue, CatalogueCall, CatalogueExample, CatalogueReason, CatalogueState, CatalogueUse, JsonSchema } from './catalogue.ts';

export interface CatalogueSources {
  /** Of the product. */
  version: string;
  endpoints: readonly Endpoint[];
  /** Where examples and promises come from. */
  pacts: PactSet;
  /** By the path of an endpoint. */
  uses: ReadonlyMap<string, CatalogueUse[]>;
  /** Newest first. */
  releases: readonly { version: string | null; date: string | null; changes: readonly Difference[] }[];
}

const jsonOf = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema));

function exampleOf(interaction: Interaction): CatalogueExample {
  const envelope = envelopeOf(interaction);
  const { description, providerStates = [], request } = interaction;
  return {
    description,
    states: providerStates.map(({ name, params = {} }) => ({ name, params })),
    request: request.body?.content ?? null,
    answer: envelope ? { code: Number(envelope.code), message: String(envelope.message), data: envelope.data } : null,
  };
}

/** Without what is told closer by another: an empty list where another example has rows. */
function promisesOf(interactions: readonly Interaction[]): string[] {
  const leaves = promisedLeaves(interactions).filter((leaf) => leaf !== '');
  return leaves.filter((leaf) => !leaves.some((other) => other.startsWith(`${leaf}[]`) || other.startsWith(`${leaf}.`))).toSorted();
}

function callOf(endpoint: Endpoint, { pacts, uses }: CatalogueSources): CatalogueCall {
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
    request: jsonOf(request),
    reply: jsonOf(reply),
    reasons: { own: [...reasons], common: [...(access === 'public' ? [] : signedOutReasons), ...commonReasons] },
    promised: answer === 'envelope' ? promisesOf(exchanges) : [],
    examples: exchanges.map(exampleOf),
    uses: uses.get(path) ?? [],
  };
}

const common: readonly Reason[] = [...signedOutReasons, ...commonReasons];

function reasonOf(reason: Reason, endpoints: readonly Endpoint[]): CatalogueReason {
  const { meaning, data = {} } = reasonMeanings[reason];
  const calls = endpoints.filter(({ reasons }) => reasons.includes(reason)).map(({ name }) => name);
  return {
    reason,
    code: reasonCodes[reason],
    meaning,
    data: Object.fromEntries(Object.entries(data).map(([key, schema]) => [key, jsonOf(schema)])),
    answeredBy: common.includes(reason) ? 'any' : calls.length > 0 ? 'calls' : 'results',
    calls,
  };
}

/** `number`, `text | null`, `object[]`: in the words of JSON, as far as the pacts show it. */
function typeOf(values: readonly unknown[]): string {
  const named = (value: unknown): string => {
    if (value === null) return 'null';
    if (!Array.isArray(value)) return typeof value;
    const inner = [...new Set(value.map(named))].toSorted();
    return inner.length === 1 ? `${inner[0]}[]` : 'array';
  };
  const types = [...new Set(values.filter((value) => value !== undefined).map(named))];
  // An empty list says nothing beside one that is not.
  const told = types.filter((type) => type !== 'array' || !types.some((other) => other.endsWith('[]')));
  return told.toSorted((a, b) => Number(a === 'null') - Number(b === 'null') || (a < b ? -1 : 1)).join(' | ');
}

function stateOf(name: SituationName, interactions: readonly Interaction[]): CatalogueState {
  const needing = interactions.filter(({ providerStates = [] }) => providerStates.some((state) => state.name === name));
  const given = needing.flatMap(({ providerStates = [] }) => providerStates.filter((state) => state.name === name));
  const examples = [...new Map(given.map(({ params = {} }) => [canonical(params), params])).values()];
  const { meaning, params } = meanings[name];
  return {
    name,
    meaning,
    beginsAnew: isBeginning(name),
    params: Object.entries(params).map(([param, words]) => ({
      name: param,
      type: typeOf(examples.map((example) => example[param])),
      meaning: words,
    })),
    examples,
    exchanges: needing.length,
  };
}

/** Everything the site of the contracts shows, in the order of the endpoints, the reasons and the states. */
export function buildCatalogue(sources: CatalogueSources): Catalogue {
  const { version, endpoints, pacts, releases } = sources;
  const interactions = pacts.pacts.flatMap((pact) => pact.interactions);
  return {
    version,
    calls: endpoints.map((endpoint) => callOf(endpoint, sources)),
    reasons: (Object.keys(reasonMeanings) as Reason[]).map((reason) => reasonOf(reason, endpoints)),
    states: (Object.keys(meanings) as SituationName[]).map((name) => stateOf(name, interactions)),
    releases: releases.map(({ changes, ...release }) => ({
      ...release,
      changes: changes.map(({ call, words, consoles, backends }) => ({ call, words, consoles, backends })),
    })),
  };
}

/** As it is written to a file. */
export const catalogueText = (catalogue: Catalogue): string => `${JSON.stringify(catalogue)}\n`;
