import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { materialColumnWords, visibilities, visibilityWords } from '#contracts/vocabulary/materials.ts';
import { type Biz, type MaterialValues, TAGS } from '#machines/parts/materials/material-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { TagsField } from '#src/ui/pick/tags-field.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { CoverField } from './cover-field.tsx';
import type { LibraryParts } from './library-parts.ts';
import { contentWords } from './material-words.ts';
import { useTagChoice } from './use-tag-choice.ts';

interface Props {
  parts: LibraryParts;
  biz: Biz;
}

const NO_SUBJECT = { id: 0 };

export function MaterialDrawer(props: Props) {
  const open = useSelector(props.parts.form, (state) => state.hasTag('open'));
  return open ? <OpenMaterialDrawer {...props} /> : null;
}

function useConflict({ form, dramas, products, creators, parents }: LibraryParts, biz: Biz, languageOf: (code: string) => string) {
  const t = useText();
  const w = useWords();
  const collision = useSelector(form, (state) => state.context);
  const nameIn = (picker: LibraryParts['dramas'] | LibraryParts['creators'] | LibraryParts['parents'], id: number | undefined) => {
    const { answer } = picker.getSnapshot().context;
    const all = [...(answer?.found ?? []), ...(answer?.named ?? [])];
    return id === undefined ? '' : (all.find((row) => row.id === id)?.label ?? `#${id}`);
  };
  const labels = {
    title: w(materialColumnWords.title),
    content_id: w(contentWords[biz]),
    language: w(materialColumnWords.language),
    creator_user_id: w(materialColumnWords.creator),
    tags: w(materialColumnWords.tags),
    visibility: w(materialColumnWords.visibility),
    parent_material_id: t('materials.parent'),
  };
  return conflictChanges(collision, labels, (values: MaterialValues) => ({
    title: values.title,
    content_id: nameIn(biz === 'dj' ? dramas : products, values.content_id),
    language: languageOf(values.language),
    creator_user_id: nameIn(creators, values.creator_user_id),
    tags: values.tags.join(', '),
    visibility: w(visibilityWords[values.visibility]),
    parent_material_id: nameIn(parents, values.parent_material_id),
  }));
}

function OpenMaterialDrawer({ parts, biz }: Props) {
  const t = useText();
  const w = useWords();
  const { form, dramas, products, creators, parents, languages, tags, glance } = parts;
  const tagChoice = useTagChoice(tags);
  const { values, subject, change, field, busy, drawer } = useForm(form);
  const language = useDictionary(languages);
  const conflict = useConflict(parts, biz, language.nameOf);
  const film = useSelector(glance, (state) => (state.context.subject?.id === subject?.id ? state.context.answer?.url : undefined));
  const { id } = subject ?? NO_SUBJECT;
  const parentOf = useMemo(() => ({ parent_of: id }), [id]);
  const canCut = subject?.kind === 'video' && (subject.status === 'ready' || subject.status === 'archived');
  return (
    <FormDrawer
      {...drawer}
      title={t('materials.editTitle', { code: subject?.code ?? '' })}
      saveText={t('materials.save')}
      conflict={conflict}
    >
      <FormSection>
        <TextField label={w(materialColumnWords.title)} {...field('title')} required autoFocus />
        <FormPair>
          <PickerField
            label={w(contentWords[biz])}
            {...field('content_id')}
            picker={biz === 'dj' ? dramas : products}
            // A version of another drama is none: which one it was cut from is asked anew.
            onChange={(content_id) => change({ content_id, parent_material_id: undefined })}
            required
          />
          <ChoiceField
            label={w(materialColumnWords.language)}
            {...field('language')}
            options={language.list}
            {...language.control}
            onChange={(chosen) => chosen && change({ language: chosen })}
            required
          />
        </FormPair>
        <PickerField
          label={w(materialColumnWords.creator)}
          {...field('creator_user_id')}
          picker={creators}
          help={t('materials.creatorHelp')}
          required
        />
        <TagsField
          label={w(materialColumnWords.tags)}
          {...field('tags')}
          suggestions={tagChoice}
          maxCount={TAGS.most}
          help={t('materials.tagsHelp', { max: TAGS.longest })}
        />
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
          required
        />
        <PickerField
          label={t('materials.parent')}
          {...field('parent_material_id')}
          picker={parents}
          narrowing={parentOf}
          help={t('materials.parentHelp')}
          clearable
        />
        <CoverField
          label={t('materials.cover')}
          value={values.cover}
          onChange={(cover) => change({ cover })}
          fault={field('cover').fault}
          url={subject?.cover_url ?? null}
          disabled={busy}
          film={
            canCut
              ? { url: film, duration_ms: subject.duration_ms, onWanted: () => glance.send({ type: 'detail.opened', subject: { id } }) }
              : undefined
          }
        />
      </FormSection>
    </FormDrawer>
  );
}
