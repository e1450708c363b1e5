import type { ActorRefFrom } from 'xstate';
import { faultsIn, firstFault, requiredChoice } from '../field-rules.ts';
import { createFormDialogMachine } from '../form-dialog.machine.ts';
import type { EntityLevel } from './ad-filter-fields.ts';
import { amountFault } from './launch-batch-rules.ts';

/** In whole units of the currency. */
export interface AmountValues {
  amount: number | undefined;
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
}

export const blankAmount: AmountValues = { amount: undefined };

export const amountForm = createFormDialogMachine<AmountValues, { id: number }, AmountSubject>({
  id: 'amountForm',
  description: 'The budget or bid of one object, changed where it stands.',
  blank: blankAmount,
  check: ({ amount }, subject) =>
    faultsIn<AmountValues>({ amount: firstFault(amount, requiredChoice) ?? amountFault(amount, subject?.currency) }),
});

export type AmountForm = ActorRefFrom<typeof amountForm>;
