import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { holderColumnWords, personalColumnWords } from '#contracts/vocabulary/personal-accounts.ts';
import type { personForm } from '#machines/parts/persons/person-management.machine.ts';
import type { PersonValues } from '#machines/parts/persons/person-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormPair } from '#src/ui/form/form-drawer.tsx';
import { TextAreaField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';

interface Props {
  form: ActorRefFrom<typeof personForm>;
  staff: PickerActor;
}

export function PersonDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenPersonDrawer {...props} /> : null;
}

function OpenPersonDrawer({ form, staff }: Props) {
  const t = useText();
  const w = useWords();
  const { subject, origin, values, conflict, change, field, drawer } = useForm(form);
  const hosted = subject?.usage === 'host';
  const owners = [values.owner_user_id, origin.owner_user_id, conflict?.latest.values.owner_user_id].filter((id) => id !== undefined);
  const { nameOf } = usePicker(staff, { chosen: owners });
  const labels = {
    owner_user_id: w(personalColumnWords.owner),
    remark: w(personalColumnWords.remark),
    holder_name: w(holderColumnWords.holder_name),
    contact: w(holderColumnWords.contact),
    consent_note: w(holderColumnWords.consent_note),
  };
  const changes = conflictChanges({ conflict, origin, values }, labels, ({ owner_user_id, ...texts }: PersonValues) => ({
    ...texts,
    owner_user_id: owner_user_id === undefined ? '' : (nameOf(owner_user_id) ?? `#${owner_user_id}`),
  }));
  return (
    <FormDrawer {...drawer} title={t('persons.editTitle', { name: subject?.name ?? '' })} conflict={changes}>
      <PickerField
        label={labels.owner_user_id}
        help={t('persons.ownerHelp')}
        {...field('owner_user_id')}
        onChange={(owner_user_id) => change({ owner_user_id })}
        picker={staff}
        required
      />
      {hosted && (
        <>
          <FormPair>
            <TextField label={labels.holder_name} {...field('holder_name')} required />
            <TextField label={labels.contact} {...field('contact')} />
          </FormPair>
          <TextAreaField label={labels.consent_note} {...field('consent_note')} max={200} />
        </>
      )}
      <TextAreaField label={labels.remark} {...field('remark')} max={200} />
    </FormDrawer>
  );
}
