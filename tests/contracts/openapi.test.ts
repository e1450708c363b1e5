import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Comparator } from '@pactflow/openapi-pact-comparator';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/endpoints/index.ts';
import { openApi, openApiText, openApiWrittenOut } from '#contracts/openapi.ts';
import { envelopeOf, type Interaction } from '#contracts/sets/interaction.ts';
import { sampled } from '#tests/support/depth.ts';

type Document = ConstructorParameters<typeof Comparator>[0];
type PactDocument = Parameters<Comparator['compare']>[0];

const ROOT = path.resolve(import.meta.dirname, '../..');
const pacts = readdirSync(path.join(ROOT, 'pacts/current')).map((name): { interactions: Interaction[] } =>
  JSON.parse(readFileSync(path.join(ROOT, 'pacts/current', name), 'utf8')),
);

/** The comparator goes by what a request accepts, not by what kind of answer it got; so a file must be asked for by its kind. */
function asCompared(pact: { interactions: Interaction[] }): PactDocument {
  const copy = structuredClone(pact);
  for (const each of copy.interactions) {
    if (envelopeOf(each) === undefined)
      each.request.headers = { ...each.request.headers, Accept: each.response.headers?.['Content-Type'] ?? [] };
  }
  return copy as unknown as PactDocument;
}

/** Asked in order to be refused: such a request need not be a good one. */
const isMeantWrong = (description: string | null | undefined): boolean =>
  pacts
    .flatMap(({ interactions }) => interactions)
    .some((each) => each.description === description && [400, 401].includes(Number(envelopeOf(each)?.code)));

/** What breaks a pact that holds an exchange of this description; without one, what breaks every third pact, or any in a deep run. */
async function incompatibilities(document: unknown, description?: RegExp): Promise<string[]> {
  const comparator = new Comparator(structuredClone(document) as Document);
  const found: string[] = [];
  const compared = description
    ? pacts.filter(({ interactions }) => interactions.some((each) => description.test(each.description)))
    : sampled(pacts, 3);
  for (const pact of compared) {
    for await (const { type, code, message, mockDetails } of comparator.compare(asCompared(pact))) {
      const exchange = mockDetails?.interactionDescription;
      if (type === 'error' && !(code.startsWith('request.') && isMeantWrong(exchange))) {
        found.push(`"${exchange}" ${code}: ${message} (${mockDetails?.location})`);
      }
    }
  }
  return found;
}

type Schemas = Readonly<Record<string, unknown>>;
const REFERENCE = /^#\/components\/schemas\/(.+)$/;

/** The same with every reference replaced by what it refers to, but for those to be left: a schema that holds itself has no end. */
function writtenOut(value: unknown, schemas: Schemas, left: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => writtenOut(one, schemas, left));
  if (typeof value !== 'object' || value === null) return value;
  const [, name] = '$ref' in value ? (REFERENCE.exec(String(value.$ref)) ?? []) : [];
  if (name !== undefined && !left.includes(name)) return writtenOut(schemas[name], schemas, left);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, writtenOut(part, schemas, left)]));
}

const schemasOf = (document: object): Schemas => (document as { components: { schemas: Schemas } }).components.schemas;

/** Built once: no test changes them. */
const document = openApi(endpoints);
const text = openApiText(endpoints);
const plain = openApiWrittenOut(endpoints);

/** A document whose text was changed in one place. */
function changed(from: string | RegExp, to: string): unknown {
  const other = text.replace(from, to);
  expect(other).not.toBe(text);
  return JSON.parse(other);
}

