import { useText } from '#src/locale/text-provider.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { PickerField, PickerListField } from '#src/ui/pick/picker-fields.tsx';
import { ChosenAccounts } from './chosen-accounts.tsx';
import { ContentTabs } from './content-tabs.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'dramas' | 'products' | 'landings' | 'homepages' | 'pixels' | 'chosen' | 'sharing'>;
}

/** Landing page, homepages and pixel. */
export function IdentityStep({ form, parts: { dramas, products, landings, homepages, pixels, chosen, sharing } }: Props) {
  const t = useText();
  const { values, scheme, field } = form;
  const identity = scheme?.body.identity;
  const content = values.biz === 'ec' ? { product_id: values.content_id } : { drama_id: values.content_id };
  const ofPosts = values.source === 'post';
  return (
    <>
      <FormSection title={t('publish.step.identity')} note={t('publish.identityNote')}>
        <ContentTabs form={form} parts={{ dramas, products }} />
        <PickerListField
          label={t('scheme.landings')}
          help={identity?.landing_mode === 'by_content' ? t('publish.landingsByContent') : undefined}
          picker={landings}
          narrowing={{ site_id: identity?.site_id ?? undefined, ...content }}
          {...field('landing_page_ids')}
          required={identity?.landing_mode === 'fixed'}
        />
        <PickerListField
          label={t('scheme.homepages')}
          help={ofPosts ? t('publish.homepagesOfPosts') : identity && t(`scheme.homepageMode.${identity.homepage_mode}`)}
          picker={homepages}
          narrowing={{ use: 'ads' }}
          {...field('homepage_ids')}
          required={!ofPosts}
        />
        <PickerField
          label={t('scheme.pixel')}
          help={values.pixel_id === undefined ? t('publish.pixelOfSite') : undefined}
          picker={pixels}
          narrowing={{ use: 'ads' }}
          {...field('pixel_id')}
          clearable
        />
      </FormSection>
      <ChosenAccounts form={form} {...{ chosen, sharing, homepages, pixels }} />
    </>
  );
}
