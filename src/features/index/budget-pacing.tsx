import { type ReactNode, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { BoardPacing, BoardScope, boardPacing } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConsoleLink, HomeBlock } from '#src/parts/board/index.ts';
import { ReportWarnings } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { DataAsOf } from '#src/ui/report/data-as-of.tsx';

const LAUNCHES = '/advertising/start';

/** Owners shown at first. */
const FIRST_ROWS = 5;

/** Figures that are this much older than the newest are told at their row. */
const BEHIND_MS = 3_600_000;

interface Props {
  pacing: ActorRefFrom<typeof boardPacing>;
  biz: BoardScope['biz'];
}

/** Running daily budgets and how they are spent, by owner. Absent for users who neither launch ads nor have any. */
export function BudgetPacing({ pacing, biz }: Props) {
  const t = useText();
  const { canOpen } = useViewer();
  const { answer, busy, failure, refresh } = useDetail(pacing);
  const isEmpty = answer?.list.length === 0;
  if (!canOpen(LAUNCHES) && (answer === undefined || isEmpty)) return null;
  return (
    <HomeBlock
      title={t('home.pacing')}
      end={
        answer &&
        !isEmpty && (
          <span className="ads-home-quiet ads-home-note">
            <DataAsOf fresh={{ asOf: answer.as_of, newestAt: answer.newest_at, warnings: answer.warnings }} />
            {` · ${t('home.pacing.days')}`}
          </span>
        )
      }
      busy={busy}
      failure={failure}
      onRetry={refresh}
    >
      {answer && (isEmpty ? <p className="ads-home-quiet">{t('home.pacing.none')}</p> : <PacingTable answer={answer} biz={biz} />)}
    </HomeBlock>
  );
}

function PacingTable({ answer, biz }: { answer: BoardPacing; biz: BoardScope['biz'] }) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  const { list, totals, month, warnings } = answer;
  const newest = answer.newest_at ?? answer.as_of;
  const addressOf = (id: number) =>
    `${LAUNCHES}?${new URLSearchParams({ biz, ...(id === 0 ? { unowned: 'true' } : { user_id: String(id) }) })}`;
  return (
    <>
      {/* Accounts that are behind are named beside the title. */}
      <ReportWarnings warnings={warnings?.filter(({ kind }) => kind !== 'stale_account')} />
      <div className="ads-home-scroll" tabIndex={0} role="region" aria-label={t('home.pacing.owner')}>
        <table className="ads-home-ranks" aria-label={t('home.pacing')}>
          <thead>
            <tr>
              <th scope="col">{t('home.pacing.owner')}</th>
              <th scope="col">{t('home.pacing.pace')}</th>
              <th scope="col">{t('home.pacing.budget')}</th>
              <th scope="col">{t('home.pacing.spent')}</th>
              <th scope="col">{t('home.pacing.expected')}</th>
              <th scope="col">{t('home.pacing.month', { month: month.slice(0, 7) })}</th>
              <th scope="col">{t('home.pacing.forecast')}</th>
            </tr>
          </thead>
          <tbody>
            {list.length > 1 && <PaceRow name={t('home.pacing.all')} pace={totals} newest={newest} />}
            {(isWhole ? list : list.slice(0, FIRST_ROWS)).map(({ id, label, ...pace }) => (
              <PaceRow key={id} name={<ConsoleLink to={addressOf(id)}>{label}</ConsoleLink>} pace={pace} newest={newest} />
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && list.length > FIRST_ROWS && (
        <button type="button" className="ads-link-button" onClick={() => setWhole(true)}>
          {t('home.pacing.showAll', { count: list.length })}
        </button>
      )}
      <p className="ads-home-quiet">
        <small>{t('home.pacing.note')}</small>
      </p>
    </>
  );
}

interface RowProps {
  name: ReactNode;
  pace: BoardPacing['totals'];
  newest: string;
}

function PaceRow({ name, pace, newest }: RowProps) {
  const t = useText();
  const format = useFormat();
  const money = (cents: number) => format.money(cents, 'USD');
  const { lifetime_budgets: lifetime, rateless_budgets: rateless, known_until: knownUntil } = pace;
  const isBehind = knownUntil !== null && Date.parse(newest) - Date.parse(knownUntil) > BEHIND_MS;
  return (
    <tr>
      <th scope="row">
        {name}
        {lifetime > 0 && <small className="ads-home-quiet">{t('home.pacing.lifetime', { count: lifetime })}</small>}
        {rateless > 0 && <small className="ads-home-bad">{t('home.pacing.rateless', { count: rateless })}</small>}
        {isBehind && <small className="ads-home-quiet">{t('home.pacing.knownUntil', { at: format.clock(knownUntil) })}</small>}
      </th>
      <td className="ads-numbers">{format.percent(pace.pace)}</td>
      <td className="ads-numbers">{money(pace.budget_usd)}</td>
      <td className="ads-numbers">
        {money(pace.paced_spend_usd)}
        {pace.spend_usd !== pace.paced_spend_usd && (
          <small className="ads-home-quiet">{t('home.pacing.inAll', { amount: money(pace.spend_usd) })}</small>
        )}
      </td>
      <td className="ads-numbers">{money(pace.expected_usd)}</td>
      <td className="ads-numbers">{money(pace.month_spend_usd)}</td>
      <td className="ads-numbers">{money(pace.month_forecast_usd)}</td>
    </tr>
  );
}
