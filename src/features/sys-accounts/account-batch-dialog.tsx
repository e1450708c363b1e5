import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { userColumnWords } from '#contracts/vocabulary/users.ts';
import type { accountBatch, roleChoice, successorChoice } from '#machines/sys-accounts/account-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { BatchQuestion } from '#src/ui/batch/batch-question.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { useWanted } from '#src/ui/form/use-wanted.ts';
import { ChoiceField, MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';

export interface AccountBatchDialogProps {
  batch: ActorRefFrom<typeof accountBatch>;
  roles: ActorRefFrom<typeof roleChoice>;
  successors: ActorRefFrom<typeof successorChoice>;
}

/** Confirms a bulk action on accounts. */
export default function AccountBatchDialog({ batch, roles, successors }: AccountBatchDialogProps) {
  const t = useText();
  const format = useFormat();
  const action = useSelector(batch, (state) => state.context.values.action);
  const asked = useBatch(batch);
  if (!asked.open) return null;
  const count = { count: asked.count, shown: format.number(asked.count) };
  return (
    <BatchQuestion
      asked={asked}
      title={t(`account.batch.${action}.title`)}
      text={t(`account.batch.${action}.text`)}
      confirmText={t(`account.batch.${action}.button`, count)}
      isDeletion={action === 'delete'}
    >
      {action === 'roles' && <RoleFields asked={asked} roles={roles} />}
      {action === 'delete' && <SuccessorField asked={asked} successors={successors} />}
    </BatchQuestion>
  );
}

type Asked = ReturnType<typeof useAsked>;
const useAsked = (batch: AccountBatchDialogProps['batch']) => useBatch(batch);

function RoleFields({ asked: { field, change, busy }, roles }: { asked: Asked } & Pick<AccountBatchDialogProps, 'roles'>) {
  const t = useText();
  const w = useWords();
  const { options: known, control } = useOptions(roles);
  useWanted(roles);
  return (
    <>
      <ChoiceField
        as="radio"
        label={t('account.mode')}
        {...field('mode')}
        options={(['add', 'remove', 'replace'] as const).map((mode) => ({
          value: mode,
          label: t(`account.mode.${mode}`),
          note: t(`account.modeNote.${mode}`),
        }))}
        onChange={(mode) => mode && change({ mode })}
        disabled={busy}
        required
      />
      <MultiChoiceField
        label={w(userColumnWords.roles)}
        {...field('role_ids')}
        options={known.map(({ id, name }) => ({ value: id, label: name }))}
        {...control}
        disabled={busy}
        required
      />
    </>
  );
}

function SuccessorField({
  asked: { field, change, busy, subject },
  successors,
}: { asked: Asked } & Pick<AccountBatchDialogProps, 'successors'>) {
  const t = useText();
  const { options: people, busy: searching, onSearch } = useOptions(successors);
  useWanted(successors);
  const goes = subject?.kind === 'rows' ? subject.ids : [];
  return (
    <ChoiceField
      label={t('account.successor')}
      help={t('account.batch.successorHelp')}
      {...field('handover_user_id')}
      options={people
        .filter(({ id }) => !goes.includes(id))
        .map((person) => ({
          value: person.id,
          label: person.name || person.account,
          note: [person.account, person.department_name].filter(Boolean).join(' · '),
        }))}
      busy={searching}
      onSearch={onSearch}
      onChange={(handover_user_id) => change({ handover_user_id })}
      disabled={busy}
      clearable
    />
  );
}
