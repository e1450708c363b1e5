import { below, type Change, canonical, change, isRecord } from './difference.ts';

type Schema = Record<string, unknown>;

/** An OpenAPI document, of which only the requests are compared. */
export interface ApiDocument {
  paths: Record<string, Record<string, { requestBody?: { content?: Record<string, { schema?: unknown }> } }>>;
  components?: { schemas?: Record<string, unknown> };
}

/** The request schema by call, such as `POST /api/sys-roles/list`. */
function requestsOf({ paths }: ApiDocument): Map<string, unknown> {
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { requestBody }]) => [
        `${method.toUpperCase()} ${path}`,
        bare(requestBody?.content?.['application/json']?.schema ?? {}),
      ]),
    ),
  );
}

/** The bound of a schema that lets more through when it is lower, or when it is higher. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
/** Looked into by itself. */
const STRUCTURE = ['type', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items', '$ref'];
/** Keywords that explain a schema without restricting values. */
const ANNOTATIONS = ['title', 'description', 'summary', 'examples', 'example', 'default', 'deprecated', '$comment'];
const isAnnotation = (name: string): boolean => ANNOTATIONS.includes(name) || name.startsWith('x-');
/** Keywords whose keys are names of fields. */
const NAMES = ['properties', 'patternProperties', '$defs', 'schemas'];

/** A schema without annotations. */
function bare(schema: unknown, areNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => bare(one));
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => areNames || !isAnnotation(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, bare(inner, !areNames && NAMES.includes(key))]));
}

/** How two sides let things through: whether the newer refuses what the older took, and the other way round. */
interface Fit {
  narrower: boolean;
  wider: boolean;
}

const NONE: Fit = { narrower: false, wider: false };
const merged = (fits: readonly Fit[]): Fit => ({ narrower: fits.some((one) => one.narrower), wider: fits.some((one) => one.wider) });

/** The listed values of a schema; undefined when it lists none. */
function listedValues(schema: Schema): string[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum.map(canonical);
  return 'const' in schema ? [canonical(schema.const)] : undefined;
}

/** The possibilities at a place, by type; the listed values of all of them together under `words`. */
function possibilities(schema: Schema, document: ApiDocument): Map<string, Schema> {
  const all = Array.isArray(schema.anyOf) ? schema.anyOf.map((one) => opened(one, document)) : [schema];
  const found = new Map<string, Schema>();
  for (const one of all) {
    const words = listedValues(one);
    if (words) found.set('words', { words: [...((found.get('words')?.words as string[] | undefined) ?? []), ...words] });
    else for (const type of [one.type ?? 'anything'].flat()) found.set(String(type), one);
  }
  return found;
}

/** A schema with its reference resolved and merged with the keywords beside it. */
function opened(schema: unknown, document: ApiDocument): Schema {
  if (!isRecord(schema)) return {};
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/components/schemas/', '') : undefined;
  const target = name === undefined ? undefined : document.components?.schemas?.[name];
  if (!isRecord(target)) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...(bare(target) as Schema), ...beside };
}

function boundFit(name: string, older: unknown, newer: unknown): Fit {
  const isBound = LOWER.includes(name) || UPPER.includes(name);
  if (!isBound) {
    if (canonical(older ?? null) === canonical(newer ?? null)) return NONE;
    return { narrower: newer !== undefined, wider: older !== undefined };
  }
  const none = LOWER.includes(name) ? -Infinity : Infinity;
  const [from, to] = [Number(older ?? none), Number(newer ?? none)];
  return LOWER.includes(name) ? { narrower: to > from, wider: to < from } : { narrower: to < from, wider: to > from };
}

function possibilityFit(older: Schema, newer: Schema): Fit {
  const names = new Set([...Object.keys(older), ...Object.keys(newer)].filter((name) => !STRUCTURE.includes(name)));
  return merged([...names].map((name) => (name === 'words' ? NONE : boundFit(name, older[name], newer[name]))));
}

