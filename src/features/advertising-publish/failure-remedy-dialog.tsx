import type { ActorRefFrom } from 'xstate';
import { blankRemedy, type failureRemedy } from '#machines/advertising-publish/failure-remedy.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { OnRemedy } from '#src/ui/batch/batch-failures.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import type { WizardParts } from './use-wizard.ts';

type RemedyForm = ActorRefFrom<typeof failureRemedy>;

/** Opens the form for a group of failures. */
export const openRemedy =
  (remedy: RemedyForm): OnRemedy =>
  (batchId, failure) => {
    if (failure.remedy === null) return;
    const subject = { batchId, itemIds: failure.item_ids, remedy: failure.remedy, account: failure.account };
    remedy.send({ type: 'form.opened', draft: { values: blankRemedy, subject } });
  };

/** Asks for another page, pixel or budget before failed objects are retried. */
export function FailureRemedyDialog({ remedy, homepages, pixels }: { remedy: RemedyForm } & Pick<WizardParts, 'homepages' | 'pixels'>) {
  const t = useText();
  const format = useFormat();
  const { subject, open, busy, field, dialog } = useForm(remedy);
  if (!open || !subject) return null;
  const { itemIds, account } = subject;
  const narrowing = { ad_account_id: account?.id };
  return (
    <ConfirmDialog
      {...dialog}
      title={t(`publish.remedy.title.${subject.remedy}`)}
      text={t('publish.remedy.text', { count: itemIds.length, shown: format.number(itemIds.length), account: account?.label ?? '' })}
      confirmText={t('publish.remedy.confirm')}
    >
      {subject.remedy === 'homepage' && (
        <PickerField
          label={t('publish.remedy.homepage')}
          help={t('publish.remedy.homepageHelp')}
          picker={homepages}
          narrowing={{ use: 'ads', ...narrowing }}
          {...field('homepage_id')}
          disabled={busy}
          required
        />
      )}
      {subject.remedy === 'pixel' && (
        <PickerField
          label={t('publish.remedy.pixel')}
          help={t('publish.remedy.pixelHelp')}
          picker={pixels}
          narrowing={narrowing}
          {...field('pixel_id')}
          disabled={busy}
          required
        />
      )}
      {subject.remedy === 'budget' && (
        <NumberField label={t('publish.remedy.budget')} unit="USD" {...field('budget_usd')} disabled={busy} required />
      )}
    </ConfirmDialog>
  );
}
