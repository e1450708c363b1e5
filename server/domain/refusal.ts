import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { Language } from './messages.ts';

/** An invalid field: `field` is a dotted path, `rule` a key of the messages. */
export interface FieldFault {
  field: string;
  rule: string;
  params?: Record<string, string | number>;
}

/** Thrown by rules and handlers to answer with a reason; the transaction is rolled back. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly data: Record<string, unknown>;
  /** Fills placeholders of the text with values that `data` holds in unreadable form. */
  readonly words: Record<string, string>;
  readonly faults: readonly FieldFault[];
  /** Replaces the text of the reason by a more detailed one. */
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

/** Creates a refusal. `data` is returned with the reason and, with `words`, fills the placeholders of its text. */
export const refuse = (reason: Reason, data: Record<string, unknown> = {}, words: Record<string, string> = {}): Refusal =>
  new Refusal(reason, { data, words });

/** Creates a refusal with code 400 and a message at the field. */
export const refuseField = (field: string, rule: string, params?: Record<string, string | number>): Refusal =>
  new Refusal('VALIDATION', { faults: [params === undefined ? { field, rule } : { field, rule, params }] });

/** Creates a refusal with code 400 and a message at each of several fields, which violate the same rule. */
export const refuseFields = (fields: readonly string[], rule: string): Refusal =>
  new Refusal('VALIDATION', { faults: fields.map((field) => ({ field, rule })) });

/** Creates the refusal of a name that is already taken. */
export const refuseTakenName = (name: string): Refusal =>
  new Refusal('DUPLICATE', {
    data: { field: 'name' },
    text: { zh: `名称“${name}”已存在`, en: `The name “${name}” is already taken` },
  });
