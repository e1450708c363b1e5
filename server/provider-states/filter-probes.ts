import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { callPath, type Interaction, isSuccess } from '#contracts/sets/interaction.ts';
import { type Backend, setUpStates } from './probing.ts';

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Optional fields of a list call that choose no rows. */
const NOT_FILTERS = new Set(['page', 'page_size', 'sort', 'cursor', 'date_mode', 'metrics', 'compare', 'limit', 'body', 'days']);

/** Filters that no state of the pacts shows at work yet, by call. They are not asked. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'users.simpleList': ['direct', 'include_disabled'],
  'batches.list': ['mine'],
  'posts.list': ['usable'],
  'entities.events': ['below'],
  'homeAlerts.list': ['unread'],
  'homeAlerts.incidents': ['open'],
  'orderDaily.query': ['filters.time_basis'],
  // The server wants a period in every request.
  'orders.list': ['date_from', 'date_to', 'filters.time_basis'],
  'pixels.simpleList': ['use'],
  'homepages.simpleList': ['use', 'ad_account_id'],
  'landings.simpleList': ['for_material_ids', 'of_content'],
  'personalAccounts.simpleList': ['usable'],
  'adAccounts.simpleList': ['to_publish', 'pixel_id', 'pixel_of_site_id'],
  'dramas.simpleList': ['usable'],
  'products.simpleList': ['usable'],
  'materials.list': ['mine', 'metric_range', 'to_publish_in'],
  'materials.simpleList': ['usable'],
  'uploads.list': ['open'],
};

export interface FilterVerdict {
  /** `roles.list` */
  endpoint: string;
  /** `POST /api/sys-roles/list` */
  call: string;
  /** Number of filters that were tried. */
  filters: number;
  /** The filters that change no answer, whatever value they have. */
  ignored: string[];
}

interface FilterField {
  /** `filters.drama_id` for one that stands in an object. */
  name: string;
  schema: Json;
}

const propertiesOf = (schema: unknown): Json => (isRecord(schema) && isRecord(schema.properties) ? schema.properties : {});

/** The filters of a list call; none for other calls. */
export function listFilters({ effect, answer, request, reply }: Endpoint): FilterField[] {
  if (effect === 'write' || answer !== 'envelope' || !('list' in propertiesOf(JSON.parse(JSON.stringify(reply))))) return [];
  const schema = JSON.parse(JSON.stringify(request)) as Json;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]): FilterField[] => {
    if (!isRecord(field) || required.has(name) || NOT_FILTERS.has(name)) return [];
    if (name !== 'filters') return [{ name, schema: field }];
    return Object.entries(propertiesOf(field)).flatMap(([inner, one]) =>
      isRecord(one) ? [{ name: `filters.${inner}`, schema: one }] : [],
    );
  });
}

/** The filters that are asked. */
const listShown = (call: Endpoint): FilterField[] => listFilters(call).filter(({ name }) => !NOT_SHOWN[call.name]?.includes(name));

/** Ids and amounts that no row has. */
const MAX_SAFE = 9_007_199_254_740_991;
const TEXTS = ['no such text', 'ZZZ', 'ZZ', 'zz', 'AED', '1', '/none', '0b7f3c56-6f0e-4a52-8f2e-2f6c1d3b9a10'];

function listTexts({ pattern, format, minLength, maxLength }: Json): string[] {
  if (format === 'date') return ['2001-01-01', '2099-12-31'];
  if (format === 'date-time') return ['2001-01-01T00:00:00.000Z', '2099-12-31T00:00:00.000Z'];
  const fits = (text: string) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
  return TEXTS.filter((text) => fits(text) && text.length >= Number(minLength ?? 0) && text.length <= Number(maxLength ?? MAX_SAFE));
}

/** Values that a schema accepts, of which at least one leaves out rows that are there. */
function listValues(schema: unknown): unknown[] {
  if (!isRecord(schema)) return [];
  const { enum: values, anyOf, type, items, maximum, minimum } = schema;
  if ('const' in schema) return [schema.const];
  if (Array.isArray(values)) return values;
  if (Array.isArray(anyOf)) return anyOf.flatMap(listValues);
  if (type === 'array') return listValues(items).map((value) => [value]);
  if (type === 'boolean') return [true, false];
  if (type === 'integer' || type === 'number') return [Number(maximum ?? MAX_SAFE), Number(minimum ?? 1)];
  if (type === 'string') return listTexts(schema);
  if (type !== 'object') return [];
  // One value for each field, and every value of the last one.
  const fields = Object.entries(propertiesOf(schema));
  const first = Object.fromEntries(fields.map(([name, field]) => [name, listValues(field)[0]]));
  const [name = '', last] = fields.at(-1) ?? [];
  return listValues(last).map((value) => ({ ...first, [name]: value }));
}

/** The first and the last day of a period go together. */
const OTHER_DAY: Readonly<Record<string, string>> = { from: 'to', to: 'from' };
const DAYS: Readonly<Record<string, readonly [string, string]>> = { from: ['2099-12-30', '2099-12-31'], to: ['2001-01-01', '2001-01-02'] };

