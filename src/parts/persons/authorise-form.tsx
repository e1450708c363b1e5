import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { channels, channelWords } from '#contracts/vocabulary/channels.ts';
import { holderColumnWords, personalColumnWords } from '#contracts/vocabulary/personal-accounts.ts';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import type { authorisingForm } from '#machines/parts/assets/authorising.machine.ts';
import { type AuthoriseWay, judgeToken } from '#machines/parts/assets/authorising-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextAreaField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { ChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';
import { forgetToken, keepToken, readToken } from './typed-token.ts';

interface Props {
  form: ActorRefFrom<typeof authorisingForm>;
  staff: PickerActor;
}

/** The first step: channel, owner and way of the authorisation. */
export function AuthoriseForm(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  useEffect(() => {
    if (!open) forgetToken();
  }, [open]);
  return open ? <OpenForm {...props} /> : null;
}

function OpenForm({ form, staff }: Props) {
  const t = useText();
  const w = useWords();
  const { values, subject, change, field, drawer } = useForm(form);
  const hosted = subject?.usage === 'host';
  const again = subject?.again;
  const ways: AuthoriseWay[] = ['window', ...(hosted ? (['link'] as const) : []), ...(again ? [] : (['token'] as const))];
  const consent = field('consent');
  return (
    <FormDrawer
      {...drawer}
      title={again ? t('persons.againTitle', { name: again.name }) : t('persons.authorise')}
      done={false}
      saveText={t(`persons.way.${values.way}.button`)}
    >
      <TabBar
        label={t('persons.way')}
        tabs={ways.map((key) => ({ key, text: t(`persons.way.${key}`) }))}
        shown={values.way}
        onShow={(way) => change({ way })}
      >
        <p className="ads-quiet">{again ? t('persons.againText', { name: again.name }) : t(`persons.way.${values.way}.text`)}</p>
        <FormPair>
          <ChoiceField
            label={w(personalColumnWords.channel)}
            {...field('channel')}
            options={channels.map((value) => ({ value, label: w(channelWords[value]) }))}
            onChange={(channel) => change({ channel })}
            disabled={again !== undefined}
            required
          />
          <PickerField
            label={w(personalColumnWords.owner)}
            {...field('owner_user_id')}
            onChange={(owner_user_id) => change({ owner_user_id })}
            picker={staff}
            disabled={again !== undefined}
            required
          />
        </FormPair>
        {values.way === 'token' && <TokenField {...field('token_verdict')} />}
        {hosted && (
          <FormSection title={t('persons.holderSection')}>
            <FormPair>
              <TextField label={w(holderColumnWords.holder_name)} {...field('holder_name')} required />
              <TextField label={w(holderColumnWords.contact)} help={t('persons.contactHelp')} {...field('contact')} />
            </FormPair>
            <SwitchField
              label={t('persons.consent')}
              {...consent}
              fault={consent.fault && { message: t('persons.consentHelp') }}
              words={{ on: t('persons.consentGiven'), isDisabled: t('persons.consentMissing') }}
              {...(!consent.fault && { help: t('persons.consentHelp') })}
              required
            />
            <TextAreaField label={w(holderColumnWords.consent_note)} {...field('consent_note')} max={200} />
          </FormSection>
        )}
      </TabBar>
    </FormDrawer>
  );
}

interface TokenFieldProps {
  value: ReturnType<typeof judgeToken>;
  fault: FieldFault | undefined;
  onChange: (verdict: ReturnType<typeof judgeToken>) => void;
  onLeave: () => void;
}

/** The form receives the verdict on the token, never the token itself. */
function TokenField({ value, fault, onChange, onLeave }: TokenFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState(readToken);
  // A restored form has lost the verdict, but the field still has the token.
  const verdict = judgeToken(typed);
  useEffect(() => {
    if (verdict !== value) onChange(verdict);
  }, [verdict, value, onChange]);
  return (
    <TextAreaField
      label={t('persons.token')}
      help={t('persons.tokenHelp')}
      value={typed}
      onChange={(token) => {
        setTyped(token);
        keepToken(token);
        onChange(judgeToken(token));
      }}
      onLeave={onLeave}
      // Shows that the channel refused the token; other faults are texts of the form.
      fault={fault && 'rule' in fault && fault.rule === 'type' ? { message: t('persons.tokenRefused') } : fault}
      required
    />
  );
}
