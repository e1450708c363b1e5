import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { AD_TAG } from '#contracts/rules/sites.ts';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { siteColumnWords, siteKinds, siteKindWords, verifyMethods } from '#contracts/vocabulary/sites.ts';
import type { siteForm } from '#machines/auth-site/site-management.machine.ts';
import type { siteTimezones } from '#machines/auth-site/site-pickers.machine.ts';
import { filledIn, MACROS, type SiteValues, taggedUrl, URL_TAGS_MOST } from '#machines/auth-site/site-rules.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, type FormDrawerProps, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextAreaField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { dictionaryOptions } from '#src/ui/pick/pick-options.ts';
import { PickerListField } from '#src/ui/pick/picker-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';
import './site.css';

interface Props {
  form: ActorRefFrom<typeof siteForm>;
  pixels: PickerActor;
  homepages: PickerActor;
  timezones: ActorRefFrom<typeof siteTimezones>;
}

export function SiteDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenSiteDrawer {...props} /> : null;
}

function OpenSiteDrawer({ form, pixels, homepages, timezones }: Props) {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const { values, subject, origin, change, field, drawer } = useForm(form);
  const { options: zones, control: zonesControl } = useOptions(timezones);
  useLoadOptions(timezones);
  const { nameOf: pixelName } = usePicker(pixels, { chosen: values.pixel_ids });
  const { nameOf: homepageName } = usePicker(homepages, { chosen: values.homepage_ids });
  const conflict = useSiteConflict(form, pixels, homepages);
  const isMoved = subject && (values.domain !== origin.domain || values.verify_method !== origin.verify_method);

  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('site.editTitle', { name: subject.name }) : t('site.create')}
      {...(!subject && { done: values.name.trim() })}
      saveText={subject ? t('site.save') : t('site.createButton')}
      conflict={conflict}
    >
      <FormSection title={t('site.sectionSite')}>
        <TextField label={w(siteColumnWords.name)} {...field('name')} required autoFocus />
        <FormPair>
          <ChoiceField
            as="radio"
            label={w(siteColumnWords.biz)}
            {...field('biz')}
            options={bizLines.map((value) => ({ value, label: w(bizWords[value]) }))}
            onChange={(biz) => biz && change({ biz })}
            required
          />
          <ChoiceField
            as="radio"
            label={w(siteColumnWords.kind)}
            {...field('kind')}
            options={siteKinds.map((value) => ({ value, label: w(siteKindWords[value]) }))}
            // Whether an address in a store is needed follows from it, so what was said of one is no longer sure.
            onChange={(kind) => kind && change({ kind, app_url_ios: values.app_url_ios })}
            required
          />
        </FormPair>
        <TextField
          label={w(siteColumnWords.domain)}
          help={t('site.domainHelp')}
          placeholder="drama.example.com"
          {...field('domain')}
          required
        />
        {values.kind === 'app' && (
          <>
            <TextField
              label={t('site.appIos')}
              help={t('site.appHelp')}
              placeholder="https://apps.apple.com/app/id…"
              {...field('app_url_ios')}
              required={values.app_url_android.trim() === ''}
            />
            <TextField
              label={t('site.appAndroid')}
              placeholder="https://play.google.com/store/apps/details?id=…"
              {...field('app_url_android')}
              onChange={(app_url_android) => change({ app_url_android, app_url_ios: values.app_url_ios })}
            />
          </>
        )}
        <ChoiceField
          label={t('site.timezone')}
          {...field('timezone_name')}
          options={dictionaryOptions(zones, locale)}
          {...zonesControl}
          onChange={(timezone_name) => timezone_name && change({ timezone_name })}
          required
        />
      </FormSection>
      <FormSection title={t('site.sectionTags')}>
        <TextAreaField
          label={t('site.urlTags')}
          help={t('site.urlTagsHelp', { tag: AD_TAG, macros: MACROS })}
          {...field('url_tags')}
          max={URL_TAGS_MOST}
          required
        />
        <TagsExample values={values} />
      </FormSection>
      <FormSection title={t('site.sectionAssets')} note={t('site.assetsNote')}>
        <PickerListField
          label={w(siteColumnWords.pixels)}
          {...field('pixel_ids')}
          // One that is not of them can be no default.
          onChange={(ids) => {
            const { default_pixel_id } = values;
            change({ pixel_ids: [...ids], default_pixel_id: ids.includes(default_pixel_id ?? 0) ? default_pixel_id : undefined });
          }}
          picker={pixels}
        />
        <ChoiceField
          label={w(siteColumnWords.default_pixel)}
          help={values.pixel_ids.length === 0 ? t('site.pixelsFirst') : undefined}
          {...field('default_pixel_id')}
          options={values.pixel_ids.map((id) => ({ value: id, label: pixelName(id) ?? `#${id}` }))}
          onChange={(default_pixel_id) => change({ default_pixel_id })}
          disabled={values.pixel_ids.length === 0}
          clearable
        />
        <PickerListField
          label={w(siteColumnWords.homepages)}
          {...field('homepage_ids')}
          onChange={(ids) => {
            const { default_homepage_id: known } = values;
            change({ homepage_ids: [...ids], default_homepage_id: ids.includes(known ?? 0) ? known : undefined });
          }}
          picker={homepages}
        />
        <ChoiceField
          label={w(siteColumnWords.default_homepage)}
          help={values.homepage_ids.length === 0 ? t('site.homepagesFirst') : undefined}
          {...field('default_homepage_id')}
          options={values.homepage_ids.map((id) => ({ value: id, label: homepageName(id) ?? `#${id}` }))}
          onChange={(default_homepage_id) => change({ default_homepage_id })}
          disabled={values.homepage_ids.length === 0}
          clearable
        />
      </FormSection>
      <FormSection title={t('site.sectionVerify')}>
        <ChoiceField
          as="radio"
          label={t('site.verifyMethod')}
          help={t(isMoved ? 'site.verifyAgain' : 'site.verifyHelp')}
          {...field('verify_method')}
          options={verifyMethods.map((value) => ({ value, label: t(`site.method.${value}`), note: t(`site.methodNote.${value}`) }))}
          onChange={(verify_method) => verify_method && change({ verify_method })}
          required
        />
      </FormSection>
    </FormDrawer>
  );
}

