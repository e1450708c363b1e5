import Schema from 'typebox/schema';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { FieldError } from '#contracts/endpoints/envelope.ts';
import { type Reason, reasonCodes } from '#contracts/endpoints/reasons.ts';
import { reasonsOfCall } from '#contracts/endpoints/reasons-of-call.ts';
import { ExportCount } from '#contracts/endpoints/shapes.ts';
import { callPath, envelopeOf, type Interaction, isSuccess } from '#contracts/sets/interaction.ts';
import { promisedLeaves } from '#contracts/sets/leaves.ts';
import { stepsOf } from '#contracts/sets/matching-rules.ts';
import { listNumbers } from '#contracts/sets/promise-counts.ts';
import { readsOf } from './reads.ts';
import type { ServiceCall } from './service-calls.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same schema where nothing is required: a pact promises only what the console reads. */
function partly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(partly);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (key === 'required' && Array.isArray(value) ? [] : [[key, partly(value)]])),
  );
}

function faults(schema: unknown, value: unknown): string[] {
  const [isValid, errors] = Schema.Errors(JSON.parse(JSON.stringify(schema)), value);
  return isValid ? [] : errors.map((error) => `${error.instancePath || '/'} ${error.message}`);
}

/** Calls no pact tells of, and pacts of calls that do not exist or that the console does not make. */
export function coverageGaps(
  calls: readonly ServiceCall[],
  interactions: readonly Interaction[],
  endpoints: readonly Endpoint[],
): string[] {
  const answered = new Set(interactions.filter(isSuccess).map(callPath));
  const made = new Set(calls.map((call) => call.path));
  return [
    ...calls.filter((call) => !answered.has(call.path)).map((call) => `${call.name} (${call.path}): no pact has its success`),
    ...interactions.flatMap((each) => {
      const at = callPath(each);
      const endpoint = endpoints.find((one) => one.path === at && one.method === each.request.method);
      if (!endpoint) return [`"${each.description}": ${each.request.method} ${at} is no endpoint`];
      return made.has(at) ? [] : [`"${each.description}": no service calls ${at}`];
    }),
  ];
}

/** Refusals an endpoint of the console declares that no pact shows. `reason` or `path reason` in `exempt` is let pass. */
export function refusalGaps(
  calls: readonly ServiceCall[],
  interactions: readonly Interaction[],
  endpoints: readonly Endpoint[],
  exempt: readonly Reason[],
): string[] {
  const shown = new Set(interactions.map((each) => `${callPath(each)} ${String(envelopeOf(each)?.data.reason)}`));
  return endpoints
    .filter((endpoint) => calls.some((call) => call.path === endpoint.path))
    .flatMap(({ path, reasons }) => reasons.filter((reason) => !exempt.includes(reason)).map((reason) => `${path} ${reason}`))
    .filter((pair) => !shown.has(pair));
}

function replyFaults(interaction: Interaction, endpoint: Endpoint): string[] {
  const envelope = envelopeOf(interaction);
  if (!envelope) return endpoint.answer === 'spreadsheet' ? [] : ['a file where data is promised'];
  const { code, data } = envelope;
  if (code === 0) return faults(partly(endpoint.answer === 'spreadsheet' ? ExportCount : endpoint.reply), data);
  const reason = data.reason as Reason;
  return [
    ...(reasonsOfCall(endpoint).includes(reason) ? [] : [`${endpoint.name} does not refuse with ${reason}`]),
    ...(reasonCodes[reason] === code ? [] : [`${reason} has not the code ${String(code)}`]),
    ...(typeof data.trace_id === 'string' ? [] : ['a refusal without trace_id']),
    ...(data.errors === undefined ? [] : faults({ type: 'array', items: FieldError, minItems: 1 }, data.errors)),
    ...(data.latest === undefined ? [] : faults(partly(endpoint.reply), data.latest)),
  ];
}

/** Examples that their endpoint would not accept. What is sent to be refused as wrong may be wrong. */
export function bodyFaults(interactions: readonly Interaction[], endpoints: readonly Endpoint[]): string[] {
  return interactions.flatMap((each) => {
    const endpoint = endpoints.find((one) => one.path === callPath(each));
    if (!endpoint) return [];
    const isMeantWrong = envelopeOf(each)?.code === reasonCodes.VALIDATION;
    const asked = isMeantWrong ? [] : faults(endpoint.request, each.request.body?.content ?? {});
    return [...asked.map((fault) => `request ${fault}`), ...replyFaults(each, endpoint).map((fault) => `reply ${fault}`)].map(
      (fault) => `"${each.description}": ${fault}`,
    );
  });
}

/** What is promised of a node of a tree is promised at whatever depth it stands. */
const atTheRoot = (leaf: string) => leaf.replaceAll('.children[]', '');

