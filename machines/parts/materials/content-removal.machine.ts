import type { FieldFaults } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, required, stringMaximum } from '../../kernel/form/field-rules.ts';
import { createFormDialogMachine } from '../../kernel/form/form-dialog.machine.ts';

/** What deleting a drama or a product asks: its name once more, and why. */
export interface RemovalValues {
  typed: string;
  reason: string;
}

export interface RemovalSubject {
  id: number;
  /** What is typed once more: a code, a number. */
  name: string;
  title: string;
  /** Materials of it that the reader may see; they stay. */
  materials: number;
}

export const blankRemoval: RemovalValues = { typed: '', reason: '' };

const checkRemoval = ({ typed, reason }: RemovalValues, subject: RemovalSubject | undefined): FieldFaults<RemovalValues> =>
  faultsIn<RemovalValues>({
    typed:
      firstFault(typed, required) ??
      (typed.trim() === subject?.name ? undefined : { rule: 'retyped', params: { expected: subject?.name ?? '' } }),
    reason: firstFault(reason, required, stringMaximum(200)),
  });

export const contentRemoval = createFormDialogMachine<RemovalValues, { id: number }, RemovalSubject>({
  id: 'contentRemoval',
  description: 'A drama or a product is deleted: its name is typed, and why.',
  blank: blankRemoval,
  check: checkRemoval,
});
