import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { materialColumnWords, visibilities, visibilityWords } from '#contracts/vocabulary/materials.ts';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import type { ContentNarrowing } from '#machines/parts/materials/material-pickers.machine.ts';
import type { WordsChange } from '#machines/parts/uploads/upload-queue-contract.ts';
import { type Biz, MAX_TAGS, missingWords, type UploadContent } from '#machines/parts/uploads/upload-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { contentWords, type LibraryParts, useTagChoice } from '#src/parts/materials/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { TagsField } from '#src/ui/pick/tags-field.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';

interface Props {
  parts: Pick<LibraryParts, 'uploads' | 'dramas' | 'products' | 'creators' | 'languages' | 'tags'>;
  biz: Biz;
}

/** The row of a picker with this id. */
export function findChosen(picker: Pick<PickerActor<ContentNarrowing>, 'getSnapshot'>, id: number | undefined): UploadContent | null {
  if (id === undefined) return null;
  const { answer } = picker.getSnapshot().context;
  const label = [...(answer?.found ?? []), ...(answer?.named ?? [])].find((row) => row.id === id)?.label;
  return { id, label: label ?? `#${id}` };
}

/** Fields shared by all added files. */
export function UploadWordsForm({ parts, biz }: Props) {
  const t = useText();
  const w = useWords();
  const viewer = useViewer();
  const { uploads } = parts;
  // Something was to start while a word is missing.
  const { words, isIncomplete } = useSelector(uploads, (state) => state.context);
  const languages = useDictionary(parts.languages);
  const tagChoice = useTagChoice(parts.tags);
  const change = (changes: WordsChange) => uploads.send({ type: 'uploads.wordsChanged', changes });
  const missing = missingWords(words);
  const getFault = (word: (typeof missing)[number]): FieldFault | undefined =>
    isIncomplete && missing.includes(word) ? { rule: 'required' } : undefined;
  const { id, name } = viewer;
  const isCreatorMissing = words.creator === null;
  // The current user is the default creator.
  useEffect(() => {
    if (isCreatorMissing && id !== undefined) uploads.send({ type: 'uploads.wordsChanged', changes: { creator: { id, label: name } } });
  }, [uploads, isCreatorMissing, id, name]);
  const contents = biz === 'dj' ? parts.dramas : parts.products;
  return (
    <div className="ads-upload-words" role="group" aria-label={t('uploads.words')}>
      <PickerField
        label={w(contentWords[biz])}
        required
        picker={contents}
        value={words.content?.id}
        fault={getFault('content')}
        onChange={(chosen) => change({ content: findChosen(contents, chosen) })}
      />
      <ChoiceField
        label={w(materialColumnWords.language)}
        required
        options={languages.list}
        {...languages.control}
        value={words.language || undefined}
        fault={getFault('language')}
        onChange={(language) => change({ language: language ?? '' })}
      />
      <PickerField
        label={w(materialColumnWords.creator)}
        required
        picker={parts.creators}
        value={words.creator?.id}
        fault={getFault('creator')}
        onChange={(chosen) => change({ creator: findChosen(parts.creators, chosen) })}
      />
      <TagsField
        label={w(materialColumnWords.tags)}
        maxCount={MAX_TAGS}
        suggestions={tagChoice}
        value={words.tags}
        onChange={(tags) => change({ tags: [...tags] })}
      />
      <ChoiceField
        label={w(materialColumnWords.visibility)}
        required
        as="radio"
        options={visibilities.map((value) => ({ value, label: w(visibilityWords[value]) }))}
        value={words.visibility}
        onChange={(visibility) => visibility && change({ visibility })}
      />
      <ChoiceField
        label={t('uploads.titleRule')}
        required
        as="radio"
        options={[
          { value: 'fileName' as const, label: t('uploads.titleRule.fileName') },
          { value: 'content' as const, label: t(`uploads.titleRule.content.${biz}`) },
        ]}
        value={words.titleRule}
        onChange={(titleRule) => titleRule && change({ titleRule })}
      />
    </div>
  );
}
