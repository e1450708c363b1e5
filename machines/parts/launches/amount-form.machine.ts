import type { ActorRefFrom } from 'xstate';
import { isLargeChange } from '#contracts/rules/amount-changes.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { FieldFault } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, requiredChoice } from '../../kernel/form/field-rules.ts';
import { createFormDialogMachine, type SaveOutcome } from '../../kernel/form/form-dialog.machine.ts';
import { toMajor, toMinor } from '../../kernel/form/money.ts';
import { isRefusal, saveOutcome } from '../../kernel/form/save-outcome.ts';
import { amountFault } from './launch-batch-rules.ts';

/** In whole units of the currency. */
export interface AmountValues {
  amount: number | undefined;
  /** The amount that was confirmed although it is far from the one before. */
  confirmed: number | undefined;
}

/** Whose budget or bid it is. */
export interface AmountSubject {
  kind: 'budget' | 'bid';
  level: EntityLevel;
  id: number;
  name: string;
  currency: string;
  /** In the smallest unit. */
  before: number | null;
  budget_mode: 'daily' | 'lifetime' | null;
  /** The smallest that the channel takes, in the smallest unit; undefined where it is not known. */
  least?: number | undefined;
}

export const blankAmount: AmountValues = { amount: undefined, confirmed: undefined };

/** The form as it begins: with the amount that the object has. */
export const amountValues = ({ before, currency }: AmountSubject): AmountValues => ({
  amount: before === null ? undefined : toMajor(before, currency),
  confirmed: undefined,
});

/** Less than the channel takes would only come back as a refusal. */
const leastFault = ({ amount }: AmountValues, subject: AmountSubject | undefined): FieldFault | undefined =>
  amount !== undefined && subject?.least !== undefined && toMinor(amount, subject.currency) < subject.least
    ? { rule: 'numberMin', params: { min: toMajor(subject.least, subject.currency) } }
    : undefined;

/** A large change is asked about before it is sent, and another amount is asked about anew. */
const largeFault = ({ amount, confirmed }: AmountValues, subject: AmountSubject | undefined): FieldFault | undefined =>
  subject !== undefined && amount !== undefined && amount !== confirmed && isLargeChange(subject.before, toMinor(amount, subject.currency))
    ? { rule: 'largeChange' }
    : undefined;

export const amountForm = createFormDialogMachine<AmountValues, { id: number }, AmountSubject>({
  id: 'amountForm',
  description: 'The budget or bid of one object, changed where it stands.',
  blank: blankAmount,
  check(values, subject) {
    const amount =
      firstFault(values.amount, requiredChoice) ?? leastFault(values, subject) ?? amountFault(values.amount, subject?.currency);
    return faultsIn<AmountValues>({ amount, confirmed: amount ? undefined : largeFault(values, subject) });
  },
});

export type AmountForm = ActorRefFrom<typeof amountForm>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a change of one amount came to. One that was overtaken by a colleague is a conflict, with the amount of now. */
export async function amountChange<Saved>(
  asking: Promise<Saved>,
  subject: AmountSubject,
): Promise<SaveOutcome<AmountValues, Saved, AmountSubject>> {
  try {
    return await saveOutcome<AmountValues, Saved, AmountSubject, never>(asking, { fields: ['amount'] });
  } catch (error) {
    const changed = isRefusal(error) && error.reason === 'AMOUNT_CHANGED' && Array.isArray(error.data.changed) ? error.data.changed : [];
    const [now] = changed as ({ amount?: unknown; by?: unknown; at?: unknown } | undefined)[];
    if (now === undefined) throw error;
    const latest = { ...subject, before: typeof now.amount === 'number' ? now.amount : null };
    return {
      kind: 'conflict',
      conflict: { by: textOf(now.by), at: textOf(now.at), latest: { values: amountValues(latest), subject: latest } },
    };
  }
}
