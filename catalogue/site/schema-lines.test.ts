import { describe, expect, it } from 'vitest';
import { departmentTree } from '#contracts/endpoints/departments.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { listRoles } from '#contracts/endpoints/roles.ts';
import type { JsonSchema } from '../catalogue.ts';
import { promisedIn, type SchemaLine, schemaLines } from './schema-lines.ts';

const plain = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema));
const written = (lines: SchemaLine[]) =>
  lines.map(
    ({ depth, name, type, required, repeats }) =>
      `${'  '.repeat(depth)}${name}${required === false ? '?' : ''}: ${type}${repeats === undefined ? '' : ` = ${repeats || '(whole)'}`}`,
  );
const lineAt = (schema: JsonSchema, path: string) => {
  const found = schemaLines(schema).find((line) => line.path === path);
  if (!found) throw new Error(`no line ${path}`);
  return found;
};
const object = (properties: object, required: string[] = []): JsonSchema => ({ type: 'object', properties, required });

describe('the lines of a schema', () => {
  it('are the fields of an object, each with those of its own below it', () => {
    const schema = object(
      {
        list: { type: 'array', items: object({ id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } }, ['id']) },
        total: { type: 'integer' },
      },
      ['list'],
    );
    expect(written(schemaLines(schema))).toEqual(['list: object[]', '  id: integer', '  tags?: string[]', 'total?: integer']);
    expect(schemaLines(schema).map(({ path }) => path)).toEqual(['list', 'list[].id', 'list[].tags', 'total']);
    expect(schemaLines(schema).map(({ hasChildren }) => hasChildren)).toEqual([true, false, false, false]);
  });

  it('write out once what refers to itself, and say where', () => {
    expect(written(schemaLines(plain(departmentTree.reply)))).toEqual([
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

  it('find what is referred to by a path as well, and name what is nowhere', () => {
    const schema = {
      ...(object({ a: { $ref: '#/$defs/Thing' }, b: { $ref: '#/components/schemas/Gone' } }) as object),
      $defs: { Thing: { type: 'string', maxLength: 3 } },
    };
    expect(written(schemaLines(schema))).toEqual(['a?: string', 'b?: Gone']);
    expect(lineAt(schema, 'a').limits).toEqual([{ kind: 'length', from: undefined, to: 3 }]);
  });

  it('end where a schema is its own whole', () => {
    const tree = { $defs: { Tree: object({ children: { type: 'array', items: { $ref: 'Tree' } } }) }, $ref: 'Tree' };
    expect(written(schemaLines(tree))).toEqual(['children?: object[] = (whole)']);
  });

  it('tell variants apart that have fields, and join those that have none', () => {
    const schema = object({
      when: { anyOf: [object({ at: { type: 'string' } }), object({ every: { type: 'integer' } }), { type: 'null' }] },
      size: { anyOf: [{ const: 20 }, { const: 50 }, { type: 'null' }] },
      id: { type: ['string', 'integer'] },
    });
    expect(written(schemaLines(schema))).toEqual([
      'when?: object | null',
      '  : object',
      '    at?: string',
      '  : object',
      '    every?: integer',
      'size?: integer | null',
      'id?: string | integer',
    ]);
    expect(schemaLines(schema).map(({ variant }) => variant?.number)).toEqual([
      undefined,
      1,
      undefined,
      2,
      undefined,
      undefined,
      undefined,
    ]);
    expect(lineAt(schema, 'size').values).toEqual(['20', '50']);
  });

  it('say what a value keeps to, in which unit, and what it means', () => {
    const schema = object({
      name: { type: 'string', minLength: 1, maxLength: 32, pattern: '\\S' },
      ids: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 500, uniqueItems: true },
      kind: { enum: ['a', 'b'] },
      budget: { anyOf: [{ type: 'integer', 'x-unit': 'cents', description: 'A day.', 'x-description-zh': '每天。' }, { type: 'null' }] },
    });
    expect(lineAt(schema, 'name').limits).toEqual([
      { kind: 'length', from: 1, to: 32 },
      { kind: 'pattern', of: '\\S' },
    ]);
    expect(lineAt(schema, 'ids').limits).toEqual([
      { kind: 'items', from: undefined, to: 500 },
      { kind: 'unique' },
      { kind: 'range', from: 1, to: undefined },
    ]);
    expect(lineAt(schema, 'kind')).toMatchObject({ type: 'string', values: ['"a"', '"b"'] });
    expect(lineAt(schema, 'budget')).toMatchObject({ type: 'integer | null', unit: 'cents', note: { en: 'A day.', zh: '每天。' } });
  });

  it('stand for keys of any name, for values of any kind and for the whole', () => {
    expect(written(schemaLines({ type: 'object', patternProperties: { '^.*$': {} } }))).toEqual(['{key}: any']);
    expect(written(schemaLines({ type: 'string', format: 'binary' }))).toEqual([': string']);
    expect(written(schemaLines({ type: 'array', items: object({ a: {} }) }))).toEqual([': object[]', '  a?: any']);
    expect(schemaLines(object({}))).toEqual([]);
    expect(written(schemaLines(true))).toEqual([': any']);
  });

  it('can be drawn of every call there is, each path once', () => {
    expect(endpoints.length).toBeGreaterThan(60);
    for (const { name, request, reply } of endpoints) {
      for (const schema of [request, reply]) {
        const lines = schemaLines(plain(schema));
        const fields = lines.filter(({ variant }) => variant === undefined);
        expect(fields.filter(({ type }) => type === '').map(({ path }) => `${name} ${path}`)).toEqual([]);
        if (lines.length === fields.length) expect(new Set(fields.map(({ path }) => path)).size, name).toBe(fields.length);
      }
    }
    expect(schemaLines(plain(listRoles.reply)).length).toBeGreaterThan(10);
  });
});

describe('what a consumer reads', () => {
  const reads = promisedIn(['list[].id', 'list[].leaders[].label', 'list[].paths', 'total']);

  it.each(['list', 'list[].id', 'list[].leaders', 'list[].leaders[].label', 'list[].paths', 'total'])('holds %s', (path) => {
    expect(reads(path)).toBe(true);
  });

  it('holds everything inside of what is read whole', () => {
    expect(promisedIn(['state'])('state.tabs[].key')).toBe(true);
    expect(promisedIn(['state', 'state.tabs'])('state.other')).toBe(false);
  });

  it.each(['list[].name', 'list[].leaders[].id', 'totals', ''])('does not hold %j', (path) => {
    expect(reads(path)).toBe(false);
  });
});
