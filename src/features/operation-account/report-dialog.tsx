import { MAX_REPORT_DAYS } from '#machines/operation-account/host-account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { DateRangeFilter } from '#src/ui/date/date-range-filter.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import type { HostAccountParts } from './host-account-table.tsx';

/** Asks for the days of the daily report of an account, and downloads it. */
export function ReportDialog({ report }: Pick<HostAccountParts, 'report'>) {
  const t = useText();
  const { values, subject, change, dialog } = useForm(report);
  if (!subject || !dialog.open) return null;
  return (
    <ConfirmDialog
      {...dialog}
      title={t('hosting.reportTitle', { name: subject.name })}
      text={t('hosting.reportText')}
      confirmText={t('hosting.reportButton')}
      done={t('hosting.reportDone', { name: subject.name })}
    >
      <DateRangeFilter
        label={t('hosting.reportDays')}
        value={{ from: values.date_from, to: values.date_to }}
        maxDays={MAX_REPORT_DAYS}
        onChange={({ from, to }) => change({ date_from: from, date_to: to })}
      />
    </ConfirmDialog>
  );
}
