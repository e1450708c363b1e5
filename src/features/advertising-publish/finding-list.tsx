import type { Plan } from '#machines/advertising-publish/publish-values.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';

type Finding = Plan['warnings'][number];

/** Maximum number of findings of one kind that are listed; more are folded under a count. */
const MAX_LISTED = 3;

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

/** All findings, each sentence once. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const t = useText();
  const kinds = groupSentences(findings);
  return (
    <ul className="ads-publish-findings">
      {[...kinds].map(([reason, texts]) =>
        texts.size <= MAX_LISTED ? (
          [...texts].map((text) => <li key={`${reason} ${text}`}>{text}</li>)
        ) : (
          <li key={reason}>
            <details>
              <summary>{t(KINDS[reason] ?? 'publish.found.other', { count: texts.size })}</summary>
              <ul>
                {[...texts].map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </details>
          </li>
        ),
      )}
    </ul>
  );
}
