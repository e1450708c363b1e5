import type { AdAccountRow } from '#machines/auth-account/ad-account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useAccountStatusText } from '#src/parts/assets/index.ts';
import { Remark } from '#src/ui/page/block.tsx';

/** Number of named accounts; the table shows all. */
const MAX_NAMED = 3;
const DISABLED = 2;

/** Names visible accounts that the channel disabled, with the reason and what to do. */
export function DisabledBanner({ rows }: { rows: readonly AdAccountRow[] }) {
  const t = useText();
  const { reasonText } = useAccountStatusText();
  const disabled = rows.filter(({ account_status }) => account_status === DISABLED);
  if (disabled.length === 0) return null;
  return (
    <Remark kind="warn" title={t('adaccount.disabledTitle', { count: disabled.length })}>
      <ul>
        {disabled.slice(0, MAX_NAMED).map(({ id, name, disable_reason }) => (
          <li key={id}>
            {name}: {reasonText(disable_reason) ?? t('adaccount.noReason')}
          </li>
        ))}
      </ul>
      {disabled.length > MAX_NAMED && <p>{t('adaccount.disabledMore', { count: disabled.length - MAX_NAMED })}</p>}
      <p>{t('adaccount.appeal')}</p>
    </Remark>
  );
}
