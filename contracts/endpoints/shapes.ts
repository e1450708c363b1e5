import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { bizLines, bizNote } from '../vocabulary/business-lines.ts';
import { channelNote, channels } from '../vocabulary/channels.ts';
import { passwordStateNote, passwordStates } from '../vocabulary/users.ts';
import { noted } from './noted.ts';

/** The largest integer that survives JSON in every language. */
const MAX_SAFE = 9_007_199_254_740_991;

/** An object that refuses unknown fields. */
export const Exact = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** An empty request or reply. */
export const Nothing = Exact({});

/** The internal id of a row. */
export const Id = Type.Integer({ minimum: 1, maximum: MAX_SAFE });
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true });
export const Version = noted(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
  zh: '从 1 开始，每次修改加 1；编辑时原样送回，与现值不同则回 VERSION_CONFLICT。',
  en: 'From 1, one more with every change; an edit sends it back, and VERSION_CONFLICT answers an old one.',
});

/** A number of objects. */
export const Count = noted(Type.Integer({ minimum: 0 }), { unit: 'count' });

/** An instant in UTC, ISO 8601 with `Z`. */
export const Instant = noted(Type.String({ format: 'date-time' }), {
  zh: 'UTC 时刻，ISO 8601，以 Z 结尾。',
  en: 'An instant in UTC, ISO 8601 with Z.',
  unit: 'UTC',
});
/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = noted(Type.String({ format: 'date' }), {
  zh: '日期 YYYY-MM-DD，按读者的时区。',
  en: 'A calendar date, YYYY-MM-DD, in the timezone of the reader.',
});

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const OneOf = <const V extends string[]>(values: readonly [...V]) => Type.Enum<V>(values);

/** A reference to a row, with its display text. */
export const Ref = Exact({
  id: Id,
  label: noted(Type.String(), { zh: '给人看的名称。', en: 'Its name, for people.' }),
});
export type Ref = Static<typeof Ref>;

/** Sent with a write, so that a repeated request takes effect only once. */
export const IdempotencyKey = noted(Type.Optional(Type.String({ format: 'uuid' })), {
  zh: '同一用户 24 小时内用同一个键重复请求，只生效一次，并得到第一次的应答；同键不同内容按字段错误拒绝。',
  en: 'Repeated by the same user within 24 h, the request has one effect and gets the first answer; with another body it is refused at this field.',
});

export const Keyword = noted(Type.Optional(Type.String({ maxLength: 100 })), {
  zh: '行的名称等文字的一部分，不区分大小写。',
  en: 'Part of one of the texts a row is known by, whatever the case.',
});

/** 20, 50, 100 or 200 rows per page. */
export const PageSize = noted(Type.Union([Type.Literal(20), Type.Literal(50), Type.Literal(100), Type.Literal(200)]), {
  zh: '每页行数，默认 20。',
  en: 'Rows a page, 20 when absent.',
  unit: 'rows',
});

const PageNumber = noted(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
  zh: '页码，从 1 开始，默认 1。',
  en: 'Number of the page, from 1; 1 when absent.',
});

/** A page of a list, numbered from 1, with filters and a sort by the given fields. */
export const ListRequest = <const F extends string[], P extends TProperties>(sortable: readonly [...F], filters: P) =>
  Exact({
    page: Type.Optional(PageNumber),
    page_size: Type.Optional(PageSize),
    sort: noted(Type.Optional(Type.Array(Exact({ field: OneOf(sortable), order: OneOf(['asc', 'desc'] as const) }), { maxItems: 3 })), {
      zh: '依次按这些列排序；相同的行也要有确定的顺序，翻页才不会重复或遗漏。',
      en: 'By these columns, the first first. Equal rows need a fixed order too, or pages repeat and lose some.',
    }),
    keyword: Keyword,
    ...filters,
  });

export const ListAnswer = <S extends TSchema>(row: S) =>
  Exact({
    list: Type.Array(row),
    total: noted(Type.Integer({ minimum: 0 }), { zh: '符合条件的全部行数。', en: 'Rows of the whole filtered set.', unit: 'rows' }),
    page: noted(Type.Integer({ minimum: 1 }), { zh: '页码，从 1 开始。', en: 'Number of the page, from 1.' }),
    page_size: noted(Type.Integer({ minimum: 1 }), { unit: 'rows' }),
  });

/** The request of a picker: search words, or the ids whose names are needed. */
export const SimpleListRequest = <P extends TProperties>(narrowing: P) =>
  Exact({
    keyword: Keyword,
    page: Type.Optional(PageNumber),
    page_size: Type.Optional(PageSize),
    ids: noted(Type.Optional(Ids), {
      zh: '只要这些对象，用来显示已选中的名称；看不到的不在应答里。',
      en: 'Only these, for the names of what is chosen already; what the caller cannot see is left out.',
    }),
    ...narrowing,
  });

/** One option of a picker. */
export const SimpleRow = Exact({
  id: Id,
  label: noted(Type.String(), { zh: '给人看的名称。', en: 'Its name, for people.' }),
  sub: noted(Type.String(), {
    zh: '第二行，用来区分同名者；可能为空。',
    en: 'A second line that tells it from others of the name; may be empty.',
  }),
  status: noted(Type.String(), { zh: '状态。', en: 'Its state.' }),
  disabled: noted(Type.Optional(Type.String()), {
    zh: '为什么现在不能选，用请求的语言；可以选时不出现。',
    en: 'Why it cannot be chosen now, in the language of the request; absent where it can.',
  }),
  cover_url: noted(Type.Optional(Nullable(Type.String())), {
    zh: '封面的临时地址；没有封面时为空，只有素材的应答带它。',
    en: 'A short-lived address of its cover; null without one, and only in answers about creatives.',
  }),
});
export type SimpleRow = Static<typeof SimpleRow>;

