import type { FieldFault } from '#machines/kernel/form/faults.ts';
import type { FieldRule, FieldType } from '#machines/kernel/form/field-rules.ts';
import type { MessageId } from '#src/locale/locales.ts';

/** The texts of all rules. The compiler refuses a rule without a text. */
export const ruleTexts: Record<FieldRule, MessageId> = {
  required: 'form.required',
  blank: 'form.blank',
  type: 'form.type',
  number: 'form.number',
  decimals: 'form.decimals',
  stringLength: 'form.stringLength',
  stringMin: 'form.stringMin',
  stringMax: 'form.stringMax',
  stringRange: 'form.stringRange',
  numberMin: 'form.numberMin',
  numberMax: 'form.numberMax',
  numberRange: 'form.numberRange',
  arrayLength: 'form.arrayLength',
  arrayMin: 'form.arrayMin',
  arrayMax: 'form.arrayMax',
  arrayRange: 'form.arrayRange',
  itemMax: 'form.itemMax',
  repeated: 'form.repeated',
  pattern: 'form.pattern',
  accountName: 'form.accountName',
  contains: 'form.contains',
  letterAndDigit: 'form.letterAndDigit',
  repeatedDifferently: 'form.repeatedDifferently',
  unchanged: 'form.unchanged',
  enum: 'form.enum',
  dateFormat: 'form.dateFormat',
  dateMin: 'form.dateMin',
  dateMax: 'form.dateMax',
  retyped: 'form.retyped',
  fileGone: 'form.fileGone',
};

/** Texts for fields whose value is chosen rather than typed. */
const choiceTexts = { required: 'form.choose', arrayMin: 'form.chooseMin' } as const satisfies Partial<Record<FieldRule, MessageId>>;

const typeTexts: Record<FieldType, MessageId> = {
  integer: 'form.type.integer',
  email: 'form.type.email',
  url: 'form.type.url',
  date: 'form.type.date',
};

type Text = (id: MessageId, values?: Record<string, string | number>) => string;

/**
 * Formats a fault. A message of the server is shown as it is; an unknown rule still has a text. `isChosen`: the value is chosen rather
 * than typed.
 */
export function faultText(fault: FieldFault, label: string, t: Text, isChosen = false): string {
  if ('message' in fault) {
    const { message, field } = fault;
    // Replaces the field name of the API by its label.
    return field && message.startsWith(field) ? label + message.slice(field.length) : message;
  }
  const texts = isChosen ? { ...ruleTexts, ...choiceTexts } : ruleTexts;
  const id = Object.hasOwn(texts, fault.rule) ? texts[fault.rule as FieldRule] : 'form.pattern';
  const type = fault.params?.type;
  const params: Record<string, string | number> = { label, ...fault.params };
  if (typeof type === 'string' && Object.hasOwn(typeTexts, type)) params.type = t(typeTexts[type as FieldType]);
  return t(id, params);
}
