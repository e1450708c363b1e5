import { useText } from '#src/locale/text-provider.tsx';
import { type StatusKind, StatusTag } from '#src/ui/status-tag.tsx';

export const verifyStates = ['pending', 'verified', 'failed'] as const;
export type VerifyState = (typeof verifyStates)[number];

const kinds: Record<VerifyState, StatusKind> = { pending: 'info', verified: 'ok', failed: 'error' };

/** Whether a site's domain was proved to be ours. */
export function VerifyStateTag({ state, hint }: { state: VerifyState; hint?: string | undefined }) {
  const t = useText();
  return <StatusTag kind={kinds[state]} text={t(`assets.verify.${state}`)} hint={hint} />;
}

/** Whether a site is in use. */
export function SiteStatusTag({ status }: { status: 'on' | 'off' }) {
  const t = useText();
  return <StatusTag kind={status === 'on' ? 'ok' : 'muted'} text={t(`assets.site.${status}`)} />;
}
