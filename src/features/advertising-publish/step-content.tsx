import { schemeLimits } from '#contracts/rules/scheme-body.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextListField } from '#src/ui/form/text-list-field.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { ContentTabs } from './content-tabs.tsx';
import { MaterialsField } from './materials-field.tsx';
import { PostsField } from './posts-field.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'dramas' | 'products' | 'materials' | 'posts' | 'homepages' | 'glance' | 'preview' | 'tags'>;
}

/** The content, its creatives and texts. */
export function ContentStep({ form, parts }: Props) {
  const t = useText();
  const { dramas, products } = parts;
  const { values, scheme, field, counts } = form;
  const isOfPosts = values.source === 'post';
  const texts = scheme?.body.creative;
  return (
    <>
      <FormSection title={t('publish.step.content')}>
        <ContentTabs form={form} parts={{ dramas, products }} isEditable />
        <PickerField
          label={t(`publish.content.${values.biz || 'dj'}`)}
          picker={values.biz === 'ec' ? products : dramas}
          narrowing={{ usable: true }}
          {...field('content_id')}
          required
        />
        {isOfPosts ? <PostsField form={form} parts={parts} /> : <MaterialsField form={form} parts={parts} />}
        {counts && (
          <p className="ads-publish-said" role="status">
            {t('publish.comesTo', { campaigns: counts.campaigns, groups: counts.groups, ads: counts.ads, slots: counts.slots })}
          </p>
        )}
      </FormSection>
      {!isOfPosts && texts && (
        <FormSection title={t('publish.section.texts')} note={t('publish.textsNote')}>
          <TextListField
            label={t('scheme.primaryTexts')}
            help={values.primary_texts.length === 0 ? t('publish.asScheme', { text: texts.primary_texts.join(' / ') }) : undefined}
            {...field('primary_texts')}
            maxCount={schemeLimits.texts}
            maxLength={schemeLimits.textLength}
            isMultiline
            addText={t('publish.replaceTexts')}
          />
          <TextListField
            label={t('scheme.headlines')}
            help={
              values.headlines.length === 0 && texts.headlines.length > 0
                ? t('publish.asScheme', { text: texts.headlines.join(' / ') })
                : undefined
            }
            {...field('headlines')}
            maxCount={schemeLimits.texts}
            maxLength={schemeLimits.headlineLength}
            addText={t('publish.replaceHeadlines')}
          />
          <TextListField
            label={t('scheme.descriptions')}
            help={
              values.descriptions.length === 0 && texts.descriptions.length > 0
                ? t('publish.asScheme', { text: texts.descriptions.join(' / ') })
                : undefined
            }
            {...field('descriptions')}
            maxCount={schemeLimits.texts}
            maxLength={schemeLimits.headlineLength}
            addText={t('publish.replaceDescriptions')}
          />
        </FormSection>
      )}
    </>
  );
}
