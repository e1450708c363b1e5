import { describe, expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './index.ts';
import { isListCall, type OrderTerm } from './row-order.ts';

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: readonly string[];
}
const plain = (schema: unknown): Schema => JSON.parse(JSON.stringify(schema));
const all: readonly Endpoint[] = endpoints;
const lists = all.filter(isListCall);

/** Fields of the rows, also those that only some kinds of rows have. */
const fieldsOf = (schema: Schema): string[] => [...Object.keys(schema.properties ?? {}), ...(schema.anyOf ?? []).flatMap(fieldsOf)];

/** Fields of a term that neither the rows nor, in braces, the request have. */
function missingFields(call: Endpoint, term: OrderTerm): string[] {
  if (!('field' in term)) return [];
  const rows = fieldsOf(plain(call.reply).properties?.['list']?.items ?? {});
  const [outer = ''] = term.field.split('.');
  const asked = [...`${term.field} ${'order' in term ? term.order : ''}`.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const request = fieldsOf(plain(call.request));
  return [...(rows.includes(outer) ? [] : [outer]), ...asked.filter((name) => !request.includes(name))];
}

describe('the order of a list', () => {
  it('is declared by every list call, and by no call without rows', () => {
    expect(lists.length).toBeGreaterThan(60);
    expect(lists.filter(({ order }) => order === undefined).map(({ name }) => name)).toEqual([]);
    const ordered = all.filter(({ order }) => order !== undefined);
    expect(ordered.filter(({ reply }) => plain(reply).properties?.['list'] === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('names fields that the rows and the request have', () => {
    const missing = all.flatMap((call) =>
      (call.order ?? []).flatMap((term) => missingFields(call, term).map((field) => `${call.name}: ${field}`)),
    );
    expect(missing).toEqual([]);
    const [campaigns] = lists.filter(({ name }) => name === 'campaigns.list');
    expect(campaigns && missingFields(campaigns, { field: 'm.{gone}', order: 'desc' })).toEqual(['gone']);
    expect(campaigns && missingFields(campaigns, { field: 'gone', first: null })).toEqual(['gone']);
  });
});
