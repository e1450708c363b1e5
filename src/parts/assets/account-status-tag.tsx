import { type AccountStatusNumber, accountStatuses, accountStatusWords } from '#contracts/vocabulary/ad-accounts.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const DISABLE_REASONS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const kinds: Record<AccountStatusNumber, StatusKind> = {
  1: 'ok',
  2: 'error',
  3: 'error',
  7: 'warn',
  8: 'warn',
  9: 'warn',
  100: 'muted',
  101: 'muted',
};

const findStatus = (status: number): AccountStatusNumber | undefined => accountStatuses.find((one) => one === status);

/** Texts for the status of an ad account; an unknown status is shown by its number. */
export function useAccountStatusText() {
  const t = useText();
  const w = useWords();
  return {
    statusText: (status: number): string => {
      const one = findStatus(status);
      return one === undefined ? t('assets.account.other', { number: status }) : w(accountStatusWords[one]);
    },
    /** Why the channel disabled it; undefined without a reason. */
    reasonText: (reason: number): string | undefined => {
      if (reason === 0) return undefined;
      const one = DISABLE_REASONS.find((number) => number === reason);
      return one === undefined ? t('assets.disableReason.other', { number: reason }) : t(`assets.disableReason.${one}`);
    },
  };
}

interface Props {
  status: number;
  /** Reason code of the channel; 0 means none. */
  disableReason?: number;
}

/** The status of an ad account on the channel, with its cause. */
export function AccountStatusTag({ status, disableReason = 0 }: Props) {
  const { statusText, reasonText } = useAccountStatusText();
  const one = findStatus(status);
  return <StatusTag kind={one === undefined ? 'muted' : kinds[one]} text={statusText(status)} hint={reasonText(disableReason)} />;
}
