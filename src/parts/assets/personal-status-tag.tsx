import { type PersonalStatusName, personalStatusWords } from '#contracts/vocabulary/personal-accounts.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const kinds: Record<PersonalStatusName, StatusKind> = {
  pending: 'info',
  active: 'ok',
  expiring: 'warn',
  expired: 'error',
  limited: 'warn',
  revoked: 'error',
  disabled: 'muted',
};

interface Props {
  status: PersonalStatusName;
  hint?: string | undefined;
  /** The platform asks the person to confirm their identity; until then the authorisation is no use although it stands. */
  isHeld?: boolean;
}

/** Whether the authorisation of a personal account is valid. */
export function PersonalStatusTag({ status, hint, isHeld = false }: Props) {
  const t = useText();
  const w = useWords();
  if (isHeld && status !== 'disabled')
    return <StatusTag kind="error" text={t('assets.personalHeld')} hint={hint ?? t('assets.personalHint.held')} />;
  return <StatusTag kind={kinds[status]} text={w(personalStatusWords[status])} hint={hint ?? t(`assets.personalHint.${status}`)} />;
}
