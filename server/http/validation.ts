import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { isKnownRule } from '#server/domain/messages.ts';
import type { FieldFault } from '#server/domain/refusal.ts';

/** No form has more fields than this. */
const MAX_FAULTS = 20;

const toFieldPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

const joinPath = (base: string, name: unknown): string => {
  const key = String(name).slice(0, 60);
  return base === '' ? key : `${base}.${key}`;
};

function toFieldFault(error: FastifySchemaValidationError): FieldFault {
  const field = toFieldPath(error.instancePath);
  const { params } = error;
  if (error.keyword === 'required') return { field: joinPath(field, params.missingProperty), rule: 'required' };
  if (error.keyword === 'additionalProperties') return { field: joinPath(field, params.additionalProperty), rule: 'unknown' };
  const named = field === '' ? 'body' : field;
  // The contract uses this pattern only to exclude blank text.
  if (error.keyword === 'pattern' && params.pattern === '\\S') return { field: named, rule: 'blank' };
  if (error.keyword === 'type') return { field: named, rule: 'type', params: { type: String(params.type) } };
  const limit = typeof params.limit === 'number' ? { params: { limit: params.limit } } : {};
  return { field: named, rule: isKnownRule(error.keyword) ? error.keyword : 'other', ...limit };
}

/**
 * One fault per union, about the branch the client most likely meant. A union of constants is a choice; a union with null stands for its
 * other branch.
 */
function toUnionFault(union: FastifySchemaValidationError, branches: readonly FastifySchemaValidationError[]): FieldFault {
  const own = branches.filter((error) => error.instancePath === union.instancePath);
  const specific = branches.find((error) => error.keyword !== 'type' && error.keyword !== 'const');
  if (specific !== undefined) return toFieldFault(specific);
  if (own.some((error) => error.keyword === 'const')) return { field: toFieldPath(union.instancePath) || 'body', rule: 'enum' };
  const intended = own.find((error) => error.keyword === 'type' && error.params.type !== 'null');
  return toFieldFault(intended ?? union);
}

/** One fault per invalid field. */
export function toFieldFaults(errors: readonly FastifySchemaValidationError[]): FieldFault[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf');
  const findUnion = (error: FastifySchemaValidationError) => unions.find((union) => error.schemaPath.startsWith(`${union.schemaPath}/`));
  const faults = errors.flatMap((error) => {
    if (findUnion(error) !== undefined) return [];
    if (error.keyword !== 'anyOf') return [toFieldFault(error)];
    return [
      toUnionFault(
        error,
        errors.filter((each) => each !== error && each.schemaPath.startsWith(`${error.schemaPath}/`)),
      ),
    ];
  });
  const first = new Map<string, FieldFault>();
  for (const fault of faults) if (!first.has(fault.field)) first.set(fault.field, fault);
  return [...first.values()].slice(0, MAX_FAULTS);
}

const MAX_DEPTH = 32;
/** NUL and unpaired surrogates. */
const BROKEN_CHARACTERS = /\0|\p{Surrogate}/u;

const isStorable = (text: string): boolean => !BROKEN_CHARACTERS.test(text);

/** The first text that the database cannot store, or a value nested too deeply; null when there is none. */
export function findUnstorable(body: unknown): FieldFault | null {
  const stack: { value: unknown; field: string; depth: number }[] = [{ value: body, field: '', depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'string' && !isStorable(value)) return { field, rule: 'characters' };
    if (value === null || typeof value !== 'object') continue;
    if (depth >= MAX_DEPTH) return { field: field.split('.')[0] ?? 'body', rule: 'tooDeep' };
    for (const [key, each] of Object.entries(value)) {
      if (!isStorable(key)) return { field: field || 'body', rule: 'characters' };
      stack.push({ value: each, field: joinPath(field, key), depth: depth + 1 });
    }
  }
  return null;
}

/** Dates outside this range make no sense here: PostgreSQL cannot store some, and others overflow calculations in days. */
const FIRST_DATE = '1970-01-01';
const LAST_DATE = '2999-12-31';

/** The parts of a schema that can contain dates. */
interface DatedSchema {
  format?: string;
  anyOf?: TSchema[];
  items?: TSchema;
  properties?: Record<string, TSchema>;
}

/** The first date of a valid body outside the supported range; null when there is none. */
export function findDateFault(schema: TSchema, value: unknown, field = ''): FieldFault | null {
  const { format, anyOf = [], items, properties = {} } = schema as DatedSchema;
  for (const branch of anyOf) {
    const fault = findDateFault(branch, value, field);
    if (fault !== null) return fault;
  }
  if (typeof value === 'string' && (format === 'date' || format === 'date-time')) {
    const date = value.slice(0, FIRST_DATE.length);
    if (date < FIRST_DATE) return { field, rule: 'minimum', params: { limit: FIRST_DATE } };
    return date > LAST_DATE ? { field, rule: 'maximum', params: { limit: LAST_DATE } } : null;
  }
  if (value === null || typeof value !== 'object') return null;
  const parts: [string, TSchema | undefined, unknown][] = Array.isArray(value)
    ? value.map((each, index) => [String(index), items, each])
    : Object.entries(value).map(([key, each]) => [key, properties[key], each]);
  for (const [key, part, each] of parts) {
    const fault = part === undefined ? null : findDateFault(part, each, joinPath(field, key));
    if (fault !== null) return fault;
  }
  return null;
}
