import { useText } from '#src/locale/text-provider.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

type VerifyState = 'pending' | 'verified' | 'failed';

const kinds: Record<VerifyState, StatusKind> = { pending: 'info', verified: 'ok', failed: 'error' };

/** Whether a site's domain was proved to be ours. */
export function VerifyStateTag({ state, hint }: { state: VerifyState; hint?: string | undefined }) {
  const t = useText();
  return <StatusTag kind={kinds[state]} text={t(`assets.verify.${state}`)} hint={hint} />;
}
