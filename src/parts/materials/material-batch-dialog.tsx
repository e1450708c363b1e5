import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { materialColumnWords, visibilities, visibilityWords } from '#contracts/vocabulary/materials.ts';
import { type Biz, TAGS, TARGETS_MOST } from '#machines/parts/materials/material-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField, PickerListField } from '#src/ui/pick/picker-fields.tsx';
import { TagsField } from '#src/ui/pick/tags-field.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import type { LibraryParts } from './library-parts.ts';
import { contentWords } from './material-words.ts';
import { useTagChoice } from './use-tag-choice.ts';

interface Props {
  parts: Pick<LibraryParts, 'batch' | 'dramas' | 'products' | 'creators' | 'accounts' | 'languages' | 'tags'>;
  biz: Biz;
}

const USABLE = { usable: true } as const;

/** Asks before something is done to several materials. */
export function MaterialBatchDialog({ parts: { batch, dramas, products, creators, accounts, languages, tags }, biz }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const action = useSelector(batch, (state) => state.context.values.action);
  const asked = useBatch(batch);
  const language = useDictionary(languages);
  const tagChoice = useTagChoice(tags);
  const targets = useMemo(() => ({ biz }), [biz]);
  if (!asked.open) return null;
  const { field, change, busy } = asked;
  const count = { count: asked.count, shown: format.number(asked.count) };
  return (
    <BatchConfirmDialog
      action={asked}
      title={t(`materials.batch.${action}.title`)}
      text={t(`materials.batch.${action}.text`)}
      confirmText={t(`materials.batch.${action}.button`, count)}
      isDeletion={action === 'delete'}
    >
      {action === 'edit' && (
        <>
          {biz === 'dj' && <PickerField label={w(contentWords.dj)} {...field('drama_id')} picker={dramas} disabled={busy} clearable />}
          <ChoiceField
            label={w(materialColumnWords.language)}
            {...field('language')}
            options={language.list}
            {...language.control}
            onChange={(chosen) => change({ language: chosen })}
            disabled={busy}
            clearable
          />
          <PickerField label={w(materialColumnWords.creator)} {...field('creator_user_id')} picker={creators} disabled={busy} clearable />
        </>
      )}
      {action === 'tag' && (
        <>
          <TagsField label={t('materials.tagsAdd')} {...field('add')} suggestions={tagChoice} maxCount={TAGS.most} disabled={busy} />
          <TagsField label={t('materials.tagsRemove')} {...field('remove')} suggestions={tagChoice} maxCount={TAGS.most} disabled={busy} />
        </>
      )}
      {action === 'share' && (
        <ChoiceField
          as="radio"
          label={w(materialColumnWords.visibility)}
          {...field('visibility')}
          options={visibilities.map((value) => ({
            value,
            label: w(visibilityWords[value]),
            note: t(`materials.visibilityNote.${value}`),
          }))}
          onChange={(visibility) => visibility && change({ visibility })}
          disabled={busy}
          required
        />
      )}
      {action === 'sync' && (
        <PickerListField
          label={t('materials.syncTargets')}
          {...field('ad_account_ids')}
          picker={accounts}
          narrowing={targets}
          help={t('materials.syncHelp', { max: TARGETS_MOST })}
          disabled={busy}
          required
        />
      )}
      {action === 'bind' && (
        <PickerField label={w(contentWords.ec)} {...field('product_id')} picker={products} narrowing={USABLE} disabled={busy} required />
      )}
    </BatchConfirmDialog>
  );
}
