import type { Kysely } from 'kysely';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { isListCall, type RowOrder } from '#contracts/endpoints/row-order.ts';
import { callPath, type Interaction, isSuccess } from '#contracts/sets/interaction.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import type { Database } from '#server/database/schema.ts';
import { dictionaries } from '#server/domain/dictionaries.ts';
import { defaultLimits } from '#server/domain/limits.ts';
import { readMenu } from '#server/domain/people/menu.repository.ts';
import { grantablePaths } from '#server/domain/people/permissions.ts';
import { readSheet } from '#server/domain/spreadsheet/read-sheet.ts';
import { listFilters } from './filter-probes.ts';
import { openProvider } from './our-provider.ts';
import { type Backend, setUpStates } from './probing.ts';
import { STATES_PATH } from './provider-states.ts';

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list call: its filters and order as declared, what its keyword finds as our server answers it. */
interface ListFacts {
  call: string;
  filters: string[];
  /** The fields of a row that `keyword` finds, as far as the states of the pacts show; absent without a keyword. */
  keyword?: string[];
  /** The declared order of rows without `sort`, which also orders rows that are equal by `sort`. */
  order: RowOrder;
}

interface ExportFacts {
  call: string;
  /** The name of the file; `{time}` is the minute in the timezone of the reader, such as 202611201600. */
  file: { zh: string; en: string };
  /** The headings by the key of the column. */
  columns: Record<string, { zh: string; en: string }>;
}

/** What comes with the product beside its calls, for a team that writes a server of its own. */
export interface Product {
  menu: object[];
  dictionaries: object;
  limits: Record<string, Record<string, number>>;
  lists: ListFacts[];
  exports: ExportFacts[];
  /** The fields inside the object parameters of provider states, with their types. */
  states: Record<string, Record<string, Record<string, string>>>;
}

interface Asked {
  code: number;
  list: Json[];
}

const headersFor = (token: string) => ({
  'content-type': 'application/json',
  'accept-language': 'zh-CN',
  authorization: `Bearer ${token}`,
});

async function askList({ path, method }: Endpoint, body: Json, token: string, { url }: Backend): Promise<Asked> {
  const answer = await fetch(`${url.origin}/api${path}`, {
    method,
    headers: headersFor(token),
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  const { code, data } = (await answer.json()) as { code: number; data: Json | null };
  return { code, list: Array.isArray(data?.list) ? data.list.filter(isRecord) : [] };
}

/** The texts and ids of a row, by the path of their field. */
function* listTexts(value: unknown, at = ''): Generator<[place: string, text: string]> {
  if (typeof value === 'string' && value.length > 1 && !/^\d{4}-\d\d-\d\d/.test(value)) yield [at, value];
  else if (typeof value === 'number' && at === 'id') yield [at, String(value)];
  else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) yield* listTexts(inner, at === '' ? key : `${at}.${key}`);
}

/** Tries words of the rows as the keyword in every situation of the pacts that has rows. */
async function findKeywordFields(
  call: Endpoint,
  filters: readonly string[],
  interactions: readonly Interaction[],
  backend: Backend,
): Promise<string[]> {
  const names = new Set(filters.map((name) => name.split('.')[0]));
  const found = new Set<string>();
  const own = interactions.filter((one) => callPath(one) === call.path && isSuccess(one));
  for (const { providerStates = [], request } of own) {
    const token = await setUpStates(providerStates, backend);
    const body = (request.body?.content ?? {}) as Json;
    const base = Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name) && name !== 'sort'));
    const { code, list } = await askList(call, base, token, backend);
    if (code !== 0) continue;
    for (const row of list.slice(0, 2)) {
      for (const [place, keyword] of listTexts(row)) {
        if (found.has(place)) continue;
        const matching = await askList(call, { ...base, keyword: keyword.slice(0, 100) }, token, backend);
        if (matching.code === 0 && matching.list.some(({ id }) => id === row.id)) found.add(place);
      }
    }
  }
  return [...found].toSorted();
}

async function describeList(call: Endpoint, interactions: readonly Interaction[], backend: Backend): Promise<ListFacts> {
  const { name, order } = call;
  if (order === undefined) throw new Error(`${name} declares no order of its rows`);
  const filters = listFilters(call).map((filter) => filter.name);
  const keyword = filters.includes('keyword') ? await findKeywordFields(call, filters, interactions, backend) : undefined;
  return { call: name, filters, ...(keyword && { keyword }), order };
}

/** The columns that the description of the request lists. */
function columnsOf({ request }: Endpoint): string[] {
  const { properties } = JSON.parse(JSON.stringify(request)) as { properties?: { columns?: { description?: string } } };
  return /any of: ([^.]+)\./.exec(properties?.columns?.description ?? '')?.[1]?.split(' ') ?? [];
}