export const SimpleListAnswer = Exact({
  list: Type.Array(SimpleRow),
  total: noted(Type.Integer({ minimum: 0 }), { zh: '符合条件的全部行数。', en: 'Rows of the whole filtered set.', unit: 'rows' }),
});

/** The business line: short drama or e-commerce. */
export const Biz = noted(OneOf(bizLines), bizNote);
export const Channel = noted(OneOf(channels), channelNote);
/** ISO 4217. */
export const Currency = noted(Type.String({ pattern: '^[A-Z]{3}$' }), { zh: 'ISO 4217 币种代码。', en: 'ISO 4217 code.' });
/** An amount in the smallest unit of its currency. */
export const Money = noted(Type.Integer({ minimum: -MAX_SAFE, maximum: MAX_SAFE }), {
  zh: '最小货币单位的整数，如美分；日元没有更小的单位。',
  en: 'In the smallest unit of the currency: cents, whole yen.',
});
/** An id of the channel, always text. */
export const PlatformId = noted(Type.String({ minLength: 1, maxLength: 64 }), {
  zh: '平台自己的编号，文本。',
  en: 'The number the platform gave it, as text.',
});

/** A page of a list sorted from newest to oldest, continued after `cursor`. */
export const KeysetRequest = <P extends TProperties>(filters: P) =>
  Exact({
    cursor: noted(Type.Optional(Type.String({ maxLength: 200 })), {
      zh: '上一次应答的 next_cursor；不带则从最新的开始。内容由服务端自定。',
      en: 'The next_cursor of the answer before; absent, it begins with the newest. Only the server reads it.',
    }),
    page_size: noted(Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)])), {
      zh: '每次行数，默认 50。',
      en: 'Rows at a time, 50 when absent.',
      unit: 'rows',
    }),
    ...filters,
  });

export const KeysetAnswer = <S extends TSchema>(row: S) =>
  Exact({
    list: Type.Array(row),
    next_cursor: noted(Nullable(Type.String()), { zh: '没有更多时为空。', en: 'Null where there is no more.' }),
    total: noted(Type.Integer({ minimum: 0 }), {
      zh: '一万以内是准确值；更多时为 10000，并且 total_capped 为真。',
      en: 'Exact up to 10,000; beyond it 10,000, with total_capped.',
      unit: 'rows',
    }),
    total_capped: noted(Type.Boolean(), { zh: '实际行数比 total 多。', en: 'There are more than total says.' }),
  });

/** Options of an export, in addition to the filters of its list. */
export const exportOptions = {
  columns: noted(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 60, uniqueItems: true }), {
    zh: '要导出的列，按此顺序。',
    en: 'The columns of the file, in this order.',
  }),
  locale: noted(OneOf(['zh-cn', 'en'] as const), { zh: '表头与文件名的语言。', en: 'Language of the titles and of the file name.' }),
  count_only: noted(Type.Optional(Type.Literal(true)), {
    zh: '不要文件，只在信封里回行数 {count, max}。',
    en: 'Answers how many rows there would be, {count, max} in the envelope, instead of the file.',
  }),
};

/** The columns of an export, chosen from these. */
export const exportColumns = (keys: readonly string[]): typeof exportOptions.columns =>
  Type.With(
    noted(exportOptions.columns, {
      zh: '要导出的列，按此顺序；其他的列名，或不属于所选内容的列，按字段错误拒绝。',
      en: 'The columns of the file, in this order. Another one, or one that what is chosen does not have, is refused at its field.',
    }),
    { 'x-columns': [...new Set(keys)] },
  );

/** The request of a template to fill in, with the columns it has. */
export const templateRequest = (keys: readonly string[]) => Type.With(Exact({ locale: exportOptions.locale }), { 'x-columns': [...keys] });

/** The number of rows an export would have now, and the maximum. */
export const ExportCount = Exact({
  count: noted(Type.Integer({ minimum: 0 }), { zh: '现在会导出的行数。', en: 'Rows it would have now.', unit: 'rows' }),
  max: noted(Type.Integer({ minimum: 1 }), { zh: '最多允许的行数。', en: 'Rows it may have.', unit: 'rows' }),
});
export type ExportCount = Static<typeof ExportCount>;

/** Response headers that announce the size of a file; a provider may omit them. */
export const fileHeaders = {
  'X-Row-Count': { description: 'Rows of data.', schema: noted(Type.Integer({ minimum: 0 }), { unit: 'rows' }) },
  'X-Estimated-Length': {
    description: 'Bytes of the file, about: it is made while it is sent.',
    schema: noted(Type.Integer({ minimum: 0 }), { unit: 'bytes' }),
  },
} as const;

/** The bytes of an xlsx file. */
export const Spreadsheet = Type.String({ format: 'binary' });

/** The MD5 of a password in hex; the server never receives the password itself. */
export const PasswordDigest = noted(Type.String({ pattern: '^[0-9a-f]{32}$' }), {
  zh: '密码的 MD5,32 位小写十六进制；服务端再加盐慢哈希保存，从不见到密码本身。',
  en: 'MD5 of the password, 32 lower-case hex digits; the server keeps a slow salted hash of it and never sees the password.',
});

/** The people who know the password of an account. */
export const PasswordState = noted(OneOf(passwordStates), passwordStateNote);

/** Any JSON object. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());
