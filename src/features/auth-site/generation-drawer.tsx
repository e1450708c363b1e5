import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { landingColumnWords, landingStatusWords, landingTemplates, landingTemplateWords } from '#contracts/vocabulary/landing-pages.ts';
import { GENERATED_MOST, generatedCount, generatesEpisodes } from '#machines/auth-site/landing-rules.ts';
import type { landingGeneration } from '#machines/auth-site/site-landings.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Remark } from '#src/ui/page/block.tsx';
import { ChoiceField, MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { ContentsField, CountryField, type LandingChoices, useDictOptions } from './content-fields.tsx';

interface Props extends LandingChoices {
  generation: ActorRefFrom<typeof landingGeneration>;
}

export function GenerationDrawer(props: Props) {
  const open = useSelector(props.generation, (state) => state.hasTag('open'));
  return open ? <OpenGenerationDrawer {...props} /> : null;
}

function OpenGenerationDrawer({ generation, dramas, products, languages, countries }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { values, subject, change, field, drawer } = useForm(generation);
  const { options: spoken, control } = useDictOptions(languages);
  const count = generatedCount(values);
  const isTooMany = count > GENERATED_MOST;
  const shown = format.number(count);
  return (
    <FormDrawer
      {...drawer}
      title={t('site.landing.generateTitle', { site: subject?.name ?? '' })}
      done={false}
      saveText={t('site.landing.generateButton', { count, shown })}
    >
      <FormSection note={t('site.landing.generateNote')}>
        <ContentsField site={values} dramas={dramas} products={products} {...field('content_ids')} />
        <MultiChoiceField
          label={t('site.landing.languages')}
          {...field('languages')}
          // How many contents there may be follows from it, so what was said of them is no longer sure.
          onChange={(ids) => change({ languages: [...ids], content_ids: values.content_ids })}
          options={spoken}
          {...control}
          required
        />
        <MultiChoiceField
          as="checks"
          label={t('site.landing.templates')}
          {...field('templates')}
          onChange={(templates) => change({ templates: [...templates], content_ids: values.content_ids })}
          options={landingTemplates.map((value) => ({
            value,
            label: w(landingTemplateWords[value]),
            note: t(`site.landing.templateNote.${value}`),
          }))}
          required
        />
        <Remark
          kind={isTooMany ? 'warn' : 'info'}
          title={t('site.landing.generated', {
            contents: values.content_ids.length,
            languages: values.languages.length,
            templates: values.templates.length,
            shown,
          })}
        >
          {isTooMany && <p>{t('site.landing.generatedMost', { max: GENERATED_MOST })}</p>}
        </Remark>
      </FormSection>
      <FormSection title={t('site.landing.sectionCommon')}>
        {generatesEpisodes(values) && (
          <NumberField label={w(landingColumnWords.start_episode)} help={t('site.landing.startEpisodeHelp')} {...field('start_episode')} />
        )}
        <FormPair>
          <CountryField countries={countries} {...field('country')} />
          <TextField label={w(landingColumnWords.ab_group)} {...field('ab_group')} />
        </FormPair>
        <ChoiceField
          as="radio"
          label={w(landingColumnWords.status)}
          {...field('status')}
          options={(['draft', 'online'] as const).map((value) => ({ value, label: w(landingStatusWords[value]) }))}
          onChange={(status) => status && change({ status })}
          required
        />
      </FormSection>
    </FormDrawer>
  );
}
