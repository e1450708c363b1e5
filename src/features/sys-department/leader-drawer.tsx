import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { departmentMembers, leaderForm } from '#machines/sys-department/department-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Remark } from '#src/ui/page/block.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';

interface Props {
  form: ActorRefFrom<typeof leaderForm>;
  members: ActorRefFrom<typeof departmentMembers>;
}

export function LeaderDrawer({ form, members }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <OpenLeaderDrawer form={form} members={members} /> : null;
}

function OpenLeaderDrawer({ form, members }: Props) {
  const t = useText();
  const { subject, field, drawer } = useForm(form);
  const { answer: people, busy, failure, refresh } = useDetail(members);

  return (
    <FormDrawer {...drawer} title={t('department.leadersTitle', { name: subject?.name ?? '' })}>
      {failure && <FailureRemark failure={failure} title={t('department.membersUnknown')} onRetry={refresh} />}
      {people?.length === 0 && <Remark kind="info" title={t('department.noMembers')} />}
      <MultiChoiceField
        label={t('department.leaders')}
        help={t('department.leadersHelp')}
        {...field('user_ids')}
        options={(people ?? []).map(({ id, account, name, status }) => ({
          value: id,
          label: name || account,
          note: status === 'disabled' ? `${account} · ${t('department.disabled')}` : account,
        }))}
        busy={busy}
        disabled={people === undefined}
      />
    </FormDrawer>
  );
}
