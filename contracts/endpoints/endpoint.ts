import type { Static, TSchema } from 'typebox';
import type { RoleAction } from '../vocabulary/roles.ts';
import type { Access } from './permissions.ts';
import type { Reason } from './reasons.ts';
import type { RowOrder } from './row-order.ts';

/** The kind of the reply: an envelope, or a spreadsheet whose errors are still envelopes. */
export type AnswerKind = 'envelope' | 'spreadsheet';

/** One call of the API as plain data. URL, types, validation, OpenAPI and catalogue are derived from it. */
export interface Endpoint {
  /** A unique name of the form `resource.verb`. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** The path below `/api`. */
  readonly path: `/${string}`;
  readonly summary: { readonly zh: string; readonly en: string };
  readonly access: Access;
  /** The action that the caller needs in addition to the page. */
  readonly action?: RoleAction;
  /** `read` changes nothing that other users could notice. */
  readonly effect: 'read' | 'write';
  readonly request: TSchema;
  readonly reply: TSchema;
  readonly answer: AnswerKind;
  /** Of a list: the order of its rows as long as the request asks for none. */
  readonly order?: RowOrder;
  /** Reasons of this call, in addition to those of every call (signed out, not permitted, invalid, failed). */
  readonly reasons: readonly Reason[];
}

type Given = Omit<Endpoint, 'answer' | 'reasons'> & Partial<Pick<Endpoint, 'answer' | 'reasons'>>;

type Completed<E> = Omit<E, 'answer' | 'reasons'> & {
  readonly answer: E extends { answer: infer Answer } ? Answer : 'envelope';
  readonly reasons: E extends { reasons: infer Reasons } ? Reasons : readonly [];
};

/** Completes an endpoint and keeps the literal types of its name, path and schemas. */
export const endpoint = <const E extends Given>(given: E) => ({ answer: 'envelope', reasons: [], ...given }) as unknown as Completed<E>;

export type RequestOf<E extends Pick<Endpoint, 'request'>> = Static<E['request']>;
export type ReplyOf<E extends Pick<Endpoint, 'reply'>> = Static<E['reply']>;
