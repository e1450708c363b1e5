import type { ActorRefFrom } from 'xstate';
import type { contentRemoval } from '#machines/parts/materials/content-removal.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { TextAreaField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

interface Props {
  removal: ActorRefFrom<typeof contentRemoval>;
  title: string;
  confirmText: string;
}

/** Asks before a drama or a product is deleted: what stays, its name once more, and why. */
export function RemovalDialog({ removal, title, confirmText }: Props) {
  const t = useText();
  const format = useFormat();
  const { subject, field, busy, dialog } = useForm(removal);
  if (!subject) return null;
  const { name, materials } = subject;
  return (
    <ConfirmDialog {...dialog} danger title={title} text={t('materials.removalText', { title: subject.title })} confirmText={confirmText}>
      {materials > 0 && <p>{t('materials.removalMaterials', { count: materials, shown: format.number(materials) })}</p>}
      <TextAreaField label={t('batch.reason')} {...field('reason')} max={200} disabled={busy} required />
      <TextField label={t('materials.removalTyped', { name })} {...field('typed')} placeholder={name} disabled={busy} required />
    </ConfirmDialog>
  );
}