/** What a visitor's address would look like, as the tags are typed. */
function TagsExample({ values: { domain, url_tags } }: { values: SiteValues }) {
  const t = useText();
  const tagged = taggedUrl(`https://${domain.trim() || 'drama.example.com'}/sample`, url_tags);
  return (
    <div className="ads-site-example" role="status">
      <span className="ads-quiet">{t('site.tagsExample')}</span>
      <code>{filledIn(tagged)}</code>
    </div>
  );
}

/** Who changed the site meanwhile, when, and what. */
function useSiteConflict(form: Props['form'], pixels: PickerActor, homepages: PickerActor): FormDrawerProps['conflict'] {
  const t = useText();
  const w = useWords();
  const collision = useSelector(form, (state) => state.context);
  const { values, origin, conflict } = collision;
  const sides = [values, origin, conflict?.latest.values].filter((side) => side !== undefined);
  const { nameOf: pixelName } = usePicker(pixels, { chosen: [...new Set(sides.flatMap(({ pixel_ids }) => pixel_ids))] });
  const { nameOf: homepageName } = usePicker(homepages, { chosen: [...new Set(sides.flatMap(({ homepage_ids }) => homepage_ids))] });
  const labels = {
    name: w(siteColumnWords.name),
    biz: w(siteColumnWords.biz),
    kind: w(siteColumnWords.kind),
    domain: w(siteColumnWords.domain),
    app_url_ios: t('site.appIos'),
    app_url_android: t('site.appAndroid'),
    url_tags: t('site.urlTags'),
    timezone_name: t('site.timezone'),
    pixel_ids: w(siteColumnWords.pixels),
    default_pixel_id: w(siteColumnWords.default_pixel),
    homepage_ids: w(siteColumnWords.homepages),
    default_homepage_id: w(siteColumnWords.default_homepage),
    verify_method: t('site.verifyMethod'),
  };
  const named = (nameOf: (id: number) => string | undefined, ids: readonly (number | undefined)[]) =>
    ids.flatMap((id) => (id === undefined ? [] : [nameOf(id) ?? `#${id}`])).join(', ');
  return conflictChanges(collision, labels, (site: SiteValues) => ({
    name: site.name,
    biz: w(bizWords[site.biz]),
    kind: w(siteKindWords[site.kind]),
    domain: site.domain,
    app_url_ios: site.app_url_ios,
    app_url_android: site.app_url_android,
    url_tags: site.url_tags,
    timezone_name: site.timezone_name,
    pixel_ids: named(pixelName, site.pixel_ids),
    default_pixel_id: named(pixelName, [site.default_pixel_id]),
    homepage_ids: named(homepageName, site.homepage_ids),
    default_homepage_id: named(homepageName, [site.default_homepage_id]),
    verify_method: t(`site.method.${site.verify_method}`),
  }));
}
