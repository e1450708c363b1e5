import type { AdAccountRow } from '#machines/auth-account/ad-account-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AccountStatusTag, useAccountStatusText } from '#src/parts/assets/index.ts';
import { Spinner } from '#src/ui/page/block.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import './ad-account.css';

/** The status of an account that delivers. */
const NORMAL = 1;

/** The status on the platform with its reason, or another obstacle to delivery. */
export function StatusCell({ row }: { row: AdAccountRow }) {
  const t = useText();
  const { reasonText, statusText } = useAccountStatusText();
  const reason = reasonText(row.disable_reason);
  const other = row.undeliverable_reason === null || row.undeliverable_reason === 'account_status' ? undefined : row.undeliverable_reason;
  // An account that the platform lets deliver must not look fine while something else keeps it from delivering.
  const isOnlyOther = other !== undefined && row.account_status === NORMAL;
  const causes = [
    isOnlyOther ? t('adaccount.onPlatform', { status: statusText(NORMAL) }) : reason,
    !isOnlyOther && other && t(`adaccount.undeliverable.${other}`),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className="ads-two-lines">
      {isOnlyOther ? (
        <StatusTag kind={other === 'switched_off' ? 'muted' : 'error'} text={t(`adaccount.undeliverable.${other}`)} />
      ) : (
        <AccountStatusTag status={row.account_status} disableReason={row.disable_reason} />
      )}
      {causes && <small title={causes}>{causes}</small>}
    </span>
  );
}

/** Time and findings of the last synchronisation, or that one is running. */
export function SyncCell({ row }: { row: AdAccountRow }) {
  const t = useText();
  const format = useFormat();
  if (row.is_syncing) {
    return (
      <span className="ads-account-syncing">
        <Spinner label={t('adaccount.syncing')} />
        {t('adaccount.syncing')}
      </span>
    );
  }
  return (
    <span className="ads-two-lines ads-numbers">
      <span>{format.instant(row.last_sync_at)}</span>
      {(row.sync_error || row.sync_notice) && (
        <small>
          {row.sync_error && <StatusTag kind="error" text={t('adaccount.syncFailed')} hint={row.sync_error} />}
          {row.sync_notice && <StatusTag kind="warn" text={t(`adaccount.notice.${row.sync_notice}`)} hint={t('adaccount.noticeHint')} />}
        </small>
      )}
    </span>
  );
}
