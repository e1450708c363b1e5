import type { ActorRefFrom } from 'xstate';
import { isMetric, metricOf } from '#contracts/rules/metrics.ts';
import type { CompanyScope, CompanySummary, companyBlocks, systemBlocks } from '#machines/admin-index/admin-home.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConsoleLink, HomeBlock } from '#src/parts/board/index.ts';
import { ReportWarnings } from '#src/parts/reports/index.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { DataAsOf } from '#src/ui/report/data-as-of.tsx';
import { metricText } from '#src/ui/report/report-metrics.tsx';

const CARDS = [
  'spend',
  'revenue',
  'net_revenue',
  'profit',
  'roi',
  'roi_d0',
  'orders',
  'first_payers',
  'ads_running',
  'blocked_accounts',
] as const;
type CardKey = (typeof CARDS)[number];

const DAILY = '/admin/order/daily';
const ADS = '/admin/advertising/list';

interface Props {
  summary: ActorRefFrom<typeof companyBlocks.summary>;
  health: ActorRefFrom<typeof systemBlocks.health>;
  scope: CompanyScope;
}

/** The company on one business day. */
export function CompanyCards({ summary, health, scope }: Props) {
  const t = useText();
  const { answer, busy, failure, refresh } = useDetail(summary);
  const stale = useDetail(health).answer?.stale_accounts.length ?? 0;
  return (
    <HomeBlock
      title={answer ? titleOf(answer, t) : t('adminHome.company')}
      end={answer && <SummaryNote answer={answer} />}
      busy={busy}
      failure={failure}
      onRetry={refresh}
      placeholderLines={2}
    >
      {answer && (
        <>
          <ReportWarnings warnings={answer.warnings} />
          <ul className="ads-home-cards ads-admin-cards">
            {CARDS.map((key) => (
              <CompanyCard key={key} name={key} answer={answer} scope={scope} />
            ))}
            {stale > 0 && (
              <li className="ads-home-card ads-admin-stale">
                <span className="ads-home-quiet">{t('adminHome.stale')}</span>
                <span className="ads-home-number">{stale}</span>
                <small className="ads-home-quiet">{t('adminHome.staleHint')}</small>
              </li>
            )}
          </ul>
        </>
      )}
    </HomeBlock>
  );
}

const titleOf = ({ date, is_today, is_before_today }: CompanySummary, t: ReturnType<typeof useText>): string => {
  if (is_before_today) return t('adminHome.beforeToday', { date });
  return is_today ? t('adminHome.today', { date }) : t('adminHome.day', { date });
};

function SummaryNote({ answer: { is_today, hour, as_of: asOf, newest_at: newestAt, warnings } }: { answer: CompanySummary }) {
  const t = useText();
  return (
    <span className="ads-home-quiet ads-home-note">
      <DataAsOf fresh={{ asOf, newestAt, warnings }} />
      {is_today && ` · ${hour === 0 ? t('adminHome.begun') : t('adminHome.until', { clock: `${String(hour).padStart(2, '0')}:00` })}`}
    </span>
  );
}

/** The page that explains a value, with the same filter. */
function toAddress(key: CardKey, { date }: CompanySummary, { biz, channel }: CompanyScope): string | null {
  const narrowed = { ...(biz && { biz }), ...(channel && { channel }) };
  if (key === 'ads_running') return `${ADS}?${new URLSearchParams({ effective_status: 'ACTIVE', ...narrowed })}`;
  if (key === 'blocked_accounts' || key === 'roi_d0') return null;
  return `${DAILY}?${new URLSearchParams({ date_from: date, date_to: date, time_basis: 'payment', ...narrowed })}`;
}

function CompanyCard({ name, answer, scope }: { name: CardKey; answer: CompanySummary; scope: CompanyScope }) {
  const t = useText();
  const format = useFormat();
  const card = answer.cards[name];
  const unit = isMetric(name) ? metricOf(name).unit : 'count';
  const text = (value: number | null | undefined) => metricText(value ?? null, { unit }, { format, currency: 'USD' });
  const label = isMetric(name) ? t(`metric.${name}` as MessageId) : t(`adminHome.card.${name as 'blocked_accounts'}`);
  const before = card?.before_same_hour ?? null;
  const compared =
    before !== null
      ? t('adminHome.sameHour', { value: text(before) })
      : card?.before !== null && card?.before !== undefined
        ? t(answer.is_today ? 'adminHome.wholeDayBefore' : 'adminHome.dayBefore', { value: text(card.before) })
        : undefined;
  return (
    <li className="ads-home-card">
      <span className="ads-home-quiet" title={isMetric(name) ? t(`metric.${name}.hint` as MessageId) : undefined}>
        {label}
        {name === 'roi_d0' && ` · ${t('adminHome.ofDayBefore')}`}
      </span>
      <ConsoleLink to={toAddress(name, answer, scope)} className="ads-home-number">
        {text(card?.value)}
      </ConsoleLink>
      <small className="ads-home-quiet ads-numbers" title={compared}>
        {compared ?? '\u00a0'}
      </small>
    </li>
  );
}
