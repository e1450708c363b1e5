import printCompactly from 'json-stringify-pretty-compact';
import type { Endpoint } from './endpoints/endpoint.ts';
import { FieldError } from './endpoints/envelope.ts';
import { namedShapes } from './endpoints/named-shapes.ts';
import { reasonMeanings } from './endpoints/reason-meanings.ts';
import { type Reason, reasonCodes } from './endpoints/reasons.ts';
import { reasonsOfCall } from './endpoints/reasons-of-call.ts';
import { ExportCount, fileHeaders } from './endpoints/shapes.ts';
import { isObject, type Json, type JsonObject, type SchemaUse, shareSchemas, toPascalCase } from './share-schemas.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const shapes = namedShapes();

/** Without what only code knows. */
const plainly = (value: unknown): Json => JSON.parse(JSON.stringify(value));

/** A schema as a document may hold it: what refers to itself moves to the shared part under a name of its own. */
function hoisted(schema: Json, owner: string, shared: JsonObject, names: Readonly<Record<string, string>> = {}): Json {
  if (Array.isArray(schema)) return schema.map((one) => hoisted(one, owner, shared, names));
  if (!isObject(schema)) return schema;
  const { $defs, $id: _id, $ref, ...rest } = schema;
  const inner = isObject($defs) ? Object.keys($defs) : [];
  const shape = shapes.get(JSON.stringify(schema));
  const nameOf = (name: string) => (shape !== undefined && inner.length === 1 ? shape : `${toPascalCase(owner)}${name}`);
  const known = { ...names, ...Object.fromEntries(inner.map((name) => [name, nameOf(name)])) };
  if (isObject($defs)) for (const name of inner) shared[known[name] ?? name] = hoisted($defs[name] ?? null, owner, shared, known);
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, hoisted(value, owner, shared, known)])),
    ...(typeof $ref === 'string' ? { $ref: `#/components/schemas/${known[$ref] ?? $ref}` } : {}),
  };
}

/** The schema of an answer, which may always have more fields. */
function openToMore(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(openToMore);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'additionalProperties' || value !== false);
  return Object.fromEntries(kept.map(([key, value]) => [key, openToMore(value)]));
}

const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties, required: Object.keys(properties) });

/** Further keys of `data` with one of these reasons. */
const furtherKeys = (reasons: readonly Reason[]): JsonObject =>
  Object.assign({}, ...reasons.map((reason) => openToMore(plainly(reasonMeanings[reason].data ?? {}))));

function refusalsOf(endpoint: Endpoint, reply: Json): JsonObject {
  const { reasons } = endpoint;
  const all = reasonsOfCall(endpoint);
  return objectOf({
    code: { enum: [...new Set(all.map((reason) => reasonCodes[reason]))].sort((a, b) => a - b) },
    message: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        reason: { enum: all },
        trace_id: { type: 'string' },
        ...furtherKeys(reasons),
        ...(reasons.includes('VERSION_CONFLICT') ? { latest: reply } : {}),
        ...(all.includes('VALIDATION') ? { errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } } } : {}),
      },
      required: ['reason', 'trace_id'],
    },
  });
}

/** The reasons of who may make a call, by the word for them in the name of a refusal. */
const RIGHTS: Partial<Record<Reason, string>> = { ADMIN_ONLY: 'Admin', NO_PATH: 'Page', NO_ACTION: 'Action', NOT_OWNER: 'Owner' };

/** `RefusalPageNotFound` for the refusals of a call for which a page is needed and which may find nothing. */
function refusalName(endpoint: Endpoint): string {
  const words = reasonsOfCall(endpoint).flatMap((reason) => RIGHTS[reason] ?? []);
  const own = endpoint.reasons.filter((reason) => RIGHTS[reason] === undefined).map((reason) => toPascalCase(reason.toLowerCase()));
  return ['Refusal', ...words, ...own.toSorted()].join('');
}

/** True of an export whose rows can be counted instead. */
const isCounted = ({ request }: Endpoint): boolean => 'count_only' in ((request as { properties?: object }).properties ?? {});

/** Properties of a call for which OpenAPI has no keyword; of the reasons only those of this call. */
const notesOf = (endpoint: Endpoint): JsonObject => ({
  'x-access': plainly(endpoint.access),
  ...(endpoint.action === undefined ? {} : { 'x-action': endpoint.action }),
  'x-effect': endpoint.effect,
  ...(endpoint.order === undefined ? {} : { 'x-order': plainly(endpoint.order) }),
  'x-reasons': [...endpoint.reasons],
});

