import type { Static, TSchema } from 'typebox';
import type { RoleAction } from '../vocabulary/roles.ts';
import type { Access } from './permissions.ts';
import type { Reason } from './reasons.ts';

/** What a call answers with: the envelope, or a spreadsheet (an error is still the envelope). */
export type AnswerKind = 'envelope' | 'spreadsheet';

/** One call of the API, as plain data. URL, types, validation, OpenAPI and catalogue follow from it. */
export interface Endpoint {
  /** `resource.verb`, unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below the base path `/api`. */
  readonly path: `/${string}`;
  readonly summary: { readonly zh: string; readonly en: string };
  readonly access: Access;
  /** Also needed on the page. */
  readonly action?: RoleAction;
  /** `read` changes nothing that anybody else could see. */
  readonly effect: 'read' | 'write';
  readonly request: TSchema;
  readonly reply: TSchema;
  readonly answer: AnswerKind;
  /** Refusals of its own, besides those every call can answer (signed out, not allowed, invalid, broken). */
  readonly reasons: readonly Reason[];
}

type Given = Omit<Endpoint, 'answer' | 'reasons'> & Partial<Pick<Endpoint, 'answer' | 'reasons'>>;

type Completed<E> = Omit<E, 'answer' | 'reasons'> & {
  readonly answer: E extends { answer: infer Answer } ? Answer : 'envelope';
  readonly reasons: E extends { reasons: infer Reasons } ? Reasons : readonly [];
};

/** Completes an endpoint; the literal types of name, path and schemas survive. */
export const endpoint = <const E extends Given>(given: E) => ({ answer: 'envelope', reasons: [], ...given }) as unknown as Completed<E>;

export type RequestOf<E extends Pick<Endpoint, 'request'>> = Static<E['request']>;
export type ReplyOf<E extends Pick<Endpoint, 'reply'>> = Static<E['reply']>;
