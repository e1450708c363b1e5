import type { ActorRefFrom } from 'xstate';
import { isLargeChange } from '#contracts/rules/amount-changes.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { FieldFault } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, requiredChoice } from '../../kernel/form/field-rules.ts';
import { createFormDialogMachine, type SaveOutcome } from '../../kernel/form/form-dialog.machine.ts';
import { toMajor, toMinor } from '../../kernel/form/money.ts';
import { isRefusal, toSaveOutcome } from '../../kernel/form/save-outcome.ts';
import { amountFault } from './launch-batch-rules.ts';

/** In whole units of the currency. */
export interface AmountValues {
  amount: number | undefined;
  /** The amount that the user confirmed although it differs greatly from the previous one. */
  confirmed: number | undefined;
}

/** The object whose budget or bid is edited. */
export interface AmountSubject {
  kind: 'budget' | 'bid';
  level: EntityLevel;
  id: number;
  name: string;
  currency: string;
  /** In the smallest unit. */
  before: number | null;
  budget_mode: 'daily' | 'lifetime' | null;
  /** The channel's minimum in the smallest unit; undefined if it is unknown. */
  min?: number | undefined;
}

export const blankAmount: AmountValues = { amount: undefined, confirmed: undefined };

/** The initial values of the form: the object's current amount. */
export const amountValues = ({ before, currency }: AmountSubject): AmountValues => ({
  amount: before === null ? undefined : toMajor(before, currency),
  confirmed: undefined,
});

/** The channel refuses amounts below its minimum. */
const minFault = ({ amount }: AmountValues, subject: AmountSubject | undefined): FieldFault | undefined =>
  amount !== undefined && subject?.min !== undefined && toMinor(amount, subject.currency) < subject.min
    ? { rule: 'numberMin', params: { min: toMajor(subject.min, subject.currency) } }
    : undefined;

/** A large change must be confirmed before it is sent, and again for every other amount. */
const largeFault = ({ amount, confirmed }: AmountValues, subject: AmountSubject | undefined): FieldFault | undefined =>
  subject !== undefined && amount !== undefined && amount !== confirmed && isLargeChange(subject.before, toMinor(amount, subject.currency))
    ? { rule: 'largeChange' }
    : undefined;

export const amountForm = createFormDialogMachine<AmountValues, { id: number }, AmountSubject>({
  id: 'amountForm',
  description: 'The budget or bid of one object, edited in its row.',
  blank: blankAmount,
  check(values, subject) {
    const amount = firstFault(values.amount, requiredChoice) ?? minFault(values, subject) ?? amountFault(values.amount, subject?.currency);
    return faultsIn<AmountValues>({ amount, confirmed: amount ? undefined : largeFault(values, subject) });
  },
});

export type AmountForm = ActorRefFrom<typeof amountForm>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Converts the result of an amount change. A change that another user made first is a conflict, with the current amount. */
export async function toAmountOutcome<Saved>(
  request: Promise<Saved>,
  subject: AmountSubject,
): Promise<SaveOutcome<AmountValues, Saved, AmountSubject>> {
  try {
    return await toSaveOutcome<AmountValues, Saved, AmountSubject, never>(request, { fields: ['amount'] });
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
