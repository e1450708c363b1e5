import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { landingColumnWords, landingStatusWords, landingTemplates, landingTemplateWords } from '#contracts/vocabulary/landing-pages.ts';
import { hasStartEpisode, type LandingSubject, type LandingValues, statusesFrom } from '#machines/auth-site/landing-rules.ts';
import type { landingForm } from '#machines/auth-site/site-landings.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, type FormDrawerProps, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import { ContentField, CountryField, type LandingChoices, useDictOptions } from './content-fields.tsx';

interface Props extends LandingChoices {
  form: ActorRefFrom<typeof landingForm>;
}

export function LandingDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenLandingDrawer {...props} /> : null;
}

function OpenLandingDrawer({ form, dramas, products, languages, countries }: Props) {
  const t = useText();
  const w = useWords();
  const { values, subject, origin, change, field, drawer } = useForm(form);
  const { options: spoken, control: languagesControl } = useDictOptions(languages);
  const conflict = useLandingConflict(form, { dramas, products });
  const isMoved = subject && values.slug !== origin.slug;
  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('site.landing.editTitle', { title: subject.title }) : t('site.landing.create')}
      {...(!subject && { done: values.title.trim() })}
      saveText={subject ? t('site.save') : t('site.createButton')}
      conflict={conflict}
    >
      <FormSection title={t('site.landing.sectionPage')}>
        <ContentField site={values} dramas={dramas} products={products} {...field('content_id')} />
        <TextField label={w(landingColumnWords.title)} {...field('title')} required />
        <TextField
          label={w(landingColumnWords.slug)}
          help={isMoved ? t('site.landing.slugMoved', { slug: origin.slug }) : t('site.landing.slugHelp')}
          {...field('slug')}
          required
        />
        {isMoved && subject.ads_running > 0 && <AdsOfSlug landing={subject} />}
        <ChoiceField
          as="radio"
          label={w(landingColumnWords.template)}
          {...field('template')}
          options={landingTemplates.map((value) => ({
            value,
            label: w(landingTemplateWords[value]),
            note: t(`site.landing.templateNote.${value}`),
          }))}
          // Whether there is a first episode follows from it, so what was said of one is no longer sure.
          onChange={(template) => template && change({ template, start_episode: values.start_episode })}
          required
        />
        {hasStartEpisode(values) && (
          <NumberField label={w(landingColumnWords.start_episode)} help={t('site.landing.startEpisodeHelp')} {...field('start_episode')} />
        )}
      </FormSection>
      <FormSection title={t('site.landing.sectionReaders')}>
        <FormPair>
          <ChoiceField
            label={w(landingColumnWords.language)}
            {...field('language')}
            options={spoken}
            {...languagesControl}
            onChange={(language) => change({ language })}
            required
          />
          <CountryField countries={countries} {...field('country')} />
        </FormPair>
        <TextField label={w(landingColumnWords.ab_group)} help={t('site.landing.abGroupHelp')} {...field('ab_group')} />
        <ChoiceField
          as="radio"
          label={w(landingColumnWords.status)}
          {...field('status')}
          options={statusesFrom(subject?.status).map((value) => ({ value, label: w(landingStatusWords[value]) }))}
          onChange={(status) => status && change({ status })}
          required
        />
      </FormSection>
    </FormDrawer>
  );
}

const LAUNCHES = '/advertising/start';

/** The running ads that lead to the former address, as a link to their list. */
function AdsOfSlug({ landing: { id, ads_running } }: { landing: Pick<LandingSubject, 'id' | 'ads_running'> }) {
  const t = useText();
  const { canOpen } = useViewer();
  const search = new URLSearchParams({ tab: 'ad', view: 'running', landing_page_id: String(id) });
  return (
    <Remark kind="warn" title={t('site.landing.slugUsed', { count: ads_running })}>
      {canOpen(LAUNCHES) && <Link to={`${LAUNCHES}?${search}`}>{t('site.landing.showAds')}</Link>}
    </Remark>
  );
}

/** Who changed the page meanwhile, when, and what. */
function useLandingConflict(form: Props['form'], { dramas, products }: Pick<Props, 'dramas' | 'products'>): FormDrawerProps['conflict'] {
  const w = useWords();
  const format = useFormat();
  const collision = useSelector(form, (state) => state.context);
  const ids = [collision.values, collision.origin, collision.conflict?.latest.values].flatMap((one) => one?.content_id ?? []);
  const isDrama = collision.values.biz === 'dj';
  const drama = usePicker(dramas, { chosen: isDrama ? ids : [] });
  const product = usePicker(products, { chosen: isDrama ? [] : ids });
  const contentName = (id: number | undefined) => (id === undefined ? '' : ((isDrama ? drama : product).nameOf(id) ?? `#${id}`));
  const labels = {
    content_id: w(landingColumnWords.content),
    title: w(landingColumnWords.title),
    slug: w(landingColumnWords.slug),
    template: w(landingColumnWords.template),
    start_episode: w(landingColumnWords.start_episode),
    language: w(landingColumnWords.language),
    country: w(landingColumnWords.country),
    ab_group: w(landingColumnWords.ab_group),
    status: w(landingColumnWords.status),
  };
  return conflictChanges(collision, labels, (landing: LandingValues) => ({
    content_id: contentName(landing.content_id),
    title: landing.title,
    slug: landing.slug,
    template: w(landingTemplateWords[landing.template]),
    start_episode: format.number(landing.start_episode ?? null),
    language: landing.language ?? '',
    country: landing.country ?? '',
    ab_group: landing.ab_group,
    status: w(landingStatusWords[landing.status]),
  }));
}
