import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { ConflictRemark } from '#src/ui/form/conflict-remark.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import type { HostAccountParts } from './host-account-table.tsx';

type Props = Pick<HostAccountParts, 'ending' | 'batch'>;

/** Ends the hosting of an account, and shows how its campaigns are turned off. */
export function EndingDialog({ ending, batch }: Props) {
  const t = useText();
  const { values, subject, change, dialog, drawer } = useForm(ending);
  const collision = useSelector(ending, (state) => state.context);
  const action = useBatch(batch);
  const account = useSelector(batch, (state) => state.context.values.account);
  const progress = useSelector(batch, (state) => state.children.progress);
  const conflict = conflictChanges(collision, { close_campaigns: t('hosting.alsoClose', { count: subject?.campaigns ?? 0 }) }, (typed) => ({
    close_campaigns: t(typed.close_campaigns ? 'hosting.yes' : 'hosting.no'),
  }));
  return (
    <>
      {subject && dialog.open && (
        <ConfirmDialog
          {...dialog}
          title={t('hosting.endTitle', { name: subject.name })}
          text={t('hosting.endText')}
          confirmText={t('hosting.end')}
          danger
          disabled={conflict !== undefined}
          done={t('hosting.ended', { name: subject.name })}
        >
          {conflict && (
            <ConflictRemark conflict={conflict} busy={dialog.busy} onLatest={drawer.onLatest} onOverwrite={drawer.onOverwrite} />
          )}
          {subject.campaigns > 0 && (
            <label className="ads-hosting-check">
              <CheckBox checked={values.close_campaigns} onChange={(close_campaigns) => change({ close_campaigns })} />
              {t('hosting.alsoClose', { count: subject.campaigns })}
            </label>
          )}
        </ConfirmDialog>
      )}
      {action.open && (
        <BatchConfirmDialog
          action={action}
          title={t('hosting.closeTitle', { name: account })}
          text={t('hosting.closeText')}
          confirmText={t('hosting.closeButton', { count: action.count })}
          isDeletion={false}
        />
      )}
      <BatchDialog progress={progress} />
    </>
  );
}
