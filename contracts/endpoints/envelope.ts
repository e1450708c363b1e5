import { type Static, Type } from 'typebox';
import { noted } from './noted.ts';
import type { Reason } from './reasons.ts';

/** The envelope of every handled request, sent with HTTP 200. */
export const Envelope = Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Unknown() });
export type Envelope<Data = unknown> = { code: number; message: string; data: Data };

/** One invalid field of a request. */
export const FieldError = Type.Object({
  field: noted(Type.String(), {
    zh: '字段的路径，用点连接，列表里的用序号，如 role_ids.1；整个请求为 body。',
    en: 'Path of the field with dots, and numbers within lists, such as role_ids.1; body is the whole request.',
  }),
  rule: noted(Type.String(), {
    zh: '违反的规则：JSON Schema 的关键字，或 unknown、blank、exists 等业务规则。',
    en: 'The rule that is broken: a keyword of JSON Schema, or one of our own such as unknown, blank, exists.',
  }),
  message: noted(Type.String(), { zh: '用请求的语言，指出字段。', en: 'In the language of the request, naming the field.' }),
});
export type FieldError = Static<typeof FieldError>;

/** The `data` of an error. Further keys depend on the reason. */
export interface ErrorData {
  reason: Reason;
  /** Identifies the request in the log of the server. */
  trace_id: string;
  /** Present with VALIDATION. */
  errors?: FieldError[];
  [key: string]: unknown;
}
