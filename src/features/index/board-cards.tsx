import type { ActorRefFrom } from 'xstate';
import { isMetric, metricOf } from '#contracts/rules/metrics.ts';
import type { BoardScope, BoardSummary, BoardTrend, boardDays, boardSummary } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConsoleLink, HomeBlock } from '#src/parts/board/index.ts';
import { ReportWarnings } from '#src/parts/reports/index.ts';
import { Sparkline } from '#src/ui/chart/sparkline.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { DataAsOf } from '#src/ui/report/data-as-of.tsx';
import { type Metric, metricText } from '#src/ui/report/report-metrics.tsx';

/** Cards in order; editors see a different set. */
const CARDS = {
  launching: ['spend', 'revenue', 'roi', 'new_users', 'cpi', 'first_payers', 'cost_per_payer', 'ads_running', 'roi_d0'],
  making: ['uploaded', 'use_rate', 'hits', 'spend', 'roi_d0'],
} as const;
type CardKey = (typeof CARDS)['launching' | 'making'][number];

/** Which direction is good; spend and the number of running ads have none. */
const BETTER_DIRECTIONS: Partial<Record<string, 'more' | 'less'>> = {
  revenue: 'more',
  roi: 'more',
  new_users: 'more',
  first_payers: 'more',
  cpi: 'less',
  cost_per_payer: 'less',
};

/** Units of metrics that exist only on these cards. */
const OWN_UNITS: Record<string, Metric['unit']> = { uploaded: 'count', use_rate: 'percent', hits: 'count', ads_running: 'count' };
const unitOf = (key: string): Metric['unit'] => OWN_UNITS[key] ?? (isMetric(key) ? metricOf(key).unit : 'count');

const DATA = '/advertising/user';
const START = '/advertising/start';
const LIBRARY = { dj: '/advertising/video', ec: '/advertising/upload-ec' } as const;

interface Props {
  summary: ActorRefFrom<typeof boardSummary>;
  days: ActorRefFrom<typeof boardDays>;
  biz: BoardScope['biz'];
}

/** Today so far, each value compared with yesterday until the same hour. */
export function BoardCards({ summary, days, biz }: Props) {
  const t = useText();
  const { answer, busy, failure, refresh } = useDetail(summary);
  const trend = useDetail(days).answer;
  return (
    <HomeBlock
      title={answer?.kind === 'making' ? t('home.making') : t('home.today')}
      end={answer && <TodayNote answer={answer} />}
      busy={busy}
      failure={failure}
      onRetry={refresh}
      placeholderLines={2}
    >
      {answer && (
        <>
          <ReportWarnings warnings={answer.warnings} />
          <ul className="ads-home-cards">
            {CARDS[answer.kind].map((key) => (
              <BoardCard key={key} name={key} answer={answer} biz={biz} course={courseOf(trend, key, answer.biz_date)} />
            ))}
          </ul>
        </>
      )}
    </HomeBlock>
  );
}

/** The age of the data, the date that counts, the hour of comparison, and accounts that have not reached the date. */
function TodayNote({ answer }: { answer: BoardSummary }) {
  const { kind, biz_date: date, hour, minute, not_started_accounts: waiting, as_of: asOf, newest_at: newestAt, warnings } = answer;
  const t = useText();
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  return (
    <span className="ads-home-quiet ads-home-note">
      <DataAsOf fresh={{ asOf, newestAt, warnings }} />
      {kind === 'launching' && ` · ${t('home.todayDate', { date })} · `}
      {kind === 'launching' && (hour === 0 ? t('home.untilMinutes', { minutes: minute }) : t('home.until', { clock }))}
      {waiting > 0 && ` · ${t('home.notStarted', { count: waiting })}`}
    </span>
  );
}

/** The page that explains a value, with the same filter. */
function toAddress(key: CardKey, { biz_date, kind }: BoardSummary, biz: BoardScope['biz']): string {
  if (kind === 'making') return `${LIBRARY[biz]}?mine=true`;
  if (key === 'ads_running') return `${START}?${new URLSearchParams({ tab: 'ad', biz, effective_status: 'ACTIVE' })}`;
  const day = key === 'roi_d0' ? dayBefore(biz_date) : biz_date;
  return `${DATA}?${new URLSearchParams({ date_from: day, date_to: day, biz })}`;
}

const DAY_MS = 86_400_000;
const dayBefore = (date: string): string => new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

/** The finished days of a metric, oldest first; today is left out because it has only begun. */
function courseOf(trend: BoardTrend | undefined, metric: string, today: string): (number | null)[] {
  const data = trend?.lines.find((line) => line.metric === metric)?.data ?? [];
  return data.filter((_, at) => trend?.x[at] !== today);
}

interface CardProps {
  name: CardKey;
  answer: BoardSummary;
  biz: BoardScope['biz'];
  course: readonly (number | null)[];
}

function BoardCard({ name, answer, biz, course }: CardProps) {
  const t = useText();
  const format = useFormat();
  const card = answer.cards[name];
  const unit = unitOf(name);
  const formatValue = (value: number | null | undefined) => metricText(value ?? null, { unit }, { format, currency: 'USD' });
  // D0 ROI is only known the day after.
  const isYesterday = name === 'roi_d0' && answer.kind === 'launching';
  const value = isYesterday ? card?.yesterday : card?.today;
  const before = isYesterday ? undefined : card?.yesterday_same_hour;
  const label = isMetric(name) ? t(`metric.${name}` as MessageId) : t(`home.card.${name as 'uploaded'}`);
  return (
    <li className="ads-home-card">
      <span className="ads-home-quiet" title={isMetric(name) ? t(`metric.${name}.hint` as MessageId) : undefined}>
        {label}
        {isYesterday && ` · ${t('home.yesterday')}`}
      </span>
      <span className="ads-home-value">
        <ConsoleLink to={toAddress(name, answer, biz)} className="ads-home-number">
          {formatValue(value)}
        </ConsoleLink>
        {answer.kind === 'launching' && course.length > 0 && (
          <span title={t('home.course', { days: course.length })}>
            <Sparkline data={course} />
          </span>
        )}
      </span>
      {before !== undefined && before !== null ? (
        <Change value={value ?? null} before={before} text={formatValue(before)} better={BETTER_DIRECTIONS[name]} />
      ) : (
        <small>&nbsp;</small>
      )}
    </li>
  );
}

interface ChangeProps {
  value: number | null;
  before: number;
  text: string;
  better: 'more' | 'less' | undefined;
}

/** The relative change in words and with an arrow, coloured where a direction is good. */
function Change({ value, before, text, better }: ChangeProps) {
  const t = useText();
  const format = useFormat();
  const change = value === null || before === 0 ? undefined : (value - before) / Math.abs(before);
  const arrow = change === undefined || change === 0 ? '' : change > 0 ? '▲ ' : '▼ ';
  const isIncrease = (change ?? 0) > 0;
  const tone = !better || !arrow ? 'ads-home-quiet' : isIncrease === (better === 'more') ? 'ads-home-good' : 'ads-home-bad';
  return (
    <small className={`${tone} ads-numbers`} title={t('home.sameHour', { value: text })}>
      {change === undefined ? t('home.sameHour', { value: text }) : `${arrow}${format.percent(Math.abs(change))}`}
    </small>
  );
}
