import { streamXlsxRows } from 'hucre/xlsx';
import printCompactly from 'json-stringify-pretty-compact';
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
import { listFilters } from './filter-probes.ts';
import { openProvider } from './our-provider.ts';
import { type Backend, setUpStates } from './probing.ts';
import { STATES_PATH } from './provider-states.ts';

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of a JSON schema of a request that say which columns a file has. */
interface RequestSchema {
  properties?: Record<string, { enum?: string[]; items?: { enum?: string[] }; 'x-columns'?: string[] }>;
  required?: string[];
  'x-columns'?: string[];
}

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
  /** What decides which columns the file has, such as {level: "ad"}; absent where all files of the call have the same. */
  when?: Record<string, string>;
  /** The name of the file with the fields of the request in braces; `{time}` is the minute in the reader's timezone, such as 202611201600. */
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
    const answers = new Map<string, Asked>();
    for (const row of list.slice(0, 2)) {
      for (const [place, text] of listTexts(row)) {
        if (found.has(place)) continue;
        const keyword = text.slice(0, 100);
        // Several fields of the rows have the same text.
        const matching = answers.get(keyword) ?? (await askList(call, { ...base, keyword }, token, backend));
        answers.set(keyword, matching);
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

/** The columns that a file can have, as its call declares them. */
function columnsOf({ request }: Endpoint): string[] {
  const { properties = {}, 'x-columns': ofTemplate } = request as RequestSchema;
  const { 'x-columns': listed, items } = properties.columns ?? {};
  return [...(ofTemplate ?? listed ?? items?.enum ?? [])];
}

/** What decides which columns a file has, beside the columns chosen: each value of it, with whether it is told apart in the facts. */
function variantsOf({ request }: Endpoint): { body: Json; when?: Record<string, string> }[] {
  const { properties = {}, required = [] } = request as RequestSchema;
  const dimensions = properties.group_by?.items?.enum;
  if (dimensions !== undefined) return dimensions.map((dimension) => ({ body: { group_by: [dimension], sort: [] } }));
  const name = ['level', 'kind'].find((one) => required.includes(one) && properties[one]?.enum !== undefined);
  if (name === undefined) return [{ body: {} }];
  return (properties[name]?.enum ?? []).map((value) => ({ body: { [name]: value }, when: { [name]: value } }));
}

const AT_ONCE = 60;

/** The first row of a file of our own, read without the caution that a file of somebody else needs. */
async function readFirstRow(file: Response): Promise<unknown[]> {
  for await (const { values } of streamXlsxRows(new Uint8Array(await file.arrayBuffer()), { sheet: 0, maxRows: 1 })) return values;
  return [];
}

interface Headings {
  file: string;
  headings: Record<string, string>;
}

/** A file name in which the values of the request stand as the names of their fields. */
const nameFields = (fileName: string, body: Json): string =>
  Object.entries(body).reduce(
    (name, [field, value]) =>
      typeof value === 'number' || /^\d{4}-\d\d-\d\d$/.test(String(value))
        ? name.replace(new RegExp(`(?<![\\d-])${String(value)}(?![\\d-])`), `{${field}}`)
        : name,
    fileName,
  );

/** Asks for a file with these columns, and again without those that it turned out not to have. */
async function readHeadings(call: Endpoint, body: Json, columns: string[], token: string, backend: Backend): Promise<Headings> {
  if (columns.length === 0) return { file: '', headings: {} };
  const answer = await fetch(`${backend.url.origin}/api${call.path}`, {
    method: 'POST',
    headers: headersFor(token),
    body: JSON.stringify('columns' in body ? { ...body, columns } : body),
  });
  const encoded = /filename\*=UTF-8''(\S+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  if (encoded === undefined) {
    const refused = (await answer.json()) as { message: string; data?: { errors?: { field: string }[] } };
    const unknown = new Set((refused.data?.errors ?? []).map(({ field }) => /^columns\.(\d+)$/.exec(field)?.[1]));
    const known = columns.filter((_, index) => !unknown.has(String(index)));
    if (known.length === columns.length) throw new Error(`${call.name} gave no file: ${refused.message} ${JSON.stringify(refused.data)}`);
    return await readHeadings(call, body, known, token, backend);
  }
  const first = await readFirstRow(answer);
  const name = nameFields(decodeURIComponent(encoded).replace(/\d{12}/, '{time}'), body);
  return { file: name, headings: Object.fromEntries(columns.map((key, index) => [key, String(first[index] ?? '').trim()])) };
}

const bodyOf = ({ request }: Interaction): Json => (request.body?.content ?? {}) as Json;

async function describeExport(call: Endpoint, interactions: readonly Interaction[], backend: Backend): Promise<ExportFacts[]> {
  const examples = interactions.filter((one) => callPath(one) === call.path && isSuccess(one) && one.response.body?.encoded !== false);
  const all = columnsOf(call);
  const found: ExportFacts[] = [];
  for (const { body, when } of variantsOf(call)) {
    const isOf = (one: Interaction) => Object.entries(when ?? {}).every(([name, value]) => bodyOf(one)[name] === value);
    const example = examples.find(isOf) ?? examples[0];
    if (example === undefined) throw new Error(`${call.name} is in no pact, so that nobody knows how to ask for its file`);
    const token = await setUpStates(example.providerStates ?? [], backend);
    const facts: ExportFacts = (when === undefined && found[0]) || {
      call: call.name,
      ...(when && { when }),
      file: { zh: '', en: '' },
      columns: {},
    };
    // A column has one heading, whatever else the file has.
    const nameless = all.filter((key) => facts.columns[key] === undefined);
    for (let from = 0; from < nameless.length; from += AT_ONCE) {
      for (const [language, locale] of [
        ['zh', 'zh-cn'],
        ['en', 'en'],
      ] as const) {
        const asked = { ...bodyOf(example), ...body, locale };
        const { file, headings } = await readHeadings(call, asked, nameless.slice(from, from + AT_ONCE), token, backend);
        facts.file[language] ||= file;
        for (const [key, heading] of Object.entries(headings)) (facts.columns[key] ??= { zh: '', en: '' })[language] = heading;
      }
    }
    if (!found.includes(facts)) found.push(facts);
  }
  for (const { columns } of found) {
    const nameless = Object.keys(columns).find((key) => columns[key]?.zh === '' || columns[key]?.en === '');
    if (nameless !== undefined) throw new Error(`${call.name}: the column ${nameless} has no heading`);
  }
  return found;
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
      exports.push(...(await describeExport(call, interactions, backend)));
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

export const formatProduct = (product: Product): string => `${printCompactly(product, { maxLength: 140 })}\n`;
