import { schemeLimits } from '#contracts/rules/scheme-body.ts';
import type { BatchRemedy } from '#contracts/vocabulary/batches.ts';
import { faultsIn, firstFault, numberRange, requiredChoice, validNumber } from '../kernel/form/field-rules.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { moneyFault, toMajor } from '../kernel/form/money.ts';

/** The new value; only the field of the remedy is asked for. */
export interface RemedyValues {
  homepage_id: number | undefined;
  pixel_id: number | undefined;
  /** Dollars, as typed. */
  budget_usd: number | undefined;
}

/** Failed objects of one publish with the same reason in one ad account. */
export interface RemedySubject {
  batchId: number;
  itemIds: number[];
  remedy: BatchRemedy;
  account: { id: number; label: string } | null;
}

export const blankRemedy: RemedyValues = { homepage_id: undefined, pixel_id: undefined, budget_usd: undefined };

const BUDGETS = schemeLimits.budgetUsd.map((cents) => toMajor(cents, 'USD')) as [number, number];

const checkRemedy = ({ homepage_id, pixel_id, budget_usd }: RemedyValues, subject: RemedySubject | undefined) =>
  faultsIn<RemedyValues>({
    homepage_id: subject?.remedy === 'homepage' ? firstFault(homepage_id, requiredChoice) : undefined,
    pixel_id: subject?.remedy === 'pixel' ? firstFault(pixel_id, requiredChoice) : undefined,
    budget_usd:
      subject?.remedy === 'budget'
        ? (firstFault(budget_usd, requiredChoice, validNumber, numberRange(...BUDGETS)) ?? moneyFault(budget_usd, 'USD'))
        : undefined,
  });

export const failureRemedy = createFormDialogMachine<RemedyValues, { batch_id: number }, RemedySubject>({
  id: 'failureRemedy',
  description: 'Another page, pixel or budget for objects that failed, which are then retried.',
  blank: blankRemedy,
  check: checkRemedy,
});
