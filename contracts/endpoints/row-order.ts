import type { Words } from '../vocabulary/vocabulary.ts';

/** `{metric}` stands for what the request has in its field `metric`. */
type Asked = `{${string}}`;

/** By the value of a field of the rows, or of a field inside one, such as `m.spend`. Rows without a value come last. */
export interface FieldTerm {
  readonly field: string;
  readonly order: 'asc' | 'desc' | Asked;
  /** Names go by the pinyin of their characters; other texts as the database compares them. */
  readonly collation?: 'zh';
  /** What the field stands for where the request asks for something else. */
  readonly note?: Words;
}

/** Rows with this value come before or after all others. */
export type GroupTerm = { readonly field: string } & ({ readonly first: string | null } | { readonly last: string });

/** What no field of the rows holds, in words. */
export interface ToldTerm {
  readonly by: Words;
}

export type OrderTerm = FieldTerm | GroupTerm | ToldTerm;

/**
 * The order of the rows of a list whose request does not ask for another: by the first term, equal rows by the next. Rows that are equal in
 * what `sort` asks for follow in this order as well.
 */
export type RowOrder = readonly [OrderTerm, ...OrderTerm[]];

const descending = (field: string): FieldTerm => ({ field, order: 'desc' });
const ascending = (field: string): FieldTerm => ({ field, order: 'asc' });
const byText = (field: string): FieldTerm => ({ field, order: 'asc', collation: 'zh' });

/** The rows added last come first. */
export const lastAddedFirst: RowOrder = [descending('id')];
/** The newest come first by this instant. */
export const newestFirst = (field = 'created_at'): RowOrder => [descending(field), descending('id')];
export const byId: RowOrder = [ascending('id')];
/** By the name that people read, which stands in this field. */
export const byName = (field = 'label'): RowOrder => [byText(field), ascending('id')];
/** By one field that no two rows share. */
export const by = (field: string): RowOrder => [ascending(field)];
/** What can be chosen comes first, then by name. */
export const onFirst: RowOrder = [{ field: 'status', first: 'on' }, ...byName()];

/** By the dimensions of a report, as the request lists them. */
export const byDimensions: ToldTerm = {
  by: {
    zh: '依 group_by 的维度：日期、月份新的在前，其他按其值（编号、代码）从小到大。',
    en: 'By the dimensions of group_by: newest dates and months first, others by their value (id or code), the least first.',
  },
};

interface WithReply {
  readonly effect: 'read' | 'write';
  readonly answer: 'envelope' | 'spreadsheet';
  readonly request: object;
  readonly reply: object;
}

const propertiesOf = (schema: object): Readonly<Record<string, unknown>> => ('properties' in schema ? (schema.properties as never) : {});

/** True of a call that answers the rows of a list, of which a request can choose some. */
export function isListCall({ effect, answer, request, reply }: WithReply): boolean {
  const required = 'required' in request ? (request.required as readonly string[]) : [];
  const isChosen = Object.keys(propertiesOf(request)).some((name) => !required.includes(name));
  return effect === 'read' && answer === 'envelope' && 'list' in propertiesOf(reply) && isChosen;
}
