import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** Largest integer that survives JSON in every language. */
const MAX_SAFE = 9_007_199_254_740_991;

/** An object that refuses fields it does not know. */
export const Exact = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** Nothing is asked, or nothing is answered. */
export const Nothing = Exact({});

/** Internal identity of a row. */
export const Id = Type.Integer({ minimum: 1, maximum: MAX_SAFE });
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true });
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** An instant in UTC, ISO 8601 with `Z`. */
export const Instant = Type.String({ format: 'date-time' });
/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = Type.String({ format: 'date' });

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const OneOf = <const V extends string[]>(values: readonly [...V]) => Type.Enum<V>(values);

/** A reference to a row, with the text a person reads. */
export const Ref = Exact({ id: Id, label: Type.String() });
export type Ref = Static<typeof Ref>;

/** Sent with a write, so that a repeated request has one effect. Kept for 24 h per user. */
export const IdempotencyKey = Type.Optional(Type.String({ format: 'uuid' }));

export const Keyword = Type.Optional(Type.String({ maxLength: 100 }));

/** 20, 50, 100 or 200 rows a page. */
export const PageSize = Type.Union([Type.Literal(20), Type.Literal(50), Type.Literal(100), Type.Literal(200)]);

/** A page of a list: filters, sort by the given fields, page from 1. */
export const ListRequest = <const F extends string[], P extends TProperties>(sortable: readonly [...F], filters: P) =>
  Exact({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    page_size: Type.Optional(PageSize),
    sort: Type.Optional(Type.Array(Exact({ field: OneOf(sortable), order: OneOf(['asc', 'desc'] as const) }), { maxItems: 3 })),
    keyword: Keyword,
    ...filters,
  });

export const ListAnswer = <S extends TSchema>(row: S) =>
  Exact({
    list: Type.Array(row),
    /** Rows of the whole filtered set. */
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1 }),
  });

/** Newest first, continued after `cursor`. */
export const KeysetRequest = <P extends TProperties>(filters: P) =>
  Exact({
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    page_size: Type.Optional(Type.Union([Type.Literal(50), Type.Literal(100), Type.Literal(200)])),
    ...filters,
  });

export const KeysetAnswer = <S extends TSchema>(row: S) =>
  Exact({
    list: Type.Array(row),
    next_cursor: Nullable(Type.String()),
    /** Exact up to 10,000; then 10,000 with `total_capped`. */
    total: Type.Integer({ minimum: 0 }),
    total_capped: Type.Boolean(),
  });

/** What an export asks besides the filters of its list. */
export const exportOptions = {
  columns: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 60, uniqueItems: true }),
  locale: OneOf(['zh-cn', 'en'] as const),
  /** Answers how many rows there would be, in the envelope, instead of the file. */
  count_only: Type.Optional(Type.Literal(true)),
};

/** Rows an export would have now, and rows it may have. */
export const ExportCount = Exact({ count: Type.Integer({ minimum: 0 }), max: Type.Integer({ minimum: 1 }) });
export type ExportCount = Static<typeof ExportCount>;

/** Headers of a file that say how much of it there is to come; a provider may leave them out. */
export const fileHeaders = {
  'X-Row-Count': { description: 'Rows of data.', schema: Type.Integer({ minimum: 0 }) },
  'X-Estimated-Length': { description: 'Bytes of the file, about: it is made while it is sent.', schema: Type.Integer({ minimum: 0 }) },
} as const;

/** The bytes of an xlsx file. */
export const Spreadsheet = Type.String({ format: 'binary' });

/** MD5 of a password, hex; the server never sees the password itself. */
export const PasswordDigest = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** Any JSON object. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());
