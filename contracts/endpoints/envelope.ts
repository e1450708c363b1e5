import { type Static, Type } from 'typebox';
import type { Reason } from './reasons.ts';

/** Every handled request answers HTTP 200 with this. */
export const Envelope = Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Unknown() });
export type Envelope<Data = unknown> = { code: number; message: string; data: Data };

/** One wrong field of a request; `field` is a dotted path, `message` is in the language of the request. */
export const FieldError = Type.Object({ field: Type.String(), rule: Type.String(), message: Type.String() });
export type FieldError = Static<typeof FieldError>;

/** `data` of an error. Further keys depend on the reason. */
export interface ErrorData {
  reason: Reason;
  /** Finds the request in the server's log. */
  trace_id: string;
  /** With VALIDATION. */
  errors?: FieldError[];
  [key: string]: unknown;
}
