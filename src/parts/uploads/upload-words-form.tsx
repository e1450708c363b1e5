import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { materialColumnWords, visibilities, visibilityWords } from '#contracts/vocabulary/materials.ts';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import type { MaterialLibrary } from '#machines/parts/materials/material-library.machine.ts';
import type { materialLanguages } from '#machines/parts/materials/material-parts.machine.ts';
import type { ContentNarrowing } from '#machines/parts/materials/material-pickers.machine.ts';
import type { UploadQueue } from '#machines/parts/uploads/upload-queue.machine.ts';
import { type Biz, missingWords, TAGS_MAX, type UploadContent, type UploadWords } from '#machines/parts/uploads/upload-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { contentWords } from '#src/parts/materials/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { TagsField } from '#src/ui/pick/tags-field.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';

interface Props {
  queue: UploadQueue;
  library: MaterialLibrary;
  words: UploadWords;
  biz: Biz;
  /** A start failed because fields are missing. */
  isIncomplete: boolean;
}

/** The row of a picker with this id. */
export function findChosen(picker: Pick<PickerActor<ContentNarrowing>, 'getSnapshot'>, id: number | undefined): UploadContent | null {
  if (id === undefined) return null;
  const { answer } = picker.getSnapshot().context;
  const label = [...(answer?.found ?? []), ...(answer?.named ?? [])].find((row) => row.id === id)?.label;
  return { id, label: label ?? `#${id}` };
}

/** Fields shared by all added files. */
export function UploadWordsForm({ queue, library, words, biz, isIncomplete }: Props) {
  const parts = useSelector(library, (state) => state.children);
  const { dramas, products, creators, languages } = parts;
  if (!dramas || !products || !creators || !languages) return null;
  return <Fields queue={queue} words={words} biz={biz} isIncomplete={isIncomplete} parts={{ dramas, products, creators, languages }} />;
}

interface FieldsProps extends Omit<Props, 'library'> {
  parts: Record<'dramas' | 'products', PickerActor<ContentNarrowing>> & {
    creators: PickerActor;
    languages: ActorRefFrom<typeof materialLanguages>;
  };
}

function Fields({ queue, words, biz, isIncomplete, parts }: FieldsProps) {
  const t = useText();
  const w = useWords();
  const viewer = useViewer();
  const languages = useDictionary(parts.languages);
  const change = (changes: Partial<UploadWords>) => queue.send({ type: 'uploads.wordsChanged', changes });
  const missing = missingWords(words);
  const getFault = (word: (typeof missing)[number]): FieldFault | undefined =>
    isIncomplete && missing.includes(word) ? { rule: 'required' } : undefined;
  const { id, name } = viewer;
  const isCreatorMissing = words.creator === null;
  // The current user is the default creator.
  useEffect(() => {
    if (isCreatorMissing && id !== undefined) queue.send({ type: 'uploads.wordsChanged', changes: { creator: { id, label: name } } });
  }, [queue, isCreatorMissing, id, name]);
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
        maxCount={TAGS_MAX}
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
