import { NOTE_LENGTH } from '#contracts/vocabulary/launches.ts';
import type { NoteForm } from '#machines/parts/launches/note-form.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { TextAreaField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

/** The form of a note on a campaign. */
export default function NoteDrawer({ form }: { form: NoteForm }) {
  const t = useText();
  const { subject, field, drawer } = useForm(form);
  return (
    <FormDrawer {...drawer} title={t('launches.noteTitle', { name: subject?.name ?? '' })} done={subject?.name ?? ''}>
      <TextAreaField label={t('launches.note')} {...field('note')} max={NOTE_LENGTH} help={t('launches.noteHelp')} />
    </FormDrawer>
  );
}
