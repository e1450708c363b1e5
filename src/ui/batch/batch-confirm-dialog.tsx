import type { ReactNode } from 'react';
import { type Confirmation, MAX_REASON_LENGTH, needsTypedCount } from '#machines/kernel/batch/batch.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { BoundField } from '../form/bound-field.ts';
import { TextAreaField, TextField } from '../form/text-fields.tsx';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import { Remark } from '../page/block.tsx';
import type { useBatch } from './use-batch.ts';

type BulkAction = ReturnType<typeof useBatch<object, unknown>>;

interface BatchConfirmDialogProps {
  /** The result of `useBatch`. */
  action: Pick<
    BulkAction,
    'subject' | 'count' | 'failure' | 'changed' | 'refusals' | 'busy' | 'isLost' | 'confirm' | 'askAgain' | 'dismiss'
  > & {
    field: (name: keyof Confirmation) => BoundField<string>;
  };
  title: string;
  /** What the command does to the objects. */
  text: string;
  /** Label of the confirm button, naming the number of objects. */
  confirmText: string;
  isDeletion?: boolean;
  /** Asks for a reason; a deletion always does. */
  needsReason?: boolean;
  /** Disables the confirm button for a further reason. */
  disabled?: boolean;
  /** Fields for the parameters. */
  children?: ReactNode;
}

/** Confirms a bulk action: which objects, how many, and why. */
export function BatchConfirmDialog({
  action,
  title,
  text,
  confirmText,
  isDeletion = false,
  needsReason = isDeletion,
  disabled = false,
  children,
}: BatchConfirmDialogProps) {
  const t = useText();
  const format = useFormat();
  const { subject, count, failure, changed, refusals, busy, isLost, field } = action;
  if (isLost) {
    return (
      <ConfirmDialog
        open
        title={t('batch.lostTitle')}
        text={t('batch.lostText')}
        failure={failure}
        confirmText={t('batch.askAgain')}
        onConfirm={action.askAgain}
        onCancel={action.dismiss}
      />
    );
  }
  const countText = format.number(count);
  return (
    <ConfirmDialog
      open
      title={title}
      confirmText={confirmText}
      danger={isDeletion}
      busy={busy}
      failure={failure}
      refusals={refusals}
      disabled={count === 0 || disabled}
      onConfirm={action.confirm}
      onCancel={action.dismiss}
    >
      {changed && <Remark kind="warn" title={t('batch.changed', { total: countText })} />}
      <p>
        <strong>
          {subject?.kind === 'allMatching'
            ? t('batch.matching', { count, shown: countText })
            : (subject?.name ?? t('batch.selected', { count, shown: countText }))}
        </strong>
        <br />
        {text}
      </p>
      {children}
      <TextAreaField
        label={t('batch.reason')}
        {...field('reason')}
        max={MAX_REASON_LENGTH}
        help={t('batch.reasonHelp')}
        disabled={busy}
        required={needsReason}
      />
      {needsTypedCount(count, { isDeletion }) && (
        <TextField label={t('batch.typed', { count: countText })} {...field('typed')} placeholder={countText} disabled={busy} required />
      )}
    </ConfirmDialog>
  );
}
