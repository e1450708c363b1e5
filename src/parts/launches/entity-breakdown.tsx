import { useCallback, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type BreakdownKind, breakdownKinds, breakdownKindWords, breakdownMetrics, wordsOfPart } from '#contracts/rules/breakdowns.ts';
import { metricOf } from '#contracts/rules/metrics.ts';
import { BREAKDOWN_SPANS, type BreakdownSubject, type entityBreakdown } from '#machines/parts/launches/entity-drawer.machine.ts';
import type { EntityBreakdown as Answer } from '#machines/parts/launches/entity-rows.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { metricText } from '#src/ui/report/report-metrics.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { Segments } from '../reports/index.ts';
import { useLaunchWords } from './launch-words.ts';

type Part = Answer['parts'][number];
type Choice = Pick<BreakdownSubject, 'by' | 'days'>;

interface Props {
  breakdown: ActorRefFrom<typeof entityBreakdown>;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

/** Metrics of an object by age, gender, country, placement or device, as the channel counts them. */
export function EntityBreakdown({ breakdown, chosen: { by, days }, onChoose }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { answer, busy, failure, refresh } = useDetail(breakdown);
  const { country } = useLaunchWords();
  const nameOf = useCallback((value: string) => (by === 'country' ? country(value) : w(wordsOfPart(by, value))), [by, country, w]);
  const total = answer?.totals.m['spend'] ?? 0;
  const currency = answer?.currency ?? 'USD';
  const columns = useMemo(
    (): Column<Part>[] => [
      {
        key: 'part',
        title: w(breakdownKindWords[by]),
        width: 148,
        frozen: true,
        render: ({ value }) => nameOf(value),
      },
      {
        key: 'share',
        title: t('launches.shareOfSpend'),
        width: 96,
        align: 'right',
        render: ({ m }) => <SpendShare share={total === 0 ? null : (m['spend'] ?? 0) / total} />,
      },
      ...breakdownMetrics.map(
        (key): Column<Part> => ({
          key,
          title: t(`metric.${key}`),
          width: 92,
          align: 'right',
          render: ({ m }) => metricText(m[key] ?? null, metricOf(key), { format, currency }),
        }),
      ),
    ],
    [t, w, format, nameOf, by, total, currency],
  );
  return (
    <>
      <Toolbar
        end={
          <Segments
            label={t('launches.breakdownDays')}
            options={BREAKDOWN_SPANS.map((span) => ({ key: String(span), text: t('launches.span.day', { count: span }) }))}
            chosen={String(days)}
            onChoose={(next) => onChoose({ by, days: Number(next) })}
          />
        }
      >
        <Segments
          label={t('launches.breakdownBy')}
          options={breakdownKinds.map((key) => ({ key, text: w(breakdownKindWords[key]) }))}
          chosen={by}
          onChoose={(next: BreakdownKind) => onChoose({ by: next, days })}
        />
      </Toolbar>
      <DataTable<Part, string>
        label={t('launches.tab.breakdown')}
        columns={columns}
        rows={answer?.parts}
        rowKey={({ value }) => value}
        rowName={({ value }) => nameOf(value)}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        empty={{ text: t('launches.noNumbers') }}
      />
      <p className="ads-quiet">{t('launches.breakdownNote', { currency })}</p>
    </>
  );
}

function SpendShare({ share }: { share: number | null }) {
  const format = useFormat();
  return (
    <span className="ads-breakdown-share">
      <span className="ads-numbers">{format.percent(share)}</span>
      <i aria-hidden="true">
        <b style={{ width: `${(share ?? 0) * 100}%` }} />
      </i>
    </span>
  );
}
