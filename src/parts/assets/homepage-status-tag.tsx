import { type HomepageStatusName, homepageStatusWords } from '#contracts/vocabulary/homepages.ts';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const kinds: Record<HomepageStatusName, StatusKind> = {
  active: 'ok',
  unpublished: 'warn',
  restricted: 'error',
  token_expired: 'error',
  disabled: 'muted',
};

/** Whether a homepage is usable. */
export function HomepageStatusTag({ status, hint }: { status: HomepageStatusName; hint?: string | undefined }) {
  const w = useWords();
  return <StatusTag kind={kinds[status]} text={w(homepageStatusWords[status])} hint={hint} />;
}