function operationOf(endpoint: Endpoint, shared: JsonObject): JsonObject {
  const plain = (schema: unknown) => hoisted(plainly(schema), endpoint.name, shared);
  const reply = openToMore(plain(endpoint.reply));
  const refusals = refusalsOf(endpoint, reply);
  const data = objectOf({ code: { const: 0 }, message: { type: 'string' }, data: reply });
  const isFile = endpoint.answer === 'spreadsheet';
  const counted = objectOf({ code: { const: 0 }, message: { type: 'string' }, data: openToMore(plain(ExportCount)) });
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0] ?? ''],
    summary: endpoint.summary.en,
    description: endpoint.summary.zh,
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    ...(endpoint.method === 'GET'
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: plain(endpoint.request) } } } }),
    responses: {
      200: {
        description: isFile
          ? 'The file, or in the envelope a refusal or, where only that was asked, how many rows it would have.'
          : 'The envelope: code 0 with the data, any other with a refusal.',
        ...(isFile ? { headers: plain(fileHeaders) } : {}),
        content: {
          ...(isFile ? { [SPREADSHEET]: { schema: reply } } : {}),
          'application/json': {
            schema: !isFile ? { anyOf: [data, refusals] } : isCounted(endpoint) ? { anyOf: [counted, refusals] } : refusals,
          },
        },
      },
    },
    ...notesOf(endpoint),
  };
}

/** Every reason, whichever call answers with it. */
const reasonNotes = (): JsonObject =>
  Object.fromEntries(
    Object.entries(reasonMeanings).map(([reason, { meaning }]) => [
      reason,
      { code: reasonCodes[reason as Reason], description: meaning.en, 'x-description-zh': meaning.zh },
    ]),
  );

/** The contract as an OpenAPI 3.1 document with every schema written out where it is used. */
export function openApiWrittenOut(endpoints: readonly Endpoint[]): JsonObject {
  const shared: JsonObject = { FieldError: openToMore(plainly(FieldError)) };
  const sorted = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const paths = sorted.map((endpoint) => [`/api${endpoint.path}`, { [endpoint.method.toLowerCase()]: operationOf(endpoint, shared) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: '广告投放系统',
      version: '1.0.0',
      description: 'Handled requests answer HTTP 200 with an envelope; its code says what came of them.',
    },
    servers: [{ url: '/', description: 'The origin that serves the console.' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
    'x-reasons': reasonNotes(),
    components: { schemas: openToMore(shared), securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

/** Schemas that stand in the operations of a document, in its order. */
function* usesIn(value: Json, operation: string, role: string): Generator<SchemaUse> {
  if (Array.isArray(value) || !isObject(value)) return;
  const name = typeof value['operationId'] === 'string' ? value['operationId'] : operation;
  for (const [key, part] of Object.entries(value)) {
    if (key !== 'schema' || !isObject(part)) {
      yield* usesIn(part, name, key === 'requestBody' ? 'Request' : key === 'responses' ? 'Answer' : key === 'headers' ? 'Header' : role);
      continue;
    }
    yield {
      schema: part,
      resource: toPascalCase(name.split('.')[0] ?? ''),
      role: `${toPascalCase(name)}${role}`,
      replace: (by) => {
        value[key] = by;
      },
    };
  }
}

/**
 * The names of schemas by their text. A shape that is stricter in requests than in answers has the name of the shape in answers. Requests
 * and replies without a shape are named by their call, as long as no other call has the same. Refusals that several calls have in common
 * are named by their reasons.
 */
function schemaNames(endpoints: readonly Endpoint[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [text, name] of shapes) {
    const open = JSON.stringify(openToMore(JSON.parse(text)));
    if (!names.has(open)) names.set(open, name);
    if (open !== text) names.set(text, `${name}Input`);
  }
  const sorted = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const ofCalls = sorted.flatMap((endpoint): [string, string][] => {
    const name = toPascalCase(endpoint.name);
    return [
      [JSON.stringify(plainly(endpoint.request)), `${name}Request`],
      [JSON.stringify(openToMore(plainly(endpoint.reply))), `${name}Reply`],
    ];
  });
  const refusals = new Set<string>();
  for (const endpoint of sorted) {
    const text = JSON.stringify(refusalsOf(endpoint, openToMore(plainly(endpoint.reply))));
    if (refusals.has(text)) names.set(text, refusalName(endpoint));
    refusals.add(text);
  }
  const texts = ofCalls.map(([text]) => text);
  const isUnique = (text: string) => texts.indexOf(text) === texts.lastIndexOf(text);
  for (const [text, name] of ofCalls) if (!names.has(text) && isUnique(text)) names.set(text, name);
  return names;
}

/** Like `openApiWrittenOut`, with named schemas among the components. The same endpoints give the same document. */
export function openApi(endpoints: readonly Endpoint[]): JsonObject {
  const document = openApiWrittenOut(endpoints);
  const { paths = null, components } = document;
  if (!isObject(components) || !isObject(components['schemas'])) throw new Error('an OpenAPI document has components');
  shareSchemas([...usesIn(paths, '', '')], components['schemas'], schemaNames(endpoints));
  return document;
}

/** The text of the committed document. What fits on a line stands on one, because indentation would be half of it. */
export const openApiText = (endpoints: readonly Endpoint[]): string =>
  `${printCompactly(openApi(endpoints), { indent: 1, maxLength: 200 })}\n`;
