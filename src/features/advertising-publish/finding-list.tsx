import { useState } from 'react';
import type { Plan } from '#machines/advertising-publish/publish-values.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';

type Finding = Plan['warnings'][number];

/** A kind with more sentences than this is folded under its count at first. */
const MAX_OPEN = 3;

const KINDS: Readonly<Record<string, MessageId>> = {
  MATERIAL_USED: 'publish.found.MATERIAL_USED',
  POST_USED: 'publish.found.POST_USED',
  NAME_USED: 'publish.found.NAME_USED',
  PAGE_UNSURE: 'publish.found.PAGE_UNSURE',
  TOKEN_EXPIRING: 'publish.found.TOKEN_EXPIRING',
  BUDGET_SURGE: 'publish.found.BUDGET_SURGE',
  PIXEL_NOT_SHARED: 'publish.found.PIXEL_NOT_SHARED',
  HOMEPAGE_UNUSABLE: 'publish.found.HOMEPAGE_UNUSABLE',
  MATERIAL_NOT_READY: 'publish.found.MATERIAL_NOT_READY',
  ACCOUNT_NOT_DELIVERABLE: 'publish.found.ACCOUNT_NOT_DELIVERABLE',
  LANDING_OFFLINE: 'publish.found.LANDING_OFFLINE',
  PAGE_AD_LIMIT: 'publish.found.PAGE_AD_LIMIT',
  PLATFORM_AUTH: 'publish.found.PLATFORM_AUTH',
};

/** Sentences by kind, without duplicates: the same sentence for several objects counts once. */
function groupSentences(findings: readonly Finding[]): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const { reason, text } of findings) kinds.set(reason, (kinds.get(reason) ?? new Set()).add(text));
  return kinds;
}

/** The number of sentences in the list. */
export const countFindings = (findings: readonly Finding[]): number =>
  [...groupSentences(findings).values()].reduce((sum, texts) => sum + texts.size, 0);

/** All findings by kind, each sentence once. Several of one kind stand under their count, which opens to all of them. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const t = useText();
  const [isExpanded, setIsExpanded] = useState(false);
  const kinds = groupSentences(findings);
  const hasFolded = [...kinds.values()].some(({ size }) => size > MAX_OPEN);
  return (
    <>
      <ul className="ads-publish-findings">
        {[...kinds].map(([reason, texts]) => {
          const sentences = [...texts].map((text) => <li key={text}>{text}</li>);
          if (texts.size === 1) return sentences;
          return (
            <li key={reason}>
              <details open={isExpanded || texts.size <= MAX_OPEN}>
                <summary>{t(KINDS[reason] ?? 'publish.found.other', { count: texts.size })}</summary>
                <ul>{sentences}</ul>
              </details>
            </li>
          );
        })}
      </ul>
      {hasFolded && (
        <button type="button" className="ads-link-button" onClick={() => setIsExpanded(!isExpanded)}>
          {t(isExpanded ? 'publish.found.foldAll' : 'publish.found.expandAll')}
        </button>
      )}
    </>
  );
}
