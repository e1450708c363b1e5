import { Button } from '@arco-design/web-react';
import type { ActorRefFrom } from 'xstate';
import { selectionOf } from '#machines/kernel/list/list.machine.ts';
import type { accountBatch, accountList, bulkReset } from '#machines/sys-accounts/account-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';

const ACTIONS = ['roles', 'enable', 'disable', 'delete'] as const;

interface Props {
  batch: ActorRefFrom<typeof accountBatch>;
  reset: ActorRefFrom<typeof bulkReset>;
  list: ActorRefFrom<typeof accountList>;
  disabled: boolean;
}

/** What can be done to the chosen accounts, or to all that match. */
export function BatchButtons({ batch, reset, list, disabled }: Props) {
  const t = useText();
  const subjectNow = () => {
    const { context } = list.getSnapshot();
    const chosen = selectionOf(context);
    return chosen.kind === 'rows' ? chosen : { ...chosen, filter: context.query.filters };
  };
  const ask = (action: (typeof ACTIONS)[number]) =>
    batch.send({ type: 'batch.opened', subject: subjectNow(), params: { action }, key: newRequestKey() });
  return (
    <>
      {ACTIONS.map((action) => (
        <Button key={action} disabled={disabled} status={action === 'delete' ? 'danger' : 'default'} onClick={() => ask(action)}>
          {t(`account.batch.${action}`)}
        </Button>
      ))}
      <Button disabled={disabled} onClick={() => reset.send({ type: 'command.requested', subject: subjectNow() })}>
        {t('account.resetPassword')}
      </Button>
    </>
  );
}
