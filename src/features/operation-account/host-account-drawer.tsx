import { useSelector } from '@xstate/react';
import { autoLevels, autoLevelWords, hostAccountColumnWords } from '#contracts/vocabulary/hosting.ts';
import type { HostAccountValues } from '#machines/operation-account/host-account-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { InstantField } from '#src/ui/date/instant-field.tsx';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextAreaField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import type { HostAccountParts } from './host-account-table.tsx';

type Props = Pick<HostAccountParts, 'form' | 'operators' | 'hostable'>;

export function HostAccountDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenHostAccountDrawer {...props} /> : null;
}

const plain = (value: number | undefined) => (value === undefined ? '' : String(value));

function useConflict({ form, operators }: Pick<Props, 'form' | 'operators'>) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const collision = useSelector(form, (state) => state.context);
  const latest = collision.conflict?.latest.values.operator_user_id;
  const ids = [collision.values.operator_user_id, collision.origin.operator_user_id, latest].filter((id) => id !== undefined);
  const { names } = usePicker(operators, { chosen: [...new Set(ids)] }).list;
  const nameOf = (id: number | undefined) => (id === undefined ? '' : (names.get(id) ?? `#${id}`));
  const labels = {
    operator_user_id: w(hostAccountColumnWords.operator),
    auto_level: w(hostAccountColumnWords.auto_level),
    daily_cap: w(hostAccountColumnWords.daily_cap),
    target_roi: w(hostAccountColumnWords.target_roi),
    start_at: w(hostAccountColumnWords.start_at),
    end_at: w(hostAccountColumnWords.end_at),
    consent: t('hosting.consent'),
    consent_note: t('hosting.consentNote'),
    remark: w(hostAccountColumnWords.remark),
  };
  return conflictChanges(collision, labels, (values: HostAccountValues) => ({
    operator_user_id: nameOf(values.operator_user_id),
    auto_level: w(autoLevelWords[values.auto_level]),
    daily_cap: plain(values.daily_cap),
    target_roi: plain(values.target_roi),
    start_at: values.start_at && format.instant(values.start_at),
    end_at: values.end_at && format.instant(values.end_at),
    consent: t(values.consent ? 'hosting.yes' : 'hosting.no'),
    consent_note: values.consent_note,
    remark: values.remark,
  }));
}

/** The terms of hosting: the account, who runs it, what rules may do, and the consent of its holder. */
function OpenHostAccountDrawer({ form, operators, hostable }: Props) {
  const t = useText();
  const w = useWords();
  const { values, origin, subject, change, field, drawer } = useForm(form);
  const conflict = useConflict({ form, operators });
  const choose = (ad_account_id: number | undefined) => {
    const { found = [], named = [] } = hostable.getSnapshot().context.answer ?? {};
    change({ ad_account_id, currency: [...found, ...named].find(({ id }) => id === ad_account_id)?.status });
  };
  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('hosting.editTitle', { name: subject.name }) : t('hosting.create')}
      saveText={t(subject ? 'ui.save' : 'hosting.create')}
      conflict={conflict}
    >
      <FormSection title={t('hosting.sectionAccount')}>
        {!subject && (
          <PickerField
            label={w(hostAccountColumnWords.account)}
            picker={hostable}
            {...field('ad_account_id')}
            onChange={choose}
            help={t('hosting.accountHelp')}
            required
          />
        )}
        <PickerField
          label={w(hostAccountColumnWords.operator)}
          picker={operators}
          {...field('operator_user_id')}
          help={t('hosting.operatorHelp')}
          required
        />
      </FormSection>
      <FormSection title={t('hosting.sectionTerms')}>
        <ChoiceField
          as="radio"
          label={w(hostAccountColumnWords.auto_level)}
          {...field('auto_level')}
          onChange={(auto_level) => auto_level && change({ auto_level })}
          options={autoLevels.map((value) => ({ value, label: w(autoLevelWords[value]), note: t(`hosting.level.${value}`) }))}
          required
        />
        <FormPair>
          <NumberField
            label={w(hostAccountColumnWords.daily_cap)}
            {...field('daily_cap')}
            unit={values.currency ?? ''}
            help={t('hosting.capHelp')}
          />
          <NumberField label={w(hostAccountColumnWords.target_roi)} {...field('target_roi')} help={t('hosting.roiHelp')} />
        </FormPair>
        <FormPair>
          <InstantField label={w(hostAccountColumnWords.start_at)} {...field('start_at')} required />
          <InstantField label={w(hostAccountColumnWords.end_at)} {...field('end_at')} help={t('hosting.endHelp')} />
        </FormPair>
      </FormSection>
      <FormSection title={t('hosting.sectionConsent')}>
        <SwitchField
          label={t('hosting.consent')}
          {...field('consent')}
          disabled={subject !== undefined && origin.consent}
          words={{ on: t('hosting.yes'), isDisabled: t('hosting.no') }}
          help={t('hosting.consentHelp')}
          required
        />
        <TextAreaField label={t('hosting.consentNote')} {...field('consent_note')} max={200} />
        <TextAreaField label={w(hostAccountColumnWords.remark)} {...field('remark')} max={200} />
      </FormSection>
    </FormDrawer>
  );
}
