import { useSelector } from '@xstate/react';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { channels, channelWords, publishableChannels } from '#contracts/vocabulary/channels.ts';
import { schemeColumnWords, schemeVisibilities, schemeVisibilityWords } from '#contracts/vocabulary/schemes.ts';
import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import { type SchemeSubject } from '#machines/advertising-publish/scheme-rules.ts';
import type { SchemeValues } from '#machines/parts/schemes/scheme-values.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useSchemeLabels } from '#src/parts/schemes/index.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { AudienceFields, TimeFields } from './scheme-audience-fields.tsx';
import { CreativeFields, StructureFields } from './scheme-creative-fields.tsx';
import { GoalFields, MoneyFields } from './scheme-goal-fields.tsx';
import { IdentityFields, NamingFields } from './scheme-identity-fields.tsx';
import { useSchemeForm } from './use-scheme-form.ts';
import { type SchemePickers, useSchemeWords } from './use-scheme-words.ts';
import './publish.css';

type Parts = ReturnType<SchemeManagement['getSnapshot']>['children'];
type Props = { form: NonNullable<Parts['form']>; pickers: SchemePickers };

/** Creates or edits a scheme. */
export function SchemeDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenSchemeDrawer {...props} /> : null;
}

/** Tells whether the scheme stays a draft. */
function getSaveText(enable: boolean, subject: SchemeSubject | undefined) {
  if (subject && !subject.isDraft) return 'publish.save';
  if (!enable) return 'publish.createDraft';
  return subject ? 'publish.saveEnabled' : 'publish.createEnabled';
}

function OpenSchemeDrawer({ form: actor, pickers }: Props) {
  const t = useText();
  const w = useWords();
  const form = useSchemeForm(actor);
  const { values, subject, field, change, drawer } = form;
  const collision = useSelector(actor, (state) => state.context);
  const { conflict, origin } = collision;
  const labels = useSchemeLabels();
  const words = useSchemeWords(pickers, [values, origin, ...(conflict ? [conflict.latest.values] : [])]);
  const drawerProps = {
    name: w(schemeColumnWords.name),
    visibility: w(schemeColumnWords.visibility),
    remark: w(schemeColumnWords.remark),
  };
  const changes = conflictChanges(collision, { ...drawerProps, ...labels }, (scheme: SchemeValues) => ({
    name: scheme.name,
    visibility: w(schemeVisibilityWords[scheme.visibility]),
    remark: scheme.remark,
    ...words(scheme),
  }));
  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('publish.editTitle', { name: subject.name }) : t('publish.createScheme')}
      saveText={t(getSaveText(values.enable, subject))}
      conflict={changes}
      footerStart={
        subject?.isPublished && (
          <span className="ads-quiet" role="status">
            {t('publish.newVersion', { version: subject.current_version + 1 })}
          </span>
        )
      }
    >
      <FormSection title={t('publish.section.basic')}>
        <TextField label={drawerProps.name} {...field('name')} required autoFocus />
        <FormPair>
          <ChoiceField
            as="radio"
            label={w(schemeColumnWords.biz)}
            help={subject ? t('publish.fixed') : undefined}
            {...field('biz')}
            options={bizLines.map((value) => ({ value, label: w(bizWords[value]) }))}
            onChange={(biz) => biz && change({ biz })}
            disabled={subject !== undefined}
            required
          />
          <ChoiceField
            as="radio"
            label={w(schemeColumnWords.channel)}
            help={subject ? t('publish.fixed') : undefined}
            {...field('channel')}
            options={channels.map((value) => ({
              value,
              label: w(channelWords[value]),
              ...(!publishableChannels.includes(value) && { disabled: t('publish.channelUnavailable') }),
            }))}
            onChange={(channel) => channel && change({ channel })}
            disabled={subject !== undefined}
            required
          />
        </FormPair>
        <ChoiceField
          as="radio"
          label={drawerProps.visibility}
          {...field('visibility')}
          options={schemeVisibilities.map((value) => ({
            value,
            label: w(schemeVisibilityWords[value]),
            note: t(`publish.visibilityNote.${value}`),
          }))}
          onChange={(visibility) => visibility && change({ visibility })}
          required
        />
        <TextField label={drawerProps.remark} {...field('remark')} />
        {(!subject || subject.isDraft) && (
          <SwitchField
            label={t('publish.enable')}
            help={values.enable ? undefined : t('publish.draftHelp')}
            {...field('enable')}
            words={{ on: t('publish.enableOn'), isDisabled: t('publish.enableOff') }}
          />
        )}
      </FormSection>
      <GoalFields form={form} labels={labels} pickers={pickers} />
      <MoneyFields form={form} labels={labels} />
      <AudienceFields form={form} labels={labels} pickers={pickers} />
      <TimeFields form={form} labels={labels} />
      <StructureFields form={form} labels={labels} />
      <CreativeFields form={form} labels={labels} pickers={pickers} />
      <IdentityFields form={form} labels={labels} pickers={pickers} />
      <NamingFields form={form} labels={labels} />
    </FormDrawer>
  );
}
