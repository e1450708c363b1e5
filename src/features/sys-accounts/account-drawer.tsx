import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { REMARK_MAX } from '#contracts/rules/people-limits.ts';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { ordinaryLevelWords, userColumnWords, userFilters } from '#contracts/vocabulary/users.ts';
import { yesNoWords } from '#contracts/vocabulary/vocabulary.ts';
import { judgePassword } from '#machines/kernel/form/password-verdict.ts';
import type { accountForm, departmentChoice, roleChoice, timezoneChoice } from '#machines/sys-accounts/account-management.machine.ts';
import type { AccountValues } from '#machines/sys-accounts/account-rules.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { PasswordField, TextAreaField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ChoiceField, MultiChoiceField, SwitchField, TreeField } from '#src/ui/pick/choice-fields.tsx';
import { dictionaryOptions, treeOptions } from '#src/ui/pick/pick-options.ts';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { findDepartment } from './department-nodes.ts';
import { forgetPassword, keepPassword, readPassword } from './typed-password.ts';
import { useAccountConflict } from './use-account-conflict.ts';

interface Props {
  form: ActorRefFrom<typeof accountForm>;
  departments: ActorRefFrom<typeof departmentChoice>;
  roles: ActorRefFrom<typeof roleChoice>;
  timezones: ActorRefFrom<typeof timezoneChoice>;
}

export function AccountDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  useEffect(() => {
    if (!open) forgetPassword();
  }, [open]);
  return open ? <OpenAccountDrawer {...props} /> : null;
}

function OpenAccountDrawer({ form, departments, roles, timezones }: Props) {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const viewer = useViewer();
  const { values, origin, subject, change, field, drawer } = useForm(form);
  const { options: tree, control: treeControl } = useOptions(departments);
  const { options: knownRoles, control: rolesControl } = useOptions(roles);
  const { options: zones, control: zonesControl } = useOptions(timezones);
  const conflict = useAccountConflict(form, { tree, roles: knownRoles });
  useLoadOptions(departments);
  useLoadOptions(roles);
  useLoadOptions(timezones);

  const nodes = useMemo(() => treeOptions(tree), [tree]);
  const department = findDepartment(tree, values.department_id);
  const isLeader = field('is_leader');
  const keepsAdmin = subject?.id === viewer.id && origin.is_admin === 1;

  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('account.editTitle', { account: subject.account }) : t('account.create')}
      {...(!subject && { done: values.account })}
      saveText={subject ? t('account.save') : t('account.createButton')}
      conflict={conflict}
    >
      <FormSection title={t('account.sectionPerson')}>
        <FormPair>
          <TextField
            label={w(userColumnWords.account)}
            help={subject ? t('account.accountFixed') : t('account.accountHelp')}
            {...field('account')}
            disabled={subject !== undefined}
            required
            autoFocus={!subject}
          />
          <TextField label={w(userColumnWords.name)} {...field('name')} required autoFocus={subject !== undefined} />
        </FormPair>
        {!subject && <NewPasswordField {...field('pwd')} />}
      </FormSection>
      <FormSection title={t('account.sectionRights')}>
        <TreeField label={w(userColumnWords.department)} {...field('department_id')} nodes={nodes} {...treeControl} required />
        <SwitchField
          label={w(userColumnWords.is_leader)}
          value={isLeader.value === 1}
          words={{ on: w(yesNoWords.yes), isDisabled: w(yesNoWords.no) }}
          help={department && t('account.leaderHint', { n: department.subtree_count })}
          onChange={(yes) => isLeader.onChange(yes ? 1 : 0)}
          fault={isLeader.fault}
        />
        <ChoiceField
          as="radio"
          label={w(userColumnWords.is_admin)}
          {...field('is_admin')}
          options={[
            { value: 0 as const, label: w(ordinaryLevelWords[0]), ...(keepsAdmin && { disabled: t('account.selfForbidden') }) },
            { value: 1 as const, label: w(ordinaryLevelWords[1]), note: t('account.adminNote') },
          ]}
          // Whether a role is required depends on it, so the fault of the roles is reset.
          onChange={(is_admin) => is_admin !== undefined && change({ is_admin, role_ids: values.role_ids })}
          required
        />
        <MultiChoiceField
          label={w(userColumnWords.roles)}
          help={t('account.rolesHelp')}
          {...field('role_ids')}
          options={knownRoles.map(({ id, name }) => ({ value: id, label: name }))}
          {...rolesControl}
          required={values.is_admin === 0}
        />
      </FormSection>
      <FormSection title={t('account.sectionWork')}>
        <ChoiceField
          as="radio"
          label={w(userColumnWords.platform)}
          {...field('platform')}
          options={bizLines.map((value) => ({ value, label: w(bizWords[value]) }))}
          onChange={(platform) => platform && change({ platform })}
          required
        />
        <ChoiceField
          label={w(userColumnWords.timezone)}
          {...field('timezone')}
          options={dictionaryOptions(zones, locale)}
          {...zonesControl}
          onChange={(timezone) => timezone && change({ timezone })}
          required
        />
        <TextAreaField label={w(userColumnWords.remark)} {...field('remark')} max={REMARK_MAX} />
      </FormSection>
    </FormDrawer>
  );
}

interface PasswordProps {
  value: AccountValues['pwd'];
  fault: Parameters<typeof PasswordField>[0]['fault'];
  onChange: (verdict: AccountValues['pwd']) => void;
  onLeave: () => void;
}

/** The form receives the verdict on the password, never the password itself. */
function NewPasswordField({ value, fault, onChange, onLeave }: PasswordProps) {
  const t = useText();
  const w = useWords();
  const [typed, setTyped] = useState(readPassword);
  // A restored form has lost the verdict, but the field still has the password.
  const verdict = judgePassword(typed);
  useEffect(() => {
    if (verdict !== value) onChange(verdict);
  }, [verdict, value, onChange]);
  return (
    <PasswordField
      label={w(userFilters.password_state.label)}
      help={t('account.passwordHelp')}
      value={typed}
      onChange={(password) => {
        setTyped(password);
        keepPassword(password);
        onChange(judgePassword(password));
      }}
      onLeave={onLeave}
      fault={fault}
      autoComplete="new-password"
    />
  );
}
