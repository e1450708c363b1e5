import { useText } from '#src/locale/text-provider.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

export const homepageStatuses = ['active', 'unpublished', 'restricted', 'token_expired', 'disabled'] as const;
export type HomepageStatus = (typeof homepageStatuses)[number];

const kinds: Record<HomepageStatus, StatusKind> = {
  active: 'ok',
  unpublished: 'warn',
  restricted: 'error',
  token_expired: 'error',
  disabled: 'muted',
};

/** Whether a homepage can be used. */
export function HomepageStatusTag({ status, hint }: { status: HomepageStatus; hint?: string | undefined }) {
  const t = useText();
  return <StatusTag kind={kinds[status]} text={t(`assets.homepage.${status}`)} hint={hint} />;
}
