import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { describeCondition, formatConditionValue } from '#contracts/rules/host-rule-sentence.ts';
import { unitOfCondition } from '#contracts/rules/host-rules.ts';
import { hitColumnWords, hitSkipReasonWords, ruleActionWords } from '#contracts/vocabulary/host-rules.ts';
import type { entityHits } from '#machines/parts/launches/entity-drawer.machine.ts';
import type { EntityHit } from '#machines/parts/launches/entity-rows.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { DiffTable } from '#src/ui/text/diff-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { ResultTag } from '../rule-tags/index.ts';

/** What rules did to an object, or would have done, with the figures they acted on. */
export function EntityHits({ hits }: { hits: ActorRefFrom<typeof entityHits> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const language = useLocaleName() === 'en' ? 'en' : 'zh';
  const { opened, table, footer } = useLog(hits);
  const columns = useMemo(
    (): Column<EntityHit>[] => [
      { key: 'at', title: w(hitColumnWords.at), width: 152, render: ({ at }) => <span className="ads-numbers">{format.instant(at)}</span> },
      { key: 'rule', title: w(hitColumnWords.rule), render: ({ rule }) => <NameText text={rule.label} /> },
      { key: 'action', title: w(hitColumnWords.action), width: 112, render: ({ action }) => w(ruleActionWords[action]) },
      {
        key: 'result',
        title: w(hitColumnWords.result),
        width: 168,
        render: ({ result, error, skip_reason, undone_at }) => (
          <>
            <ResultTag result={result} {...(error !== null && { hint: error })} />
            {skip_reason !== null && <div className="ads-quiet">{w(hitSkipReasonWords[skip_reason])}</div>}
            {undone_at !== null && <div className="ads-quiet">{t('launches.hitUndone', { at: format.instant(undone_at) })}</div>}
          </>
        ),
      },
    ],
    [t, w, format],
  );
  return (
    <>
      <DataTable
        {...table}
        label={t('launches.tab.hits')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ rule, at }) => `${rule.label} ${format.instant(at)}`}
        expanded={opened}
        onToggle={(id) => hits.send({ type: 'log.rowToggled', id })}
        renderExpanded={({ checks, before, after, currency }) => (
          <>
            <ul className="ads-entity-checks" aria-label={t('launches.hitChecks')}>
              {[...checks.entries()].map(([at, { condition, value, met }]) => (
                <li key={at} className={met ? undefined : 'ads-quiet'}>
                  {describeCondition(condition, language)}:{' '}
                  <b>{value === null ? DASH : formatConditionValue(value, unitOfCondition(condition))}</b>
                </li>
              ))}
            </ul>
            <DiffTable label={t('launches.changes')} before={before} after={after} currency={currency} noneText={t('launches.noChanges')} />
          </>
        )}
        empty={{ text: t('launches.noHits') }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}
