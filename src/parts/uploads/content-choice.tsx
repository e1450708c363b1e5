import { useSelector } from '@xstate/react';
import type { MaterialLibrary } from '#machines/parts/materials/material-library.machine.ts';
import type { Biz, UploadContent } from '#machines/parts/uploads/upload-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { findChosen } from './upload-words-form.tsx';

interface Props {
  library: MaterialLibrary;
  biz: Biz;
  label: string;
  chosen: UploadContent | null;
  onChange: (content: UploadContent | null) => void;
}

/** The drama or product of one file, where it differs from that of the other files. */
export function ContentChoice({ library, biz, label, chosen, onChange }: Props) {
  const t = useText();
  const picker = useSelector(library, (state) => (biz === 'dj' ? state.children.dramas : state.children.products));
  if (!picker) return null;
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
