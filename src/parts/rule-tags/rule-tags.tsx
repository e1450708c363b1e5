import { type HitResult, hitResultWords, type RuleRunStatus, ruleRunStatusWords } from '#contracts/vocabulary/host-rules.ts';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const resultKinds: Readonly<Record<HitResult, StatusKind>> = {
  acting: 'info',
  done: 'ok',
  suggested: 'warn',
  rejected: 'muted',
  expired: 'muted',
  dry_run: 'info',
  skipped: 'muted',
  failed: 'error',
};

export function ResultTag({ result, hint }: { result: HitResult; hint?: string | undefined }) {
  const w = useWords();
  return <StatusTag kind={resultKinds[result]} text={w(hitResultWords[result])} hint={hint} />;
}

const runKinds: Readonly<Record<RuleRunStatus, StatusKind>> = { ok: 'ok', partial: 'warn', failed: 'error', no_data: 'warn' };

export function RunTag({ status, hint }: { status: RuleRunStatus; hint?: string | undefined }) {
  const w = useWords();
  return <StatusTag kind={runKinds[status]} text={w(ruleRunStatusWords[status])} hint={hint} />;
}
