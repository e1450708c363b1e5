import { callsToAction, callToActionWords } from '#contracts/vocabulary/posts.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { TextAreaField, TextField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import type { LaunchBulkAction } from './launch-bulk-action.ts';

interface Props {
  bulkAction: LaunchBulkAction;
  parts: Pick<LaunchActionParts, 'materials'>;
}

/** Texts and creative of the ad that takes the place of the edited one. */
export function AdEditFields({ bulkAction: { values, field, change, busy }, parts: { materials } }: Props) {
  const t = useText();
  const w = useWords();
  return (
    <>
      <TextAreaField label={t('launches.edit.text')} {...field('primary_text')} disabled={busy} required />
      <TextField label={t('launches.edit.headline')} {...field('headline')} disabled={busy} />
      <TextField label={t('launches.edit.description')} {...field('description')} disabled={busy} />
      <ChoiceField
        label={t('launches.edit.button')}
        {...field('call_to_action')}
        options={callsToAction.map((value) => ({ value, label: w(callToActionWords[value]) }))}
        onChange={(chosen) => chosen && change({ call_to_action: chosen })}
        disabled={busy}
        required
      />
      {values.original_ad?.material_id && (
        <PickerField label={t('launches.edit.creative')} {...field('material_id')} picker={materials} disabled={busy} required />
      )}
    </>
  );
}
