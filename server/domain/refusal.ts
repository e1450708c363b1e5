import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { Language } from './messages.ts';

/** One wrong field before it has words: `field` is a dotted path, `rule` a key of the messages. */
export interface FieldFault {
  field: string;
  rule: string;
  params?: Record<string, string | number>;
}

/** Thrown by rules and handlers to answer with a reason; the transaction is rolled back. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly data: Record<string, unknown>;
  /** Fills the braces of the text where `data` is not meant for reading. */
  readonly words: Record<string, string>;
  readonly faults: readonly FieldFault[];
  /** Says more than the text of the reason, in its place. */
  readonly text: Readonly<Record<Language, string>> | undefined;

  constructor(
    reason: Reason,
    {
      data = {},
      words = {},
      faults = [],
      text,
    }: {
      data?: Record<string, unknown>;
      words?: Record<string, string>;
      faults?: readonly FieldFault[];
      text?: Readonly<Record<Language, string>>;
    },
  ) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
    this.data = data;
    this.words = words;
    this.faults = faults;
    this.text = text;
  }
}

/** `data` is answered beside the reason and, with `words`, fills the braces of its text. */
export const refuse = (reason: Reason, data: Record<string, unknown> = {}, words: Record<string, string> = {}): Refusal =>
  new Refusal(reason, { data, words });

/** Code 400 with the message at the field. */
export const refuseField = (field: string, rule: string, params?: Record<string, string | number>): Refusal =>
  new Refusal('VALIDATION', { faults: [params === undefined ? { field, rule } : { field, rule, params }] });

/** A name that only one of its kind can have; the answer names it. */
export const refuseTakenName = (name: string): Refusal =>
  new Refusal('DUPLICATE', {
    data: { field: 'name' },
    text: { zh: `名称“${name}”已存在`, en: `The name “${name}” is already taken` },
  });