const told = (fit: Fit, place: string): Change[] => {
  if (fit.narrower && fit.wider)
    return [change('document-changed', place, `${place} 可发送的内容改变`, `${place} takes other values`, 'breaks', 'breaks')];
  if (fit.narrower)
    return [change('document-narrowed', place, `${place} 可发送的内容变少`, `${place} takes fewer values`, 'breaks', 'safe')];
  return fit.wider ? [change('document-widened', place, `${place} 可发送的内容变多`, `${place} takes more values`, 'safe', 'breaks')] : [];
};

interface Side {
  schema: unknown;
  document: ApiDocument;
}

function fieldsOf(place: string, older: Side, newer: Side, [from, to]: readonly [Schema, Schema], seen: readonly string[]): Change[] {
  const [was, is] = [(from.properties ?? {}) as Schema, (to.properties ?? {}) as Schema];
  const needs = (schema: Schema, key: string) => Array.isArray(schema.required) && schema.required.includes(key);
  const isStrict = (schema: Schema) => schema.additionalProperties === false;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key): Change[] => {
    const at = below(place, key);
    const [needed, needsNow] = [needs(from, key), needs(to, key)];
    if (!(key in is))
      return [
        change(
          'document-field-removed',
          at,
          `不再接受 ${at}`,
          `${at} is no longer taken`,
          isStrict(to) ? 'breaks' : 'safe',
          needed ? 'breaks' : 'safe',
        ),
      ];
    if (!(key in was)) {
      const [zh, en] = needsNow ? ['新增必填', 'is required and new'] : ['新增可选', 'is optional and new'];
      return [
        change('document-field-added', at, `${zh} ${at}`, `${at} ${en}`, needsNow ? 'breaks' : 'safe', isStrict(from) ? 'breaks' : 'safe'),
      ];
    }
    const required = needed === needsNow ? [] : told({ narrower: needsNow, wider: needed }, at);
    const inner = walk(at, { ...older, schema: was[key] }, { ...newer, schema: is[key] }, seen);
    return [...required, ...inner];
  });
}

function walk(place: string, older: Side, newer: Side, seen: readonly string[] = []): Change[] {
  const pair = canonical([older.schema ?? null, newer.schema ?? null]);
  if (seen.includes(pair)) return []; // refers to itself
  const inside = [...seen, pair];
  const [from, to] = [
    possibilities(opened(older.schema, older.document), older.document),
    possibilities(opened(newer.schema, newer.document), newer.document),
  ];
  const fits: Fit[] = [];
  const found: Change[] = [];
  for (const type of new Set([...from.keys(), ...to.keys()])) {
    const [was, is] = [from.get(type), to.get(type)];
    if (type === 'words') {
      const [before, after] = [(was?.words ?? []) as string[], (is?.words ?? []) as string[]];
      fits.push({ narrower: before.some((word) => !after.includes(word)), wider: after.some((word) => !before.includes(word)) });
    } else if (!was || !is) fits.push({ narrower: !is, wider: !was });
    else {
      fits.push(possibilityFit(was, is));
      if (type === 'object') found.push(...fieldsOf(place, older, newer, [was, is], inside));
      if (type === 'array') found.push(...walk(`${place}[]`, { ...older, schema: was.items }, { ...newer, schema: is.items }, inside));
    }
  }
  return [...told(merged(fits), place.trimEnd()), ...found];
}

/** The request changes of calls that both documents contain. Which calls consoles make is known from the pacts. */
export function compareDocuments(older: ApiDocument, newer: ApiDocument): { call: string; change: Change }[] {
  if (JSON.stringify(older) === JSON.stringify(newer)) return [];
  const [from, to] = [requestsOf(older), requestsOf(newer)];
  return [...from].flatMap(([call, schema]) => {
    if (!to.has(call)) return [];
    const changes = walk('request ', { schema, document: older }, { schema: to.get(call), document: newer });
    return changes.map((one) => ({ call, change: one }));
  });
}
