import { useState } from 'react';
import { postColumnWords } from '#contracts/vocabulary/posts.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { ControlProps } from '#src/ui/form/field.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import type { PostParts } from './post-table.tsx';

interface Props extends Omit<ControlProps<number | undefined>, 'label' | 'help'> {
  landings: PostParts['landings'];
  /** The chosen materials of the post. */
  materials: readonly number[];
}

/** The link target of a post: landing pages of its content, and on demand those of the whole business line. */
export function LandingField({ landings, materials, ...field }: Props) {
  const t = useText();
  const w = useWords();
  const [scope, setScope] = useState<'content' | 'biz'>('content');
  const narrowing = materials.length === 0 ? {} : { for_material_ids: materials, ...(scope === 'content' && { of_content: true }) };
  return (
    <>
      {materials.length > 0 && (
        <ChoiceField
          as="radio"
          label={t('post.landingReach')}
          value={scope}
          options={(['content', 'biz'] as const).map((value) => ({ value, label: t(`post.landingReach.${value}`) }))}
          onChange={(chosen) => chosen && setScope(chosen)}
        />
      )}
      <PickerField
        label={w(postColumnWords.landing)}
        help={materials.length > 0 && scope === 'content' ? t('post.landingHelp') : undefined}
        picker={landings}
        narrowing={narrowing}
        {...field}
      />
    </>
  );
}