const reachesInto = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[]`);

/** What a call reads and no pact promises, and what a pact promises and nobody reads. */
export function promiseGaps(calls: readonly ServiceCall[], interactions: readonly Interaction[], endpoints: readonly Endpoint[]): string[] {
  return calls.flatMap((call) => {
    const endpoint = endpoints.find(({ path }) => path === call.path);
    const isFile = endpoint?.answer === 'spreadsheet';
    const reply: unknown = JSON.parse(JSON.stringify(endpoint?.reply ?? {}));
    const promised = promisedLeaves(interactions.filter((each) => callPath(each) === call.path));
    const read = isFile ? [] : readsOf(call.reads, reply);
    const unpromised = read.filter((leaf) => ![...promised].some((one) => reachesInto(one, leaf) || reachesInto(atTheRoot(one), leaf)));
    // A file is taken whole; in its place only its rows are counted.
    if (isFile)
      return [...promised].filter((one) => !['', 'count', 'max'].includes(one)).map((leaf) => `${call.name} does not read ${leaf}`);
    // What one of several calls of a path leaves out, another may read.
    const together = calls.flatMap(({ path, reads }) => (path === call.path ? readsOf(reads, reply) : []));
    const unread = [...promised].filter((one) => one !== '' && !together.some((leaf) => reachesInto(one, leaf) || reachesInto(leaf, one)));
    return [
      ...unpromised.map((leaf) => `${call.name} reads ${leaf}, which no pact promises`),
      ...unread.map((leaf) => `${call.name} does not read ${leaf}, which a pact promises`),
    ];
  });
}

/** True of a path that leads into `data` past its `reason`, or to the message; one that may lead anywhere does not. */
function isHarmless(path: string): boolean {
  const [part, field, ...more] = stepsOf(path) ?? [];
  if (part === 'message') return field === undefined;
  return part === 'data' && typeof field === 'string' && (field !== 'reason' || more.length > 0);
}

/** What must be literal but is not: where a matcher stood at the code or the reason, any refusal would do. */
export function looseRules(interactions: readonly Interaction[]): string[] {
  return interactions.flatMap((each) => {
    const { body, status } = each.response.matchingRules ?? {};
    const envelope = envelopeOf(each);
    const allowed = (path: string) => (envelope ? isHarmless(path) : path === '$');
    return [
      ...Object.keys(body ?? {})
        .filter((path) => !allowed(path))
        .map((path) => `a matcher at ${path}`),
      ...Object.keys(each.response.generators?.body ?? {}).map((path) => `a generator at ${path}`),
      ...(status && Object.keys(status).length > 0 ? ['a matcher at the status'] : []),
      ...(each.response.status === 200 ? [] : [`status ${each.response.status}`]),
      ...(envelope && !Number.isInteger(envelope.code) ? ['no literal code'] : []),
    ].map((fault) => `"${each.description}": ${fault}`);
  });
}

/** Tokens that are no placeholder, and interactions that say nothing of the state they need. */
export function unfitForPublic(interactions: readonly Interaction[]): string[] {
  return interactions.flatMap((each) => {
    const tokens = (each.request.headers?.Authorization ?? []).filter((token) => token !== 'Bearer test-token');
    return [...(tokens.length > 0 ? ['a token'] : []), ...(each.providerStates?.length ? [] : ['no state'])].map(
      (fault) => `"${each.description}": ${fault}`,
    );
  });
}

/** Numbers that their endpoint declares not to be negative, and that a pact promises by their type alone. */
export function looseCounts(interactions: readonly Interaction[], endpoints: readonly Endpoint[]): string[] {
  return interactions.flatMap((each) => {
    const endpoint = endpoints.find(({ path }) => path === callPath(each));
    const loose = endpoint ? listNumbers(each, endpoint).filter(({ rule, isCount }) => isCount && rule.matchers.length < 2) : [];
    return loose.map(({ path }) => `"${each.description}": ${path} may be negative`);
  });
}

const REQUEST_MADE = 'a request was made';

/** Writes of the console after which no exchange reads. `exempt` says of a call why none can. */
export function unreadWrites(
  calls: readonly ServiceCall[],
  interactions: readonly Interaction[],
  endpoints: readonly Endpoint[],
  exempt: Readonly<Record<string, string>>,
): string[] {
  const read = new Set(
    interactions
      .filter((each) => endpoints.find(({ path }) => path === callPath(each))?.effect === 'read')
      .flatMap(({ providerStates = [] }) => providerStates.filter(({ name }) => name === REQUEST_MADE).map(({ params }) => params?.path)),
  );
  const writes = endpoints.filter(({ path, effect }) => effect === 'write' && calls.some((call) => call.path === path));
  return [
    ...writes
      .filter(({ name, path }) => !read.has(`/api${path}`) && !(name in exempt))
      .map(({ name }) => `${name}: no exchange reads back`),
    ...writes.filter(({ name, path }) => read.has(`/api${path}`) && name in exempt).map(({ name }) => `${name}: is read back after all`),
    ...Object.keys(exempt)
      .filter((name) => !writes.some((one) => one.name === name))
      .map((name) => `${name}: is no write`),
  ];
}
