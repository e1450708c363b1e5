import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Comparator } from '@pactflow/openapi-pact-comparator';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/endpoints/index.ts';
import { openApi, openApiText } from '#contracts/openapi.ts';
import { envelopeOf, type Interaction } from '#contracts/sets/interaction.ts';

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

async function incompatibilities(document: unknown): Promise<string[]> {
  const comparator = new Comparator(structuredClone(document) as Document);
  const found: string[] = [];
  for (const pact of pacts) {
    for await (const { type, code, message, mockDetails } of comparator.compare(asCompared(pact))) {
      const description = mockDetails?.interactionDescription;
      if (type === 'error' && !(code.startsWith('request.') && isMeantWrong(description))) {
        found.push(`"${description}" ${code}: ${message} (${mockDetails?.location})`);
      }
    }
  }
  return found;
}

/** A document whose text was changed in one place. */
function changed(from: string | RegExp, to: string): unknown {
  const text = openApiText(endpoints);
  const other = text.replace(from, to);
  expect(other).not.toBe(text);
  return JSON.parse(other);
}

describe('the OpenAPI document', () => {
  it('is the committed one, byte by byte', () => {
    expect(openApiText(endpoints)).toBe(readFileSync(path.join(ROOT, 'contracts/openapi.json'), 'utf8'));
  });

  it('is the same whatever the order of the endpoints', () => {
    expect(openApiText(endpoints.toReversed())).toBe(openApiText(endpoints));
  });

  it('describes every call', () => {
    expect(Object.keys(openApi(endpoints).paths as object)).toHaveLength(endpoints.length);
  });

  it('refers only to what it holds', () => {
    const text = openApiText(endpoints);
    const { components } = JSON.parse(text);
    const named = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(endpoints.length);
    expect([...new Set(named)].filter((name) => !(String(name) in components.schemas))).toEqual([]);
    expect(text.match(/"\$ref": "(?!#)/g)).toBeNull();
  });

  it('is kept by every pact', async () => {
    expect(await incompatibilities(openApi(endpoints))).toEqual([]);
  });
});

describe('a change of the document that the console would feel', () => {
  it('is seen when a path is renamed', async () => {
    const found = await incompatibilities(changed('"/api/sys-roles/copy"', '"/api/sys-roles/duplicate"'));
    expect(found.join('\n')).toContain('"copies a role" request.path-or-method.unknown');
  });

  it('is seen when a field that is read is gone', async () => {
    const found = await incompatibilities(changed(/"ended": \{[^}]*\}/, '"gone": { "type": "integer" }'));
    expect(found.join('\n')).toContain('"changes the own password and ends the other sessions" response.body.incompatible');
  });

  it('is seen when a request wants one field more', async () => {
    const found = await incompatibilities(changed(/"required": \[\s*"key",\s*"enabled"\s*\]/, '"required": ["key", "enabled", "why"]'));
    expect(found.join('\n')).toContain('"switches a task off" request.body.incompatible');
  });

  it('is seen when an export answers with another kind of file', async () => {
    const found = await incompatibilities(changed(/"application\/vnd\.openxml[^"]*": \{/, '"text/csv": {'));
    expect(found.join('\n')).toMatch(/"exports the [\w ]+" response/);
  });

  it('is seen when a refusal is no longer among those of a call', async () => {
    const found = await incompatibilities(changed(/"CRON_CORE"/, '"CRON_OTHER"'));
    expect(found.join('\n')).toContain('"switches no core task off" response.body.incompatible');
  });
});
