import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { isKnownRule } from '#server/domain/messages.ts';
import type { FieldFault } from '#server/domain/refusal.ts';

/** More than a form has fields; the rest would only be noise. */
const FAULTS_MAX = 20;

const dotted = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

const at = (base: string, name: unknown): string => {
  const key = String(name).slice(0, 60);
  return base === '' ? key : `${base}.${key}`;
};

function faultOf(error: FastifySchemaValidationError): FieldFault {
  const field = dotted(error.instancePath);
  const { params } = error;
  if (error.keyword === 'required') return { field: at(field, params.missingProperty), rule: 'required' };
  if (error.keyword === 'additionalProperties') return { field: at(field, params.additionalProperty), rule: 'unknown' };
  const named = field === '' ? 'body' : field;
  // The only pattern of that kind in the contract: something else than blanks.
  if (error.keyword === 'pattern' && params.pattern === '\\S') return { field: named, rule: 'blank' };
  if (error.keyword === 'type') return { field: named, rule: 'type', params: { type: String(params.type) } };
  const limit = typeof params.limit === 'number' ? { params: { limit: params.limit } } : {};
  return { field: named, rule: isKnownRule(error.keyword) ? error.keyword : 'other', ...limit };
}

/**
 * One fault for a union: what is wrong with the branch that was meant. A union of constants is a choice, a union with
 * null is its other branch.
 */
function unionFault(union: FastifySchemaValidationError, branches: readonly FastifySchemaValidationError[]): FieldFault {
  const own = branches.filter((error) => error.instancePath === union.instancePath);
  const telling = branches.find((error) => error.keyword !== 'type' && error.keyword !== 'const');
  if (telling !== undefined) return faultOf(telling);
  if (own.some((error) => error.keyword === 'const')) return { field: dotted(union.instancePath) || 'body', rule: 'enum' };
  const meant = own.find((error) => error.keyword === 'type' && error.params.type !== 'null');
  return faultOf(meant ?? union);
}

/** One fault for each wrong field. */
export function faultsOf(errors: readonly FastifySchemaValidationError[]): FieldFault[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf');
  const within = (error: FastifySchemaValidationError) => unions.find((union) => error.schemaPath.startsWith(`${union.schemaPath}/`));
  const faults = errors.flatMap((error) => {
    if (within(error) !== undefined) return [];
    if (error.keyword !== 'anyOf') return [faultOf(error)];
    return [
      unionFault(
        error,
        errors.filter((each) => each !== error && each.schemaPath.startsWith(`${error.schemaPath}/`)),
      ),
    ];
  });
  const first = new Map<string, FieldFault>();
  for (const fault of faults) if (!first.has(fault.field)) first.set(fault.field, fault);
  return [...first.values()].slice(0, FAULTS_MAX);
}

const DEPTH_MAX = 32;
/** NUL, and halves of a character that lost the other half. */
const BROKEN = /\0|\p{Surrogate}/u;

const isStorable = (text: string): boolean => !BROKEN.test(text);

/** The first text that no database can keep, or a value too deep to be read again; null when all is well. */
export function unstorable(body: unknown): FieldFault | null {
  const left: { value: unknown; field: string; depth: number }[] = [{ value: body, field: '', depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'string' && !isStorable(value)) return { field, rule: 'characters' };
    if (value === null || typeof value !== 'object') continue;
    if (depth >= DEPTH_MAX) return { field: field.split('.')[0] ?? 'body', rule: 'tooDeep' };
    for (const [key, each] of Object.entries(value)) {
      if (!isStorable(key)) return { field: field || 'body', rule: 'characters' };
      left.push({ value: each, field: at(field, key), depth: depth + 1 });
    }
  }
  return null;
}

/** Dates outside of these are no dates of advertising: PostgreSQL cannot keep some, and others overflow what counts in days. */
const FIRST_DATE = '1970-01-01';
const LAST_DATE = '2999-12-31';

/** The schema parts that lead to the dates of a body. */
interface DatedSchema {
  format?: string;
  anyOf?: TSchema[];
  items?: TSchema;
  properties?: Record<string, TSchema>;
}

/** The first date or instant of a valid body that lies outside of the dates the product counts with; null when there is none. */
export function dateFault(schema: TSchema, value: unknown, field = ''): FieldFault | null {
  const { format, anyOf = [], items, properties = {} } = schema as DatedSchema;
  for (const branch of anyOf) {
    const fault = dateFault(branch, value, field);
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
    const fault = part === undefined ? null : dateFault(part, each, at(field, key));
    if (fault !== null) return fault;
  }
  return null;
}