describe('the OpenAPI document', () => {
  it('is the committed one, byte by byte', () => {
    expect(text).toBe(readFileSync(path.join(ROOT, 'contracts/openapi.json'), 'utf8'));
  });

  it('is the same whatever the order of the endpoints', () => {
    expect(openApiText(endpoints.toReversed())).toBe(text);
  });

  it('describes every call', () => {
    expect(Object.keys(document.paths as object)).toHaveLength(endpoints.length);
  });

  it('refers only to what it holds', () => {
    const { components } = JSON.parse(text);
    const named = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(endpoints.length);
    expect([...new Set(named)].filter((name) => !(String(name) in components.schemas))).toEqual([]);
    expect(text.match(/"\$ref": "(?!#)/g)).toBeNull();
  });

  it('says with references what it says when every schema is written out', () => {
    const left = Object.keys(schemasOf(plain));
    const schemas = schemasOf(document);
    const kept = Object.fromEntries(left.map((name) => [name, schemas[name]]));
    const components = { ...(document.components as object), schemas: kept };
    expect(writtenOut({ ...document, components }, schemas, left)).toEqual(plain);
  });

  it('writes what stands in several places once, under the name the contract has for it', () => {
    const minified = JSON.stringify(document);
    expect(minified.length).toBeLessThan(JSON.stringify(plain).length * 0.6);
    expect(text.length).toBeLessThan(minified.length * 1.5);
    expect(text.match(/"\$ref": "#\/components\/schemas\/User"/g)?.length).toBeGreaterThan(1);
    const shared = Object.values(schemasOf(document)).map((schema) => JSON.stringify(schema));
    expect(new Set(shared).size).toBe(shared.length);
  });

  it('names its schemas in words of the domain, without numbers', () => {
    const names = Object.keys(schemasOf(document));
    expect(names).toEqual(
      expect.arrayContaining(['Role', 'User', 'Campaign', 'AdGroup', 'Ad', 'AdAccount', 'Pixel', 'Site', 'Drama', 'Post']),
    );
    expect(names.filter((name) => !/^[A-Z][A-Za-z]*$/.test(name))).toEqual([]);
  });

  it('forbids no further field in an answer', () => {
    const { paths, components } = document as {
      paths: Record<string, Record<string, { responses: object }>>;
      components: object;
    };
    const schemas = schemasOf({ components });
    const reached = new Set<string>();
    const look = (value: unknown): string[] => {
      if (typeof value !== 'object' || value === null) return [];
      const [, name = ''] = '$ref' in value ? (REFERENCE.exec(String(value.$ref)) ?? []) : [];
      const isNew = name !== '' && !reached.has(name);
      if (isNew) reached.add(name);
      const own = 'additionalProperties' in value && value.additionalProperties === false ? [name] : [];
      return [...own, ...(isNew ? look(schemas[name]) : []), ...Object.values(value).flatMap(look)];
    };
    expect(Object.values(paths).flatMap((operations) => Object.values(operations).flatMap(({ responses }) => look(responses)))).toEqual([]);
    expect(reached.has('Role')).toBe(true);
  });

  it('names the refusals that calls have in common by their reasons', () => {
    const names = Object.keys(schemasOf(document)).filter((name) => name.startsWith('Refusal'));
    expect(names.length).toBeGreaterThan(20);
    expect(names).toContain('RefusalPageNotFound');
    const { paths } = document as { paths: Record<string, object> };
    expect(JSON.stringify(paths['/api/sys-roles/list'])).toContain('#/components/schemas/RefusalPage"');
  });

  it('says of each call only with what it can refuse', () => {
    const { paths } = plain as { paths: Record<string, object> };
    const reasonsOf = (path: string) => JSON.stringify(paths[path]).match(/"reason":\{"enum":\[([^\]]*)\]/)?.[1] ?? '';
    expect(reasonsOf('/api/login')).toBe('"VALIDATION","TOO_MANY_REQUESTS","INTERNAL","LOGIN_BAD","LOGIN_DISABLED","LOGIN_LOCKED"');
    expect(reasonsOf('/api/sys-users/get_user_info')).not.toContain('NO_PATH');
    expect(reasonsOf('/api/sys-roles/list')).toContain('"NO_PATH"');
    expect(reasonsOf('/api/sys-roles/list')).not.toContain('"NO_ACTION"');
    expect(reasonsOf('/api/sys-roles/export')).toContain('"NO_ACTION"');
  });

  it('is kept by the pacts', async () => {
    expect(await incompatibilities(document)).toEqual([]);
  });
});

describe('a change of the document that the console would feel', () => {
  it('is seen when a path is renamed', async () => {
    const found = await incompatibilities(changed('"/api/sys-roles/copy"', '"/api/sys-roles/duplicate"'), /^copies a role$/);
    expect(found.join('\n')).toContain('"copies a role" request.path-or-method.unknown');
  });

  it('is seen when a field that is read is gone', async () => {
    const found = await incompatibilities(
      changed(/"ended": \{[^}]*\}/, '"gone": { "type": "integer" }'),
      /^changes the password of the user and/,
    );
    expect(found.join('\n')).toContain('"changes the password of the user and ends the other sessions" response.body.incompatible');
  });

  it('is seen when a request wants one field more', async () => {
    const found = await incompatibilities(
      changed(/"required": \[\s*"key",\s*"enabled"\s*\]/, '"required": ["key", "enabled", "why"]'),
      /^switches a task off$/,
    );
    expect(found.join('\n')).toContain('"switches a task off" request.body.incompatible');
  });

  it('is seen when an export answers with another kind of file', async () => {
    const found = await incompatibilities(changed(/"application\/vnd\.openxml[^"]*": \{/, '"text/csv": {'), /^exports the figures$/);
    expect(found.join('\n')).toMatch(/"exports the [\w ]+" response/);
  });

  it('is seen when a refusal is no longer among those of a call', async () => {
    const found = await incompatibilities(changed(/"CRON_CORE"/, '"CRON_OTHER"'), /^refuses to switch a core task off$/);
    expect(found.join('\n')).toContain('"refuses to switch a core task off" response.body.incompatible');
  });
});
