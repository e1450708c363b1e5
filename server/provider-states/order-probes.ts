import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { byDimensions, type FieldTerm, type GroupTerm, type OrderTerm } from '#contracts/endpoints/row-order.ts';
import { callPath, type Interaction, isSuccess } from '#contracts/sets/interaction.ts';
import { type Backend, setUpStates } from './probing.ts';
import type { Recording } from './recording.ts';

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export interface OrderVerdict {
  /** `roles.list` */
  endpoint: string;
  /** `POST /api/sys-roles/list` */
  call: string;
  /** Number of answers with rows to compare. */
  answers: number;
  /** One line for each answer whose rows stand in another order. */
  differences: string[];
}

/** What two rows compare to by one term; undefined when the rows do not tell. */
type Compared = number | undefined;

const pinyin = new Intl.Collator('zh');
const letters = new Intl.Collator('en');

/** The field with what the request has in place of `{name}`. */
const filledIn = (text: string, body: Json): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(body[name]));

/** The value of `m.spend`; undefined when the row does not have it. */
const valueAt = (row: Json, field: string): unknown =>
  field.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), row);

function compareValues(a: unknown, b: unknown, collation?: 'zh'): Compared {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  if (collation === 'zh') return pinyin.compare(a, b);
  if (a === b) return 0;
  // Databases compare texts by code points or by the letters of a language; where these differ each is right.
  const isLess = a < b;
  const isAgreed = [letters, pinyin].every((collator) => collator.compare(a, b) < 0 === isLess);
  return isAgreed ? (isLess ? -1 : 1) : undefined;
}

function compareByField({ field, order, collation }: FieldTerm, [a, b]: readonly [Json, Json], body: Json): Compared {
  const [one, other] = [valueAt(a, filledIn(field, body)), valueAt(b, filledIn(field, body))];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const compared = compareValues(one, other, collation);
  return compared === undefined || filledIn(order, body) === 'asc' ? compared : -compared;
}

function compareByGroup(term: GroupTerm, [a, b]: readonly [Json, Json]): Compared {
  const [one, other] = [valueAt(a, term.field), valueAt(b, term.field)];
  if (one === undefined || other === undefined) return undefined;
  return 'first' in term
    ? Number(one !== term.first) - Number(other !== term.first)
    : Number(one === term.last) - Number(other === term.last);
}

const IS_ID = /^-?\d+$/;
const IS_DATE = /^\d{4}-\d\d(?:-\d\d)?$/;

/** Rows of a report have the values of their dimensions in `key`. */
function compareByDimensions([a, b]: readonly [Json, Json]): Compared {
  const [ones, others] = [String(a.key).split('|'), String(b.key).split('|')];
  for (const [at, one] of ones.entries()) {
    const other = others[at] ?? '';
    if (one === other) continue;
    if (IS_DATE.test(one)) return one > other ? -1 : 1;
    return IS_ID.test(one) && IS_ID.test(other) ? Number(one) - Number(other) : compareValues(one, other);
  }
  return 0;
}

function compareBy(term: OrderTerm, rows: readonly [Json, Json], body: Json): Compared {
  if (term === byDimensions) return compareByDimensions(rows);
  if ('by' in term) return undefined;
  return 'order' in term ? compareByField(term, rows, body) : compareByGroup(term, rows);
}

/** The first two rows that stand in another order, in words; undefined when there are none. */
export function findUnordered(order: readonly OrderTerm[], rows: readonly Json[], body: Json): string | undefined {
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    if (next === undefined) return undefined;
    for (const term of order) {
      const compared = compareBy(term, [row, next], body);
      if (compared === 0) continue;
      if (compared !== undefined && compared > 0) return `row ${at + 2} belongs before row ${at + 1} by ${JSON.stringify(term)}`;
      break;
    }
  }
  return undefined;
}

const listRows = ({ code, data }: { code: number; data: Json | null }): Json[] =>
  code === 0 && Array.isArray(data?.list) ? data.list.filter(isRecord) : [];

async function askRows({ method, path }: Endpoint, body: Json, token: string, { url, timeoutMs }: Backend): Promise<Json[]> {
  const answer = await fetch(`${url.href.replace(/\/$/, '')}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'zh-CN', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return listRows((await answer.json()) as Parameters<typeof listRows>[0]);
}

/** The bodies of the exchange that ask for no order: as it is, and without what the request may leave out. */
function listBodies({ request }: Endpoint, { request: { body } }: Interaction): Json[] {
  const { sort: _, ...asked } = (body?.content ?? {}) as Json;
  const required = new Set((request as { required?: readonly string[] }).required);
  const bare = Object.fromEntries(Object.entries(asked).filter(([name]) => required.has(name) || name === 'page_size'));
  const bodies = new Map([bare, asked].map((one) => [JSON.stringify(one), one]));
  return [...bodies.values()];
}

const startVerdict = ({ name, method, path }: Endpoint): OrderVerdict => ({
  endpoint: name,
  call: `${method} /api${path}`,
  answers: 0,
  differences: [],
});

/** Adds what the rows of one answer show; fewer than two show nothing. */
function judgeRows(verdict: OrderVerdict, order: readonly OrderTerm[], example: Interaction, body: Json, rows: readonly Json[]): void {
  if (rows.length < 2) return;
  verdict.answers += 1;
  const difference = findUnordered(order, rows, body);
  if (difference !== undefined) verdict.differences.push(`${example.description}: ${difference}`);
}

const isOf =
  ({ method, path }: Endpoint) =>
  (one: Interaction): boolean =>
    callPath(one) === path && one.request.method === method && isSuccess(one);

async function probeCall(call: Endpoint, interactions: readonly Interaction[], backend: Backend): Promise<OrderVerdict> {
  const verdict = startVerdict(call);
  for (const example of interactions.filter(isOf(call))) {
    const token = await setUpStates(example.providerStates ?? [], backend);
    for (const body of listBodies(call, example))
      judgeRows(verdict, call.order ?? [], example, body, await askRows(call, body, token, backend));
  }
  return verdict;
}

/** Asks every list call in the states of its exchanges without an order: its rows must stand in the declared one. */
export async function probeOrders(
  calls: readonly Endpoint[],
  interactions: readonly Interaction[],
  backend: Backend,
): Promise<OrderVerdict[]> {
  const verdicts: OrderVerdict[] = [];
  for (const call of calls) if (call.order !== undefined) verdicts.push(await probeCall(call, interactions, backend));
  return verdicts;
}

/** Judges the recorded answers to the exchanges that ask for no order, without asking again. */
export function judgeRecordedOrders(
  calls: readonly Endpoint[],
  interactions: readonly Interaction[],
  recording: Recording,
): OrderVerdict[] {
  return calls.flatMap((call): OrderVerdict[] => {
    if (call.order === undefined) return [];
    const verdict = startVerdict(call);
    for (const [place, example] of interactions.entries()) {
      const body = (example.request.body?.content ?? {}) as Json;
      const answered = recording.get(place);
      if (answered === undefined || !isOf(call)(example) || 'sort' in body) continue;
      judgeRows(verdict, call.order, example, body, listRows(JSON.parse(answered.body.toString())));
    }
    return [verdict];
  });
}
