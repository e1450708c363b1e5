import { useText } from '#src/locale/text-provider.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

export const personalStatuses = ['pending', 'active', 'expiring', 'expired', 'limited', 'revoked', 'disabled'] as const;
export type PersonalStatus = (typeof personalStatuses)[number];

const kinds: Record<PersonalStatus, StatusKind> = {
  pending: 'info',
  active: 'ok',
  expiring: 'warn',
  expired: 'error',
  limited: 'warn',
  revoked: 'error',
  disabled: 'muted',
};

/** Whether the authorisation of a personal account holds. */
export function PersonalStatusTag({ status, hint }: { status: PersonalStatus; hint?: string | undefined }) {
  const t = useText();
  return <StatusTag kind={kinds[status]} text={t(`assets.personal.${status}`)} hint={hint ?? t(`assets.personalHint.${status}`)} />;
}
