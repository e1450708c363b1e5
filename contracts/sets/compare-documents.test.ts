import { describe, expect, it } from 'vitest';
import { compareSets } from './compare.ts';
import { type ApiDocument, compareDocuments } from './compare-documents.ts';
import { currentSet } from './pact-set.ts';

const current = currentSet();
const document = current.document as ApiDocument;

type Schema = Record<string, unknown> & { properties: Record<string, Record<string, unknown>>; required?: string[] };

/** The schema of the request, which stands among the components. */
function schemaOf({ paths, components }: ApiDocument, path: string): Schema {
  const schema = paths[path]?.post?.requestBody?.content?.['application/json']?.schema as Schema & { $ref?: string };
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return (name === undefined ? schema : components?.schemas?.[name]) as Schema;
}

const LIST = '/api/sys-roles/list';
const EDIT = '/api/sys-roles/edit';

const seen = (path: string, change: (schema: Schema) => void): string[] => {
  const newer = structuredClone(document);
  change(schemaOf(newer, path));
  return compareDocuments(document, newer).map(
    ({ call, change: { kind, place, consoles, backends } }) => `${call} | ${kind} | ${place} | ${consoles} | ${backends}`,
  );
};

describe('two documents', () => {
  it('do not differ when they are the same, or only explain more', () => {
    expect(compareDocuments(document, structuredClone(document))).toEqual([]);
    expect(
      seen(LIST, ({ properties }) => Object.assign(properties.page ?? {}, { description: 'of the table', 'x-unit': 'pages' })),
    ).toEqual([]);
  });

  it.each<[string, string, (schema: Schema) => void, string]>([
    ['has to be sent now', LIST, (schema) => (schema.required = ['page']), 'document-narrowed | request page | breaks | safe'],
    ['need not be sent any more', EDIT, (schema) => (schema.required = ['id']), 'document-widened | request version | safe | breaks'],
    [
      'may be sent now',
      LIST,
      ({ properties }) => (properties.deep = { type: 'boolean' }),
      'document-field-added | request deep | safe | breaks',
    ],
    [
      'is new and has to be sent',
      LIST,
      (schema) => {
        schema.properties.deep = { type: 'boolean' };
        schema.required = ['deep'];
      },
      'document-field-added | request deep | breaks | breaks',
    ],
    ['is no longer taken', LIST, ({ properties }) => delete properties.keyword, 'document-field-removed | request keyword | breaks | safe'],
    [
      'is no longer taken, and had to be sent',
      EDIT,
      ({ properties }) => delete properties.version,
      'document-field-removed | request version | breaks | breaks',
    ],
    [
      'may be shorter only',
      LIST,
      ({ properties }) => (properties.keyword = { type: 'string', maxLength: 50 }),
      'document-narrowed | request keyword | breaks | safe',
    ],
    [
      'may be longer',
      LIST,
      ({ properties }) => (properties.keyword = { type: 'string', maxLength: 200 }),
      'document-widened | request keyword | safe | breaks',
    ],
    [
      'has to have a form',
      LIST,
      ({ properties }) => Object.assign(properties.keyword ?? {}, { pattern: '^a' }),
      'document-narrowed | request keyword | breaks | safe',
    ],
    [
      'is of another type',
      LIST,
      ({ properties }) => (properties.keyword = { type: 'integer' }),
      'document-changed | request keyword | breaks | breaks',
    ],
    [
      'may be null too',
      LIST,
      ({ properties }) => (properties.keyword = { anyOf: [properties.keyword, { type: 'null' }] }),
      'document-widened | request keyword | safe | breaks',
    ],
    [
      'may not be null any more',
      EDIT,
      ({ properties }) => (properties.remark = { type: 'string', maxLength: 200 }),
      'document-narrowed | request remark | breaks | safe',
    ],
  ])('differ where a field %s', (_name, path, change, expected) => {
    expect(seen(path, change)).toEqual([`POST ${path} | ${expected}`]);
  });

  const sorted = (words: string[]) => ({
    type: 'array',
    maxItems: 3,
    items: {
      type: 'object',
      required: ['field', 'order'],
      properties: { field: { enum: words }, order: { enum: ['asc', 'desc'] } },
      additionalProperties: false,
    },
  });

  it.each([
    ['more', ['name', 'users', 'updated_at', 'remark'], 'document-widened | request sort[].field | safe | breaks'],
    ['less', ['name', 'users'], 'document-narrowed | request sort[].field | breaks | safe'],
    ['another', ['name', 'users', 'remark'], 'document-changed | request sort[].field | breaks | breaks'],
  ])('differ where a word is %s than before', (_name, words, expected) => {
    expect(seen(LIST, ({ properties }) => (properties.sort = sorted(words)))).toEqual([`POST ${LIST} | ${expected}`]);
  });

  it('are read where a schema refers to another, even to itself', () => {
    const withTree = (words: string[]): ApiDocument => ({
      paths: {
        '/api/x': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } } },
      },
      components: {
        schemas: {
          Tree: {
            type: 'object',
            properties: { kind: { enum: words }, inner: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
          },
        },
      },
    });
    expect(compareDocuments(withTree(['a', 'b']), withTree(['a'])).map(({ change }) => change.place)).toContain('request kind');
  });
});

describe('two sets with documents', () => {
  const changed = (change: (schema: Schema) => void) => {
    const copy = structuredClone(current);
    change(schemaOf(copy.document as ApiDocument, LIST));
    return copy;
  };

  it('differ in what no pact shows', () => {
    expect(
      compareSets(
        current,
        changed(({ properties }) => delete properties.keyword),
      ),
    ).toMatchObject([
      { kind: 'document-field-removed', call: `POST ${LIST}`, resource: 'roles', interaction: null, place: 'request keyword' },
    ]);
  });

  it('are not told twice of what a pact shows as well', () => {
    const newer = changed(({ properties }) => delete properties.keyword);
    for (const { request } of newer.pacts.flatMap(({ interactions }) => interactions))
      if (request.path === LIST && request.body) delete (request.body.content as Record<string, unknown>).keyword;
    expect(new Set(compareSets(current, newer).map(({ kind }) => kind))).toEqual(new Set(['request-field-removed']));
  });

  it('are compared without them where one has none', () => {
    const { document: _document, ...bare } = changed(({ properties }) => delete properties.keyword);
    expect(compareSets(current, bare)).toEqual([]);
  });
});
