import { type VerifyStateName, verifyStateWords } from '#contracts/vocabulary/sites.ts';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const kinds: Record<VerifyStateName, StatusKind> = { pending: 'info', verified: 'ok', failed: 'error' };

/** Whether the domain of a site is verified as ours. */
export function VerifyStateTag({ state, hint }: { state: VerifyStateName; hint?: string | undefined }) {
  const w = useWords();
  return <StatusTag kind={kinds[state]} text={w(verifyStateWords[state])} hint={hint} />;
}
