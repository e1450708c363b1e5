import { findMissing } from '#contracts/rules/drama-evaluation.ts';
import { type EvaluationDecision, evaluationDecisionWords, evaluationSuggestionWords } from '#contracts/vocabulary/evaluations.ts';
import type { EvaluationRow } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const kinds: Record<EvaluationRow['suggest'], StatusKind> = { scale: 'ok', keep: 'info', stop: 'error', insufficient: 'muted' };

export const stageKinds: Record<EvaluationRow['stage'], StatusKind> = {
  new: 'info',
  testing: 'info',
  scaling: 'ok',
  declining: 'warn',
  stopped: 'muted',
};

/** What a round lacks for a score, in words; undefined where nothing is missing. */
export function useMissingText(): (row: Pick<EvaluationRow, 'm' | 'min_spend_usd' | 'suggest'>) => string | undefined {
  const t = useText();
  const format = useFormat();
  return ({ m, min_spend_usd, suggest }) => {
    if (suggest !== 'insufficient') return undefined;
    const { spendUsd, parts } = findMissing(m, min_spend_usd);
    const spend = spendUsd > 0 ? t('evaluate.missingSpend', { amount: format.money(spendUsd, 'USD') }) : undefined;
    const values =
      parts.length > 0
        ? t('evaluate.missingParts', { parts: parts.map((part) => t(`metric.${part}`)).join(t('evaluate.comma')) })
        : undefined;
    return [spend, values].filter((text) => text !== undefined).join(t('evaluate.semicolon')) || t('evaluate.missingScore');
  };
}

/** The suggestion; where there is not enough data, with what is missing. */
export function SuggestionTag({ row }: { row: Pick<EvaluationRow, 'm' | 'min_spend_usd' | 'suggest'> }) {
  const w = useWords();
  const missingText = useMissingText();
  return <StatusTag kind={kinds[row.suggest]} text={w(evaluationSuggestionWords[row.suggest])} hint={missingText(row)} />;
}

export function DecisionTag({ decision, note }: { decision: EvaluationDecision | null; note: string | null }) {
  const w = useWords();
  return decision === null ? (
    DASH
  ) : (
    <StatusTag kind={kinds[decision]} text={w(evaluationDecisionWords[decision])} hint={note ?? undefined} />
  );
}

/** First and last day of a round; one without a last day is open. */
export function usePeriodText(): (round: Pick<EvaluationRow, 'date_from' | 'date_to'>) => string {
  const t = useText();
  return ({ date_from, date_to }) => `${date_from} ~ ${date_to ?? t('evaluate.openEnd')}`;
}
