import { type ReactNode, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type AdminHomeDivision, adminHomeDivisions } from '#contracts/vocabulary/home-board.ts';
import type { companyBlocks } from '#machines/admin-index/admin-home.machine.ts';
import type { TrendAnswer } from '#machines/kernel/report/trend.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { chartLines, Segments } from '#src/parts/reports/index.ts';
import { type ChartForm, type ChartLine, TrendChart } from '#src/ui/chart/trend-chart.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';

interface ChartProps {
  title: string;
  end?: ReactNode;
  controls?: ReactNode;
  trend: TrendAnswer | undefined;
  step: 'hour' | 'day';
  lines: readonly ChartLine[];
  loaded: Pick<ReturnType<typeof useDetail<unknown>>, 'busy' | 'failure' | 'refresh'>;
}

function HomeChart({ title, end, controls, trend, step, lines, loaded: { busy, failure, refresh } }: ChartProps) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  return (
    <div className="ads-home-block">
      <header className="ads-home-head">
        <h2>{title}</h2>
        {end}
      </header>
      <TrendChart
        label={title}
        x={trend?.x}
        step={step}
        lines={lines}
        {...(step === 'day' && { provisionalFrom: trend?.provisionalFrom })}
        form={form}
        onForm={setForm}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        empty={t('adminHome.nothing')}
        controls={controls}
      />
    </div>
  );
}

/** Spend, revenue and profit of the last 30 days. */
export function CompanyDays({ days }: { days: ActorRefFrom<typeof companyBlocks.days> }) {
  const t = useText();
  const loaded = useDetail(days);
  const trend = loaded.answer;
  const lines = useMemo(() => (trend ? chartLines(trend, t) : []), [trend, t]);
  return <HomeChart title={t('adminHome.days')} trend={trend} step="day" lines={lines} loaded={loaded} />;
}

const HOUR_LINES = ['today', 'yesterday', 'mean'] as const;

/** Spend by hour of the day, compared with the days before. */
export function CompanyHours({ hours }: { hours: ActorRefFrom<typeof companyBlocks.hours> }) {
  const t = useText();
  const format = useFormat();
  const loaded = useDetail(hours);
  const { answer } = loaded;
  const lines = useMemo(
    () =>
      (answer?.lines ?? []).map(({ part = '', data }): ChartLine => {
        const known = HOUR_LINES.find((one) => one === part);
        return {
          key: part,
          label: known ? t(`adminHome.line.${known}`) : part,
          unit: 'money',
          data,
          form: 'line',
          ...(part === 'today' && answer?.clock && { provisionalFrom: answer.clock.movingFrom }),
        };
      }),
    [answer, t],
  );
  return (
    <HomeChart
      title={t('adminHome.hours')}
      end={answer?.clock && <span className="ads-home-quiet">{format.zone(answer.clock.timezone)}</span>}
      trend={answer}
      step="hour"
      lines={lines}
      loaded={loaded}
    />
  );
}

/** Revenue of the last 30 days by business line, channel or department. */
export function CompanyDivisions({ divisions }: { divisions: ActorRefFrom<typeof companyBlocks.divisions> }) {
  const t = useText();
  const [division, setDivision] = useState<AdminHomeDivision>('biz');
  const loaded = useDetail(divisions);
  const trend = loaded.answer?.[division];
  const lines = useMemo(() => (trend ? chartLines(trend, t) : []), [trend, t]);
  return (
    <HomeChart
      title={t('adminHome.divisions')}
      controls={
        <Segments
          label={t('adminHome.division')}
          options={adminHomeDivisions.map((key) => ({ key, text: t(`adminHome.division.${key}`) }))}
          chosen={division}
          onChoose={setDivision}
        />
      }
      trend={trend}
      step="day"
      lines={lines}
      loaded={loaded}
    />
  );
}
