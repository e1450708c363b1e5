import type { EffectiveStatus } from '#contracts/vocabulary/launches.ts';
import { effectiveStatusWords } from '#contracts/vocabulary/launches.ts';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

export const entityStatusKinds: Record<EffectiveStatus, StatusKind> = {
  ACTIVE: 'ok',
  PENDING_REVIEW: 'info',
  IN_PROCESS: 'info',
  SCHEDULED: 'info',
  DISAPPROVED: 'error',
  ACCOUNT_BLOCKED: 'error',
  WITH_ISSUES: 'warn',
  MISSING: 'warn',
  ADS_OFF: 'muted',
  CAMPAIGN_PAUSED: 'muted',
  ADSET_PAUSED: 'muted',
  PAUSED: 'muted',
  COMPLETED: 'muted',
  ARCHIVED: 'muted',
  DELETED: 'muted',
};

interface Props {
  status: EffectiveStatus;
  /** Review feedback, account status or issue, in the user's language. */
  cause?: string | null | undefined;
}

/** The effective status of a campaign, ad group or ad, and its cause. */
export function EntityStatusTag({ status, cause }: Props) {
  const w = useWords();
  return (
    <StatusTag
      kind={entityStatusKinds[status]}
      text={w(effectiveStatusWords[status])}
      hint={cause ?? undefined}
      isStruck={status === 'DELETED'}
    />
  );
}
