import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { accountForm, departmentChoice, roleChoice, timezoneChoice } from '#machines/account-management/account-management.machine.ts';
import { type AccountValues, passwordVerdict } from '#machines/account-management/account-rules.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { ChoiceField, MultiChoiceField, SwitchField, TreeField } from '#src/ui/choice-fields.tsx';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form-drawer.tsx';
import { PasswordField, TextAreaField, TextField } from '#src/ui/text-fields.tsx';
import { useWanted } from '#src/ui/use-wanted.ts';
import { useViewer } from '#src/ui/viewer.tsx';
import { departmentOptions, findDepartment } from './department-nodes.ts';
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
  const locale = useLocaleName();
  const viewer = useViewer();
  const { values, origin, subject, faults, others, failure, refusals } = useSelector(form, (state) => state.context);
  const busy = useSelector(form, (state) => state.hasTag('writing'));
  const asking = useSelector(form, (state) => state.matches('confirmingLeave'));
  const tree = useSelector(departments, (state) => state.context.options);
  const loadingTree = useSelector(departments, (state) => state.hasTag('busy'));
  const knownRoles = useSelector(roles, (state) => state.context.options);
  const loadingRoles = useSelector(roles, (state) => state.hasTag('busy'));
  const zones = useSelector(timezones, (state) => state.context.options);
  const loadingZones = useSelector(timezones, (state) => state.hasTag('busy'));
  const conflict = useAccountConflict(form, { tree, roles: knownRoles });
  useWanted(departments);
  useWanted(roles);
  useWanted(timezones);

  const nodes = useMemo(() => departmentOptions(tree), [tree]);
  const department = findDepartment(tree, values.department_id);
  const change = (changes: Partial<AccountValues>) => form.send({ type: 'form.fieldChanged', changes });
  const leave = (field: keyof AccountValues) => () => form.send({ type: 'form.fieldLeft', field });
  const keepsAdmin = subject?.id === viewer.id && origin.is_admin === 1;

  return (
    <FormDrawer
      open
      title={subject ? t('account.editTitle', { account: subject.account }) : t('account.create')}
      saveText={subject ? t('account.save') : t('account.createButton')}
      busy={busy}
      asking={asking}
      onSave={() => form.send({ type: 'form.submitted' })}
      onClose={() => form.send({ type: 'form.closeRequested' })}
      onLeaveConfirmed={() => form.send({ type: 'form.leaveConfirmed' })}
      onLeaveCancelled={() => form.send({ type: 'form.leaveCancelled' })}
      conflict={conflict}
      onLatest={() => form.send({ type: 'form.latestChosen' })}
      onOverwrite={() => form.send({ type: 'form.overwriteChosen' })}
      failure={failure}
      others={others}
      refusals={refusals}
    >
      <FormSection title={t('account.sectionPerson')}>
        <FormPair>
          <TextField
            label={t('account.account')}
            help={subject ? t('account.accountFixed') : t('account.accountHelp')}
            value={values.account}
            onChange={(account) => change({ account })}
            onLeave={leave('account')}
            fault={faults.account}
            disabled={subject !== undefined}
            required
            autoFocus={!subject}
          />
          <TextField
            label={t('account.name')}
            value={values.name}
            onChange={(name) => change({ name })}
            onLeave={leave('name')}
            fault={faults.name}
            required
            autoFocus={subject !== undefined}
          />
        </FormPair>
        {!subject && <NewPasswordField fault={faults.pwd} onChange={change} onLeave={leave('pwd')} />}
      </FormSection>
      <FormSection title={t('account.sectionRights')}>
        <TreeField
          label={t('account.department')}
          value={values.department_id}
          nodes={nodes}
          busy={loadingTree}
          onOpen={() => departments.send({ type: 'options.wanted' })}
          onChange={(department_id) => change({ department_id })}
          onLeave={leave('department_id')}
          fault={faults.department_id}
          required
        />
        <SwitchField
          label={t('account.isLeader')}
          value={values.is_leader === 1}
          words={{ on: t('account.yes'), off: t('account.no') }}
          help={department && t('account.leaderHint', { n: department.subtree_count })}
          onChange={(yes) => change({ is_leader: yes ? 1 : 0 })}
          fault={faults.is_leader}
        />
        <ChoiceField
          as="radio"
          label={t('account.isAdmin')}
          value={values.is_admin}
          options={[
            { value: 0 as const, label: t('account.level.0'), ...(keepsAdmin && { disabled: t('account.selfForbidden') }) },
            { value: 1 as const, label: t('account.level.1'), note: t('account.adminNote') },
          ]}
          // Whether a role is needed follows from it, so what was said of the roles is no longer sure.
          onChange={(is_admin) => is_admin !== undefined && change({ is_admin, role_ids: values.role_ids })}
          fault={faults.is_admin}
          required
        />
        <MultiChoiceField
          label={t('account.roles')}
          help={t('account.rolesHelp')}
          value={values.role_ids}
          options={knownRoles.map(({ id, name }) => ({ value: id, label: name }))}
          busy={loadingRoles}
          onOpen={() => roles.send({ type: 'options.wanted' })}
          onChange={(role_ids) => change({ role_ids: [...role_ids] })}
          onLeave={leave('role_ids')}
          fault={faults.role_ids}
          required={values.is_admin === 0}
        />
      </FormSection>
      <FormSection title={t('account.sectionWork')}>
        <ChoiceField
          as="radio"
          label={t('account.platform')}
          value={values.platform}
          options={(['dj', 'ec'] as const).map((value) => ({ value, label: t(`account.platform.${value}`) }))}
          onChange={(platform) => platform && change({ platform })}
          fault={faults.platform}
          required
        />
        <ChoiceField
          label={t('account.timezone')}
          value={values.timezone}
          options={zones.map(({ value, label_zh, label_en }) => ({ value, label: locale === 'en' ? label_en : label_zh }))}
          busy={loadingZones}
          onOpen={() => timezones.send({ type: 'options.wanted' })}
          onChange={(timezone) => timezone && change({ timezone })}
          onLeave={leave('timezone')}
          fault={faults.timezone}
          required
        />
        <TextAreaField
          label={t('account.remark')}
          value={values.remark}
          onChange={(remark) => change({ remark })}
          onLeave={leave('remark')}
          fault={faults.remark}
          max={200}
        />
      </FormSection>
    </FormDrawer>
  );
}

interface PasswordProps {
  fault: Parameters<typeof PasswordField>[0]['fault'];
  onChange: (changes: Partial<AccountValues>) => void;
  onLeave: () => void;
}

/** The form learns only what there is to say about the password, never the password. */
function NewPasswordField({ fault, onChange, onLeave }: PasswordProps) {
  const t = useText();
  const [typed, setTyped] = useState(readPassword);
  return (
    <PasswordField
      label={t('account.password')}
      help={t('account.passwordHelp')}
      value={typed}
      onChange={(password) => {
        setTyped(password);
        keepPassword(password);
        onChange({ pwd: passwordVerdict(password) });
      }}
      onLeave={onLeave}
      fault={fault}
      autoComplete="new-password"
    />
  );
}
