import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { deletionForm, ownedCount, successorChoice } from '#machines/sys-accounts/account-management.machine.ts';
import { ownsSomething } from '#machines/sys-accounts/account-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { BusyLine } from '#src/ui/page/block.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';

const typeTexts: Record<string, MessageId> = {
  campaigns: 'account.owned.campaigns',
  schemes: 'account.owned.schemes',
  posts: 'account.owned.posts',
  materials: 'account.owned.materials',
  personal_accounts: 'account.owned.personalAccounts',
  host_accounts: 'account.owned.hostAccounts',
};

interface Props {
  deletion: ActorRefFrom<typeof deletionForm>;
  owned: ActorRefFrom<typeof ownedCount>;
  successors: ActorRefFrom<typeof successorChoice>;
}

/** Counts what the account owns before the question is shown. */
export function AccountDeletionDialog(props: Props) {
  const isCounting = useSelector(props.owned, (state) => state.hasTag('open'));
  const asking = useSelector(props.deletion, (state) => state.hasTag('open'));
  if (asking) return <DeletionQuestion {...props} />;
  return isCounting ? <CountingDialog owned={props.owned} /> : null;
}

function CountingDialog({ owned }: Pick<Props, 'owned'>) {
  const t = useText();
  const { subject, busy, dialog } = useCommand(owned);
  return (
    <ConfirmDialog
      {...dialog}
      title={t('account.deleteTitle', { account: subject?.account ?? '' })}
      text={busy && <BusyLine text={t('account.counting')} />}
      confirmText={t('ui.retry')}
    />
  );
}

function DeletionQuestion({ deletion, successors }: Props) {
  const t = useText();
  const format = useFormat();
  const { values, subject, faults, busy, change, dialog } = useForm(deletion);
  const { options: people, busy: searching, onSearch } = useOptions(successors);
  useLoadOptions(successors);
  if (!subject) return null;

  const { account, owned } = subject;
  const ownedCounts = Object.entries(owned).filter(([, count]) => count > 0);
  const needsSuccessor = ownsSomething(subject) || faults.handover_user_id !== undefined || values.handover_user_id !== undefined;
  const typeName = (type: string) => {
    const id = typeTexts[type];
    return id ? t(id) : type;
  };
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('account.deleteTitle', { account })}
      done={t('account.deleteTitle', { account })}
      text={t('account.deleteText', { account })}
      confirmText={t('account.delete')}
      disabled={values.typed.trim() !== account || (needsSuccessor && values.handover_user_id === undefined)}
    >
      {ownedCounts.length > 0 ? (
        <>
          <p>{t('account.owns', { account })}</p>
          <ul className="ads-numbers">
            {ownedCounts.map(([type, count]) => (
              <li key={type}>
                {typeName(type)}: {format.number(count)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('account.ownsNothing')}</p>
      )}
      {needsSuccessor && (
        <ChoiceField
          label={t('account.successor')}
          help={t('account.successorHelp')}
          value={values.handover_user_id}
          options={people
            .filter(({ id }) => id !== subject.id)
            .map((person) => ({
              value: person.id,
              label: person.name || person.account,
              note: [person.account, person.department_name].filter(Boolean).join(' · '),
            }))}
          busy={searching}
          onSearch={onSearch}
          onChange={(handover_user_id) => change({ handover_user_id })}
          fault={faults.handover_user_id}
          disabled={busy}
          required
        />
      )}
      <TextField
        label={t('account.deleteTyped', { account })}
        placeholder={account}
        value={values.typed}
        onChange={(typed) => change({ typed })}
        fault={faults.typed}
        disabled={busy}
        autoFocus
      />
    </ConfirmDialog>
  );
}
