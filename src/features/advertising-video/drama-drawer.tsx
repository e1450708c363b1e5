import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { dramaColumnWords, priceModels, priceModelWords } from '#contracts/vocabulary/dramas.ts';
import type { dramaForm } from '#machines/advertising-video/drama-catalogue.machine.ts';
import type { DramaValues } from '#machines/advertising-video/drama-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { CoverField } from '#src/parts/materials/index.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ChoiceField, MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useDramaWords, type WordsActor } from './drama-words.ts';

interface Props {
  form: ActorRefFrom<typeof dramaForm>;
  words: WordsActor;
}

export function DramaDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenDramaDrawer {...props} /> : null;
}

const plain = (value: number | undefined) => (value === undefined ? '' : String(value));

function useConflict(form: Props['form'], { languageOf, genreOf }: ReturnType<typeof useDramaWords>) {
  const t = useText();
  const w = useWords();
  const collision = useSelector(form, (state) => state.context);
  const labels = {
    title: w(dramaColumnWords.title),
    title_en: w(dramaColumnWords.title_en),
    language: w(dramaColumnWords.language),
    genres: w(dramaColumnWords.genres),
    episodes_total: w(dramaColumnWords.episodes_total),
    free_episodes: w(dramaColumnWords.free_episodes),
    price_model: w(dramaColumnWords.price_model),
    target_roi: t('drama.target'),
    online_at: w(dramaColumnWords.online_at),
    copyright_until: w(dramaColumnWords.copyright_until),
  };
  return conflictChanges(collision, labels, (drama: DramaValues) => ({
    title: drama.title,
    title_en: drama.title_en,
    language: languageOf(drama.language),
    genres: drama.genres.map(genreOf).join(', '),
    episodes_total: plain(drama.episodes_total),
    free_episodes: plain(drama.free_episodes),
    price_model: w(priceModelWords[drama.price_model]),
    target_roi: plain(drama.target_roi),
    online_at: drama.online_at,
    copyright_until: drama.copyright_until,
  }));
}

function OpenDramaDrawer({ form, words }: Props) {
  const t = useText();
  const w = useWords();
  const known = useDramaWords(words);
  const { values, subject, change, field, busy, drawer } = useForm(form);
  const conflict = useConflict(form, known);
  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('drama.editTitle', { code: subject.code }) : t('drama.create')}
      {...(!subject && { done: values.code })}
      saveText={t(subject ? 'materials.save' : 'drama.createButton')}
      conflict={conflict}
    >
      <FormSection title={t('drama.sectionWhat')}>
        <FormPair>
          <TextField
            label={w(dramaColumnWords.code)}
            {...field('code')}
            onChange={(code) => change({ code: code.toUpperCase() })}
            help={t(subject ? 'drama.codeFixed' : 'drama.codeHelp')}
            disabled={subject !== undefined}
            required
            autoFocus={!subject}
          />
          <TextField label={w(dramaColumnWords.title)} {...field('title')} required autoFocus={subject !== undefined} />
        </FormPair>
        <TextField label={w(dramaColumnWords.title_en)} {...field('title_en')} />
        <FormPair>
          <ChoiceField
            label={w(dramaColumnWords.language)}
            {...field('language')}
            options={known.languages}
            {...known.control}
            onChange={(language) => language && change({ language })}
            required
          />
          <MultiChoiceField
            label={w(dramaColumnWords.genres)}
            {...field('genres')}
            options={known.genres}
            {...known.control}
            help={t('drama.genresHelp')}
            required
          />
        </FormPair>
      </FormSection>
      <FormSection title={t('drama.sectionPay')}>
        <FormPair>
          <NumberField
            label={w(dramaColumnWords.episodes_total)}
            {...field('episodes_total')}
            // How many of them are free was held against it.
            onChange={(episodes_total) => change({ episodes_total, free_episodes: values.free_episodes })}
            required
          />
          <NumberField label={w(dramaColumnWords.free_episodes)} {...field('free_episodes')} help={t('drama.freeHelp')} required />
        </FormPair>
        <ChoiceField
          as="radio"
          label={w(dramaColumnWords.price_model)}
          {...field('price_model')}
          options={priceModels.map((value) => ({ value, label: w(priceModelWords[value]) }))}
          onChange={(price_model) => price_model && change({ price_model })}
          required
        />
        <NumberField label={t('drama.target')} {...field('target_roi')} help={t('drama.targetHelp')} required />
      </FormSection>
      <FormSection title={t('drama.sectionTime')}>
        <FormPair>
          <TextField label={w(dramaColumnWords.online_at)} {...field('online_at')} placeholder="YYYY-MM-DD" />
          <TextField
            label={w(dramaColumnWords.copyright_until)}
            {...field('copyright_until')}
            placeholder="YYYY-MM-DD"
            help={t('drama.copyrightHelp')}
          />
        </FormPair>
        <CoverField
          label={t('materials.cover')}
          value={values.cover}
          onChange={(cover) => change({ cover })}
          fault={field('cover').fault}
          url={subject?.cover_url ?? null}
          disabled={busy}
        />
      </FormSection>
    </FormDrawer>
  );
}