/** Some lists want a period, so every question has that of the exchange. */
const PERIOD = ['date_from', 'date_to'];

/** The bodies that ask with one filter alone. */
function listBodies(base: Json, { name, schema }: FilterField): Json[] {
  const [outer = '', inner] = name.split('.');
  if (inner !== undefined) return listValues(schema).map((value) => ({ ...base, [outer]: { [inner]: value } }));
  const alone = listValues(schema).map((value) => ({ ...base, [name]: value }));
  const [, stem, end = ''] = /^(.+_)(from|to)$/.exec(name) ?? [];
  const [from, to] = DAYS[end] ?? [];
  const other = OTHER_DAY[end];
  if (stem === undefined || other === undefined || schema.format !== 'date') return alone;
  return [{ ...base, [name]: end === 'from' ? from : to, [`${stem}${other}`]: end === 'from' ? to : from }, ...alone];
}

interface Answer {
  code: number;
  /** Which rows came and which of them cannot be chosen, without what may change from one moment to the next. */
  rows: string;
}

async function ask({ method, path }: Endpoint, body: Json, token: string, { url, timeoutMs }: Backend): Promise<Answer> {
  const answer = await fetch(`${url.href.replace(/\/$/, '')}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'zh-CN', authorization: `Bearer ${token}` },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { code, data } = (await answer.json()) as { code: number; data: Json | null };
  const list = Array.isArray(data?.list) ? data.list : [];
  const ids = list.map((row: Json) => [row.id ?? row.key ?? row.label, typeof row.disabled]);
  return { code, rows: JSON.stringify([data?.total, data?.totals, list.length, ids]) };
}

/** The body without a filter; undefined when it does not have it. */
function withoutFilter(body: Json, name: string): Json | undefined {
  const [outer = '', inner] = name.split('.');
  const { [outer]: value, ...others } = body;
  if (inner === undefined) return value === undefined ? undefined : others;
  if (!isRecord(value) || !(inner in value)) return undefined;
  const { [inner]: _, ...rest } = value;
  return { ...others, [outer]: rest };
}

/**
 * The pairs of bodies that differ in a filter alone: that of the exchange with and without it, and one without any filter beside one with
 * each of its values.
 */
function listPairs(body: Json, filters: readonly FilterField[], filter: FilterField): [without: Json, withIt: Json][] {
  const names = new Set(filters.map(({ name }) => name.split('.')[0]));
  const base = Object.fromEntries(Object.entries(body).filter(([name]) => PERIOD.includes(name) || !names.has(name)));
  const own = withoutFilter(body, filter.name);
  return [...(own === undefined ? [] : [[own, body] as [Json, Json]]), ...listBodies(base, filter).map((one): [Json, Json] => [base, one])];
}

/** Exchanges whose request or example says something of rows, those with the most states first. */
const listExamples = (call: Endpoint, interactions: readonly Interaction[]): Interaction[] =>
  interactions
    .filter((one) => callPath(one) === call.path && one.request.method === call.method && isSuccess(one))
    .toSorted((a, b) => (b.providerStates?.length ?? 0) - (a.providerStates?.length ?? 0));

async function probeCall(call: Endpoint, interactions: readonly Interaction[], backend: Backend): Promise<FilterVerdict> {
  const filters = listShown(call);
  let open = filters;
  for (const { providerStates = [], request } of listExamples(call, interactions)) {
    if (open.length === 0) break;
    const token = await setUpStates(providerStates, backend);
    const answers = new Map<string, Promise<Answer>>();
    const askOnce = (body: Json): Promise<Answer> => {
      const text = JSON.stringify(body);
      const known = answers.get(text) ?? ask(call, body, token, backend);
      answers.set(text, known);
      return known;
    };
    const isHeeded = async (filter: FilterField): Promise<boolean> => {
      for (const pair of listPairs((request.body?.content ?? {}) as Json, filters, filter)) {
        const [without, found] = await Promise.all(pair.map(askOnce));
        if (without?.code === 0 && found?.code === 0 && found.rows !== without.rows) return true;
      }
      return false;
    };
    const heeded = await Promise.all(open.map(isHeeded));
    open = open.filter((_, index) => !heeded[index]);
  }
  return { endpoint: call.name, call: `${call.method} /api${call.path}`, filters: filters.length, ignored: open.map(({ name }) => name) };
}

/**
 * Asks every list call with each of its filters alone, in the states of its exchanges: a filter must change which rows come. A filter that
 * no value shows to work is reported. Returns one verdict per list call with filters, in the given order.
 */
export async function probeFilters(
  calls: readonly Endpoint[],
  interactions: readonly Interaction[],
  backend: Backend,
): Promise<FilterVerdict[]> {
  const verdicts: FilterVerdict[] = [];
  for (const call of calls) if (listShown(call).length > 0) verdicts.push(await probeCall(call, interactions, backend));
  return verdicts;
}
