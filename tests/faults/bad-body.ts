import fc from 'fast-check';
import type { TSchema } from 'typebox';

interface Node {
  type?: string;
  properties?: Record<string, TSchema>;
  required?: string[];
  items?: TSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: TSchema[];
  pattern?: string;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that break parsers, casts, comparisons and statements. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    '',
    ' ',
    '0',
    '9'.repeat(400),
    '\u0000',
    'a\u0000b',
    '\ud800',
    "'; drop table sys_user; --",
    '%',
    '\\',
    '${7*7}',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '=1+1',
    '١٢٣',
    '0000-01-01',
    '9999-12-31',
    '275760-09-14',
    'constructor',
    '__proto__',
    [],
    {},
    [null],
    [[]],
    { constructor: { prototype: {} } },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 400 }),
  fc.double(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>,
);

/** Mostly what the schema asks for: only a body that is nearly right gets far. */
function near(schema: TSchema): fc.Arbitrary<unknown> {
  const node = schema as Node;
  if (node.anyOf) return fc.oneof(...node.anyOf.map(near));
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.type === 'object') return objectOf(node);
  if (node.type === 'array') return fc.array(node.items ? near(node.items) : nasty, { maxLength: 4 });
  if (node.type === 'string') return textOf(node);
  if (node.type === 'boolean') return fc.boolean();
  if (node.type === 'integer' || node.type === 'number') return fc.oneof(numberOf(node), fc.integer({ min: 1, max: 40 }));
  return nasty;
}

const numberOf = ({ minimum = -100, maximum = 100 }: Node) => fc.maxSafeInteger().map((n) => Math.min(maximum, Math.max(minimum, n)));

/** Texts up to a length, made once for each: fast-check prepares as long for one of them as it takes to draw many. */
const knownTexts = new Map<string, fc.Arbitrary<string>>();
function textUpTo(maxLength: number, unit: 'grapheme-ascii' | 'binary' = 'grapheme-ascii'): fc.Arbitrary<string> {
  const key = `${maxLength} ${unit}`;
  const texts = knownTexts.get(key) ?? fc.string({ unit, maxLength });
  knownTexts.set(key, texts);
  return texts;
}

function textOf({ pattern, format, maxLength = 100 }: Node): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return fc.constantFrom('2026-11-20', '0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30');
  // Accounts that exist stay out: their passwords and sessions are needed.
  if (pattern !== undefined && pattern !== '\\S') return fc.oneof(fc.stringMatching(new RegExp(pattern)), textUpTo(40));
  return fc.oneof(textUpTo(maxLength), textUpTo(maxLength, 'binary'));
}

const objectOf = (node: Node): fc.Arbitrary<unknown> => {
  const properties = Object.entries(node.properties ?? {});
  const fields = Object.fromEntries(
    properties.map(([key, schema]) => [key, fc.oneof({ weight: 7, arbitrary: near(schema) }, { weight: 1, arbitrary: nasty })]),
  );
  const required = (node.required ?? []).filter((key) => key in fields);
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(fields, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.record(fields, { requiredKeys: required }), textUpTo(10), nasty)
        .map(([body, key, value]) => ({ ...(body as object), [key]: value })),
    },
  );
};

/** Ids that must stay: the callers themselves, and the root. */
const KEPT = new Set([1, 2]);

function withoutHarm(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  const { currentUserId, id } = body as { currentUserId?: unknown; id?: unknown };
  return KEPT.has(currentUserId as number) || KEPT.has(id as number)
    ? { ...body, id: 3, ...(currentUserId === undefined ? {} : { currentUserId: 3 }) }
    : body;
}

/** Texts of request bodies: nearly right, nonsense of the right syntax, or cut off. */
export const badBody = (schema: TSchema): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: near(schema).map((body) => JSON.stringify(withoutHarm(body)) ?? '') },
    { weight: 3, arbitrary: nasty.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: near(schema).map((body) => (JSON.stringify(body) ?? '').slice(0, -1)) },
    { weight: 1, arbitrary: fc.integer({ min: 50, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 50, max: 5_000 }).map((depth) => `{"value":${'['.repeat(depth)}${']'.repeat(depth)},"key":"a"}`),
    },
  );
