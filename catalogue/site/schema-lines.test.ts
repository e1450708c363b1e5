import { describe, expect, it } from 'vitest';
import { departmentTree } from '#contracts/endpoints/departments.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { listRoles } from '#contracts/endpoints/roles.ts';
import type { JsonSchema } from '../catalogue.ts';
import { createPromiseCheck, type SchemaLine, toSchemaLines } from './schema-lines.ts';

const toJsonSchema = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema));
const formatLines = (lines: SchemaLine[]) =>
  lines.map(
    ({ depth, name, type, required, repeats }) =>
      `${'  '.repeat(depth)}${name}${required === false ? '?' : ''}: ${type}${repeats === undefined ? '' : ` = ${repeats || '(whole)'}`}`,
  );
const findLine = (schema: JsonSchema, path: string) => {
  const found = toSchemaLines(schema).find((line) => line.path === path);
  if (!found) throw new Error(`no line ${path}`);
  return found;
};
const createObject = (properties: object, required: string[] = []): JsonSchema => ({ type: 'object', properties, required });

describe('the lines of a schema', () => {
  it('are the fields of an object, each followed by its own fields', () => {
    const schema = createObject(
      {
        list: {
          type: 'array',
          items: createObject({ id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } }, ['id']),
        },
        total: { type: 'integer' },
      },
      ['list'],
    );
    expect(formatLines(toSchemaLines(schema))).toEqual(['list: object[]', '  id: integer', '  tags?: string[]', 'total?: integer']);
    expect(toSchemaLines(schema).map(({ path }) => path)).toEqual(['list', 'list[].id', 'list[].tags', 'total']);
    expect(toSchemaLines(schema).map(({ hasChildren }) => hasChildren)).toEqual([true, false, false, false]);
  });

  it('list a recursive schema once and refer to it', () => {
    expect(formatLines(toSchemaLines(toJsonSchema(departmentTree.reply)))).toEqual([
      'list: object[]',
      '  id: integer',
      '  name: string',
      '  parent_id: integer | null',
      '  depth: integer',
      '  sort: integer',
      '  member_count: integer',
      '  subtree_count: integer',
      '  leaders: object[]',
      '    id: integer',
      '    label: string',
      '  created_at: string',
      '  updated_at: string',
      '  children: object[] = list[]',
    ]);
  });

  it('resolve references by path, and name missing targets', () => {
    const schema = {
      ...(createObject({ a: { $ref: '#/$defs/Thing' }, b: { $ref: '#/components/schemas/Gone' } }) as object),
      $defs: { Thing: { type: 'string', maxLength: 3 } },
    };
    expect(formatLines(toSchemaLines(schema))).toEqual(['a?: string', 'b?: Gone']);
    expect(findLine(schema, 'a').limits).toEqual([{ kind: 'length', from: undefined, to: 3 }]);
  });

  it('end where the whole schema repeats', () => {
    const tree = { $defs: { Tree: createObject({ children: { type: 'array', items: { $ref: 'Tree' } } }) }, $ref: 'Tree' };
    expect(formatLines(toSchemaLines(tree))).toEqual(['children?: object[] = (whole)']);
  });

  it('list variants with fields separately, and join others', () => {
    const schema = createObject({
      when: { anyOf: [createObject({ at: { type: 'string' } }), createObject({ every: { type: 'integer' } }), { type: 'null' }] },
      size: { anyOf: [{ const: 20 }, { const: 50 }, { type: 'null' }] },
      id: { type: ['string', 'integer'] },
    });
    expect(formatLines(toSchemaLines(schema))).toEqual([
      'when?: object | null',
      '  : object',
      '    at?: string',
      '  : object',
      '    every?: integer',
      'size?: integer | null',
      'id?: string | integer',
    ]);
    expect(toSchemaLines(schema).map(({ variant }) => variant?.number)).toEqual([
      undefined,
      1,
      undefined,
      2,
      undefined,
      undefined,
      undefined,
    ]);
    expect(findLine(schema, 'size').values).toEqual(['20', '50']);
  });

  it('include limits, units and descriptions', () => {
    const schema = createObject({
      name: { type: 'string', minLength: 1, maxLength: 32, pattern: '\\S' },
      ids: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 500, uniqueItems: true },
      kind: { enum: ['a', 'b'] },
      budget: { anyOf: [{ type: 'integer', 'x-unit': 'cents', description: 'A day.', 'x-description-zh': '每天。' }, { type: 'null' }] },
    });
    expect(findLine(schema, 'name').limits).toEqual([
      { kind: 'length', from: 1, to: 32 },
      { kind: 'pattern', of: '\\S' },
    ]);
    expect(findLine(schema, 'ids').limits).toEqual([
      { kind: 'items', from: undefined, to: 500 },
      { kind: 'unique' },
      { kind: 'range', from: 1, to: undefined },
    ]);
    expect(findLine(schema, 'kind')).toMatchObject({ type: 'string', values: ['"a"', '"b"'] });
    expect(findLine(schema, 'budget')).toMatchObject({ type: 'integer | null', unit: 'cents', note: { en: 'A day.', zh: '每天。' } });
  });

  it('say which columns a file can have', () => {
    const columns = { type: 'array', items: { type: 'string' }, 'x-columns': ['name', 'spend'] };
    expect(findLine(createObject({ columns }), 'columns')).toMatchObject({ type: 'string[]', values: ['"name"', '"spend"'] });
  });

  it('cover keys of any name, values of any type, and the whole value', () => {
    expect(formatLines(toSchemaLines({ type: 'object', patternProperties: { '^.*$': {} } }))).toEqual(['{key}: any']);
    expect(formatLines(toSchemaLines({ type: 'string', format: 'binary' }))).toEqual([': string']);
    expect(formatLines(toSchemaLines({ type: 'array', items: createObject({ a: {} }) }))).toEqual([': object[]', '  a?: any']);
    expect(toSchemaLines(createObject({}))).toEqual([]);
    expect(formatLines(toSchemaLines(true))).toEqual([': any']);
  });

  it('exist for every call, with each path once', () => {
    expect(endpoints.length).toBeGreaterThan(60);
    for (const { name, request, reply } of endpoints) {
      for (const schema of [request, reply]) {
        const lines = toSchemaLines(toJsonSchema(schema));
        const fields = lines.filter(({ variant }) => variant === undefined);
        expect(fields.filter(({ type }) => type === '').map(({ path }) => `${name} ${path}`)).toEqual([]);
        if (lines.length === fields.length) expect(new Set(fields.map(({ path }) => path)).size, name).toBe(fields.length);
      }
    }
    expect(toSchemaLines(toJsonSchema(listRoles.reply)).length).toBeGreaterThan(10);
  });
});

describe('the fields that a consumer reads', () => {
  const isRead = createPromiseCheck(['list[].id', 'list[].leaders[].label', 'list[].paths', 'total']);

  it.each(['list', 'list[].id', 'list[].leaders', 'list[].leaders[].label', 'list[].paths', 'total'])('include %s', (path) => {
    expect(isRead(path)).toBe(true);
  });

  it('include everything inside a value that is read as a whole', () => {
    expect(createPromiseCheck(['state'])('state.tabs[].key')).toBe(true);
    expect(createPromiseCheck(['state', 'state.tabs'])('state.other')).toBe(false);
  });

  it.each(['list[].name', 'list[].leaders[].id', 'totals', ''])('do not include %j', (path) => {
    expect(isRead(path)).toBe(false);
  });
});
