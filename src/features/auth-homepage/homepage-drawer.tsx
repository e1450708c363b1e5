import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { adLimits, homepageColumnWords } from '#contracts/vocabulary/homepages.ts';
import type { homepageForm } from '#machines/auth-homepage/homepage-management.machine.ts';
import type { HomepageValues } from '#machines/auth-homepage/homepage-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useBizOptions } from './use-biz-options.ts';

interface Props {
  form: ActorRefFrom<typeof homepageForm>;
}

/** Settings of a homepage. */
export function HomepageDrawer({ form }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <OpenHomepageDrawer form={form} /> : null;
}

function OpenHomepageDrawer({ form }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const lines = useBizOptions();
  const { subject, change, field, drawer } = useForm(form);
  const collision = useSelector(form, (state) => state.context);
  const labels = { ad_limit: w(homepageColumnWords.ad_limit), biz: w(homepageColumnWords.biz) };
  const conflict = conflictChanges(collision, labels, (values: HomepageValues) => ({
    ad_limit: format.number(values.ad_limit),
    biz: w(bizWords[values.biz]),
  }));
  return (
    <FormDrawer
      {...drawer}
      title={t('homepage.settingsTitle', { name: subject?.name ?? '' })}
      saveText={t('homepage.save')}
      conflict={conflict}
    >
      <FormSection>
        <ChoiceField
          as="radio"
          label={w(homepageColumnWords.ad_limit)}
          help={t('homepage.adLimitHelp')}
          {...field('ad_limit')}
          options={adLimits.map((value) => ({ value, label: format.number(value) }))}
          onChange={(ad_limit) => ad_limit && change({ ad_limit })}
          required
        />
        <ChoiceField
          as="radio"
          label={w(homepageColumnWords.biz)}
          {...field('biz')}
          options={lines}
          onChange={(biz) => biz && change({ biz })}
          required
        />
      </FormSection>
    </FormDrawer>
  );
}
