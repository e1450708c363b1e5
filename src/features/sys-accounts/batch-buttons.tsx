import { Button } from '@arco-design/web-react';
import type { AccountManagement, ResetSelection } from '#machines/sys-accounts/account-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';

const ACTIONS = ['roles', 'enable', 'disable', 'delete'] as const;

/** The maximum number of accounts per request. */
const MAX_PER_REQUEST = 500;

interface Props extends Pick<PartsOf<AccountManagement>, 'batch' | 'bulkReset'> {
  subject: ResetSelection;
}

/** Actions for the chosen accounts, or for all matches. */
export function BatchButtons({ batch, bulkReset, subject }: Props) {
  const t = useText();
  const isTooMany = subject.kind === 'rows' && subject.ids.length > MAX_PER_REQUEST;
  return (
    <>
      {ACTIONS.map((action) => (
        <Button
          key={action}
          disabled={isTooMany}
          status={action === 'delete' ? 'danger' : 'default'}
          onClick={() => batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() })}
        >
          {t(`account.batch.${action}`)}
        </Button>
      ))}
      <Button disabled={isTooMany} onClick={() => bulkReset.send({ type: 'command.requested', subject })}>
        {t('account.resetPassword')}
      </Button>
      {isTooMany && <span className="ads-quiet">{t('account.tooMany', { max: MAX_PER_REQUEST })}</span>}
    </>
  );
}
