import { useText } from '#src/locale/text-provider.tsx';
import { FormPair } from '#src/ui/form/form-drawer.tsx';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import type { HostAccountParts } from './host-account-table.tsx';

/** Asks for the days of the daily report of an account, and downloads it. */
export function ReportDialog({ report }: Pick<HostAccountParts, 'report'>) {
  const t = useText();
  const { subject, field, dialog } = useForm(report);
  if (!subject || !dialog.open) return null;
  return (
    <ConfirmDialog
      {...dialog}
      title={t('hosting.reportTitle', { name: subject.name })}
      text={t('hosting.reportText')}
      confirmText={t('hosting.reportButton')}
      done={t('hosting.reportDone', { name: subject.name })}
    >
      <FormPair>
        <TextField label={t('hosting.firstDay')} {...field('date_from')} placeholder="YYYY-MM-DD" required />
        <TextField label={t('hosting.lastDay')} {...field('date_to')} placeholder="YYYY-MM-DD" required />
      </FormPair>
    </ConfirmDialog>
  );
}
