import type { Endpoint } from './endpoints/endpoint.ts';
import { FieldError } from './endpoints/envelope.ts';
import { type Reason, reasonCodes } from './endpoints/reasons.ts';
import { ExportCount, fileHeaders } from './endpoints/shapes.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The only call that is made without a token. */
const PUBLIC = ['session.login'];
/** Refusals that any call can answer with. */
const SIGNED_OUT = ['NO_TOKEN', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'USER_DISABLED'] as const satisfies Reason[];
const COMMON = [
  'VALIDATION',
  'NO_PATH',
  'NO_ACTION',
  'NOT_OWNER',
  'ADMIN_ONLY',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
] as const satisfies Reason[];

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema as a document may hold it: what refers to itself moves to the shared part under a name of its own. */
function hoisted(schema: Json, owner: string, shared: JsonObject, names: Readonly<Record<string, string>> = {}): Json {
  if (Array.isArray(schema)) return schema.map((one) => hoisted(one, owner, shared, names));
  if (!isObject(schema)) return schema;
  const { $defs, $id: _id, $ref, ...rest } = schema;
  const known = isObject($defs) ? { ...names, ...Object.fromEntries(Object.keys($defs).map((name) => [name, `${owner}.${name}`])) } : names;
  if (isObject($defs)) {
    for (const [name, inner] of Object.entries($defs)) shared[known[name] ?? name] = hoisted(inner, owner, shared, known);
  }
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, hoisted(value, owner, shared, known)])),
    ...(typeof $ref === 'string' ? { $ref: `#/components/schemas/${known[$ref] ?? $ref}` } : {}),
  };
}

const exactly = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

function refusalsOf({ name, reasons }: Endpoint, reply: Json): JsonObject {
  const all: Reason[] = [...(PUBLIC.includes(name) ? [] : SIGNED_OUT), ...COMMON, ...reasons];
  return exactly({
    code: { enum: [...new Set(all.map((reason) => reasonCodes[reason]))].sort((a, b) => a - b) },
    message: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        reason: { enum: all },
        trace_id: { type: 'string' },
        ...(reasons.includes('VERSION_CONFLICT')
          ? { by: { type: 'string' }, at: { type: 'string', format: 'date-time' }, latest: reply }
          : {}),
        ...(reasons.includes('SELECTION_CHANGED') ? { total: { type: 'integer' } } : {}),
        ...(reasons.includes('ENTITY_BUSY') ? { batch_id: { type: 'integer' } } : {}),
        errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
      },
      required: ['reason', 'trace_id'],
      additionalProperties: true,
    },
  });
}

/** True of an export whose rows can be counted instead. */
const isCounted = ({ request }: Endpoint): boolean => 'count_only' in ((request as { properties?: object }).properties ?? {});

function operationOf(endpoint: Endpoint, shared: JsonObject): JsonObject {
  const plain = (schema: unknown) => hoisted(JSON.parse(JSON.stringify(schema)), endpoint.name, shared);
  const reply = plain(endpoint.reply);
  const refusals = refusalsOf(endpoint, reply);
  const data = exactly({ code: { const: 0 }, message: { type: 'string' }, data: reply });
  const isFile = endpoint.answer === 'spreadsheet';
  const counted = exactly({ code: { const: 0 }, message: { type: 'string' }, data: plain(ExportCount) });
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0] ?? ''],
    summary: endpoint.summary.en,
    description: endpoint.summary.zh,
    ...(PUBLIC.includes(endpoint.name) ? { security: [] } : {}),
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
  };
}

/** The contract as an OpenAPI 3.1 document, by path. The same endpoints give the same document. */
export function openApi(endpoints: readonly Endpoint[]): JsonObject {
  const shared: JsonObject = { FieldError: JSON.parse(JSON.stringify(FieldError)) };
  const sorted = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const paths = sorted.map((endpoint) => [`/api${endpoint.path}`, { [endpoint.method.toLowerCase()]: operationOf(endpoint, shared) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: '广告投放系统',
      version: '1.0.0',
      description: 'Handled requests answer HTTP 200 with an envelope; its code says what came of them.',
    },
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
    components: { schemas: shared, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

/** As it is committed. */
export const openApiText = (endpoints: readonly Endpoint[]): string => `${JSON.stringify(openApi(endpoints), null, 2)}\n`;
