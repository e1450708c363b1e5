import type { ContentNarrowing } from '#machines/parts/materials/material-pickers.machine.ts';
import type { UploadContent } from '#machines/parts/uploads/upload-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';
import { findChosen } from './upload-words-form.tsx';

interface Props {
  /** Dramas or products to choose from. */
  picker: PickerActor<ContentNarrowing>;
  label: string;
  chosen: UploadContent | null;
  onChange: (content: UploadContent | null) => void;
}

/** The drama or product of one file, where it differs from that of the other files. */
export function ContentChoice({ picker, label, chosen, onChange }: Props) {
  const t = useText();
  return (
    <PickerFilter
      label={label}
      picker={picker}
      value={chosen?.id}
      width={200}
      placeholder={t('ui.choose')}
      onChange={(id) => onChange(findChosen(picker, id))}
    />
  );
}