const AT_ONCE = 60;
const SHEET = { rowsMax: 100_000, columnsMax: AT_ONCE };

async function readHeadings(
  call: Endpoint,
  body: Json,
  token: string,
  { url }: Backend,
): Promise<{ name: string; cells: string[] } | null> {
  const answer = await fetch(`${url.origin}/api${call.path}`, { method: 'POST', headers: headersFor(token), body: JSON.stringify(body) });
  const encoded = /filename\*=UTF-8''(\S+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  if (encoded === undefined) return null;
  const rows = await readSheet(new Uint8Array(await answer.arrayBuffer()), SHEET, 0);
  const name = decodeURIComponent(encoded).replace(/\d{12}/, '{time}');
  return { name, cells: (rows[0]?.cells ?? []).map(String) };
}

async function describeExport(call: Endpoint, interactions: readonly Interaction[], backend: Backend): Promise<ExportFacts | null> {
  const example = interactions.find((one) => callPath(one) === call.path && isSuccess(one) && one.response.body?.encoded !== false);
  if (example === undefined) return null;
  const token = await setUpStates(example.providerStates ?? [], backend);
  const all = columnsOf(call);
  const facts: ExportFacts = { call: call.name, file: { zh: '', en: '' }, columns: {} };
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const columns = all.slice(from, from + AT_ONCE);
    for (const [language, locale] of [
      ['zh', 'zh-cn'],
      ['en', 'en'],
    ] as const) {
      const found = await readHeadings(call, { ...(example.request.body?.content as Json), columns, locale }, token, backend);
      if (found === null) continue;
      facts.file[language] = found.name;
      for (const [at, key] of columns.entries()) {
        facts.columns[key] = { ...(facts.columns[key] ?? { zh: '', en: '' }), [language]: found.cells[at] ?? '' };
      }
    }
  }
  return facts;
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** The fields inside the parameters that are objects, or lists of objects. */
function describeStates(interactions: readonly Interaction[]): Product['states'] {
  const states: Product['states'] = {};
  for (const { name, params = {} } of interactions.flatMap(({ providerStates = [] }) => providerStates)) {
    if (name === 'a request was made' || name === 'a catalogue was built') continue;
    for (const [param, value] of Object.entries(params)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (!isRecord(one)) continue;
        const fields = ((states[name] ??= {})[param] ??= {});
        for (const [field, inner] of Object.entries(one)) {
          const types = new Set([...(fields[field]?.split(' | ') ?? []), typeOf(inner)]);
          fields[field] = [...types].toSorted().join(' | ');
        }
      }
    }
  }
  return states;
}

const inKeyOrder = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Page sizes and sizes of bodies that are no setting of the server. */
const FIXED = { pageSizeDefault: 20, keysetPageSizeDefault: 50, preferenceBytes: 16 * 1024, idempotencyHours: 24 };

function describeLimits(): Product['limits'] {
  const {
    tokenTtlMinutes,
    tokenMaxDays,
    callsPerSecond,
    loginsPerAddressPerMinute,
    loginHashesPerMinute,
    exportsAtOnce,
    exportsOfAll,
    ...rest
  } = defaultLimits;
  return {
    sessions: { idleMinutes: tokenTtlMinutes, maxDays: tokenMaxDays },
    rates: { callsPerSecond, loginsPerAddressPerMinute, loginHashesPerMinute, exportsAtOnce, exportsOfAll },
    others: { ...rest },
    fixed: FIXED,
  };
}

/** Reads what comes with the product from a migrated database and from our server on it, whose states empty the database. */
export async function describeProduct(db: Kysely<Database>): Promise<Product> {
  const menu = await readMenu(db);
  const grantable = new Set(grantablePaths(menu));
  const interactions = currentSet().pacts.flatMap((pact) => pact.interactions);
  const provider = await openProvider({ db });
  const backend = { url: new URL(provider.url), statesUrl: `${provider.url}${STATES_PATH}`, timeoutMs: 30_000 };
  const sorted = endpoints.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  try {
    const lists: ListFacts[] = [];
    for (const call of sorted.filter(isListCall)) lists.push(await describeList(call, interactions, backend));
    const exports: ExportFacts[] = [];
    for (const call of sorted.filter(({ answer }) => answer === 'spreadsheet')) {
      const facts = await describeExport(call, interactions, backend);
      if (facts !== null && Object.keys(facts.columns).length > 0) exports.push(facts);
    }
    return {
      menu: menu.map((entry) => ({ ...entry, canBeGranted: grantable.has(entry.path) })),
      dictionaries,
      limits: describeLimits(),
      lists,
      exports,
      states: inKeyOrder(describeStates(interactions)),
    };
  } finally {
    await provider.close();
  }
}

export const formatProduct = (product: Product): string => `${JSON.stringify(product, null, 2)}\n`;
