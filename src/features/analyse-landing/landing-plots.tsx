import { type ReactNode, useState } from 'react';
import type { LandingAb, LandingFunnel } from '#contracts/endpoints/landing-figures.ts';
import type { LandingPlot } from '#machines/analyse-landing/landing.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type ChartForm, ChartTable } from '#src/ui/chart/chart-frame.tsx';
import { FunnelChart } from '#src/ui/chart/funnel-chart.tsx';
import { ErrorBlock } from '#src/ui/page/block.tsx';
import type { useDetail } from '#src/ui/page/use-detail.ts';
import { StatusTag } from '#src/ui/text/status-tag.tsx';

interface Props {
  loaded: ReturnType<typeof useDetail<LandingPlot>>;
  choice: ReactNode;
}

const isFunnel = (answer: LandingPlot | undefined): answer is LandingFunnel => answer !== undefined && 'steps' in answer;
const isAb = (answer: LandingPlot | undefined): answer is LandingAb => answer !== undefined && 'tests' in answer;

/** From the click to the first payment, over everything the filters leave. */
export function LandingFunnelChart({ loaded: { answer, busy, failure, refresh }, choice }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  return (
    <FunnelChart
      label={t('landing.funnel')}
      steps={
        isFunnel(answer)
          ? answer.steps.map((step) => ({
              ...step,
              label: t(step.key === 'first_payers' ? 'metric.first_payers' : `landing.step.${step.key}`),
            }))
          : undefined
      }
      titles={{ step: t('landing.step'), count: t('landing.total'), rate: t('landing.rate') }}
      empty={t('landing.nothing')}
      form={form}
      onForm={setForm}
      busy={busy}
      failure={failure}
      onRetry={refresh}
      controls={choice}
    />
  );
}

/** A difference that chance alone brings about less often than this is called significant. */
const SIGNIFICANCE = 0.05;
/** Smaller values are not told apart. */
const SMALLEST_P = 0.0001;

/** The tested rate and its verdict stand before the other rates, so that a narrow window shows them too. */
const TESTED = 'lp_pay_rate';
const RATES = ['lp_rate', 'bounce_rate', 'cta_rate'] as const;
const COUNTS = ['uv', 'first_payers'] as const;

/** The landing pages of one A/B group beside each other, each tested against the oldest. */
export function LandingComparison({ loaded: { answer, busy, failure, refresh }, choice, group }: Props & { group: string }) {
  const t = useText();
  const format = useFormat();
  const shown = isAb(answer) ? answer : undefined;
  const verdictOf = (id: number): readonly ReactNode[] => {
    const test = shown?.tests.find(({ page_id }) => page_id === id);
    if (test === undefined) return [DASH, DASH, <StatusTag key="control" kind="info" text={t('landing.control')} />];
    const { difference, p_value: p, too_few: isSmall } = test;
    const points = difference === null ? DASH : `${difference > 0 ? '+' : ''}${format.decimal(difference * 100, 2)}`;
    if (isSmall) return [points, DASH, <StatusTag key="few" kind="warn" text={t('landing.tooFew')} hint={t('landing.abFewHint')} />];
    if (p === null) return [points, DASH, <StatusTag key="none" kind="muted" text={t('landing.untestable')} />];
    return [
      points,
      p < SMALLEST_P ? `< ${SMALLEST_P}` : format.decimal(p, 4),
      p < SIGNIFICANCE ? (
        <StatusTag key="clear" kind="ok" text={t('landing.significant')} />
      ) : (
        <StatusTag key="unclear" kind="muted" text={t('landing.unclear')} />
      ),
    ];
  };
  const label = t('landing.abOf', { group });
  return (
    <section className="ads-chart" aria-label={label} aria-busy={busy}>
      <div className="ads-chart-top">
        <div className="ads-buttons">{choice}</div>
        <strong>{group}</strong>
        <span className="ads-landing-note">{t('landing.pValueHint')}</span>
      </div>
      <div className="ads-chart-box ads-landing-comparison">
        {failure && !busy && (
          <ErrorBlock title={t('ui.loadFailed')} message={failure.message} traceId={failure.traceId} onRetry={refresh} />
        )}
        {!shown && !failure && <div className="ads-chart-grey" role="status" aria-label={t('ui.loading')} />}
        {shown?.rows.length === 0 && (
          <p className="ads-chart-nothing" role="status">
            {t('landing.noPages')}
          </p>
        )}
        {shown && shown.rows.length > 0 && (
          <ChartTable
            label={label}
            columns={[
              { key: 'page', title: t('landing.page'), isNumber: false },
              ...COUNTS.map((key) => ({ key, title: t(`metric.${key}`) })),
              { key: TESTED, title: t(`metric.${TESTED}`) },
              { key: 'difference', title: t('landing.difference') },
              { key: 'p', title: t('landing.pValue') },
              { key: 'test', title: t('landing.test'), isNumber: false },
              ...RATES.map((key) => ({ key, title: t(`metric.${key}`) })),
            ]}
            rows={shown.rows.map(({ page, m }) => ({
              key: String(page.id),
              name: page.label,
              cells: [
                ...COUNTS.map((key) => format.number(m[key] ?? null)),
                format.percent(m[TESTED] ?? null),
                ...verdictOf(page.id),
                ...RATES.map((key) => format.percent(m[key] ?? null)),
              ],
            }))}
          />
        )}
      </div>
    </section>
  );
}
