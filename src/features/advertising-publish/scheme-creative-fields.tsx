import { creativeSources, creativeSplits, emptyRules, schemeLimits, textRotations } from '#contracts/rules/scheme-body.ts';
import { creativeSlots } from '#contracts/rules/scheme-expansion.ts';
import { creativeSourceWords } from '#contracts/vocabulary/schemes.ts';
import { blankScheme, type SchemeFields } from '#machines/parts/schemes/scheme-values.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { TextListField } from '#src/ui/form/text-list-field.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import type { SchemeForm } from './use-scheme-form.ts';
import type { SchemePickers } from './use-scheme-words.ts';

interface Props {
  form: SchemeForm;
  labels: Record<keyof SchemeFields, string>;
}

/** Number of groups and ads, and the creatives of an ad. */
export function StructureFields({ form, labels }: Props) {
  const t = useText();
  const { field, change } = form;
  return (
    <FormSection title={t('publish.section.structure')}>
      <div className="ads-publish-three">
        <NumberField label={labels.campaigns_per_account} {...field('campaigns_per_account')} required />
        <NumberField label={labels.groups_per_campaign} {...field('groups_per_campaign')} required />
        <NumberField label={labels.ads_per_group} {...field('ads_per_group')} required />
      </div>
      <StructureText form={form} />
      <ChoiceField
        as="radio"
        label={labels.split_by}
        {...field('split_by')}
        options={creativeSplits.map((value) => ({ value, label: t(`scheme.splitBy.${value}`), note: t(`publish.splitByNote.${value}`) }))}
        onChange={(split_by) => split_by && change({ split_by })}
        required
      />
      <ChoiceField
        as="radio"
        label={labels.on_empty}
        {...field('on_empty')}
        options={emptyRules.map((value) => ({ value, label: t(`scheme.onEmpty.${value}`) }))}
        onChange={(on_empty) => on_empty && change({ on_empty })}
        required
      />
    </FormSection>
  );
}

/** The resulting number of objects per account. */
function StructureText({ form: { values } }: Pick<Props, 'form'>) {
  const t = useText();
  const format = useFormat();
  const { campaigns_per_account: campaigns = 0, groups_per_campaign: groups = 0, ads_per_group: ads = 0, split_by, on_empty } = values;
  const structure = { campaigns_per_account: campaigns, groups_per_campaign: groups, ads_per_group: ads, split_by, on_empty };
  const shown = [campaigns, groups, ads].every((count) => Number.isSafeInteger(count) && count > 0);
  const countries = values.country_split === 'merged' ? 1 : Math.max(1, values.countries.length);
  return (
    <p className="ads-publish-said" role="status">
      {shown
        ? t('publish.structureText', {
            campaigns: format.number(campaigns),
            groups: format.number(groups),
            ads: format.number(ads),
            slots: format.number(creativeSlots({ structure })),
          })
        : t('publish.structureUnknown')}
      {shown && countries > 1 && ` ${t('publish.structureCountries', { count: countries })}`}
    </p>
  );
}

/** Creatives and texts of ads. */
export function CreativeFields({ form: { values, field, change }, labels, pickers }: Props & { pickers: Pick<SchemePickers, 'buttons'> }) {
  const t = useText();
  const w = useWords();
  const button = useDictionary(pickers.buttons);
  return (
    <FormSection title={t('publish.section.creative')}>
      <ChoiceField
        as="radio"
        label={labels.source}
        {...field('source')}
        options={creativeSources.map((value) => ({ value, label: w(creativeSourceWords[value]), note: t(`publish.sourceNote.${value}`) }))}
        onChange={(source) => source && change({ source })}
        required
      />
      {values.source === 'material' && (
        <>
          <TextListField
            label={labels.primary_texts}
            {...field('primary_texts')}
            maxCount={schemeLimits.texts}
            minCount={1}
            maxLength={schemeLimits.textLength}
            isMultiline
            addText={t('publish.addText')}
            required
          />
          <TextListField
            label={labels.headlines}
            {...field('headlines')}
            maxCount={schemeLimits.texts}
            maxLength={schemeLimits.headlineLength}
            addText={t('publish.addHeadline')}
          />
          <TextListField
            label={labels.descriptions}
            {...field('descriptions')}
            maxCount={schemeLimits.texts}
            maxLength={schemeLimits.headlineLength}
            addText={t('publish.addDescription')}
          />
          <ChoiceField
            as="radio"
            label={labels.text_rotation}
            {...field('text_rotation')}
            options={textRotations.map((value) => ({ value, label: t(`scheme.textRotation.${value}`) }))}
            onChange={(text_rotation) => text_rotation && change({ text_rotation })}
            required
          />
        </>
      )}
      <ChoiceField
        label={labels.call_to_action}
        {...field('call_to_action')}
        options={button.list}
        {...button.control}
        onChange={(call_to_action) => change({ call_to_action: call_to_action ?? blankScheme.call_to_action })}
        required
      />
    </FormSection>
  );
}
