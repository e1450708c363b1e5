import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AdminTopRow } from '#contracts/endpoints/admin-home.ts';
import { type AdminTopDimension, adminTopDimensions } from '#contracts/vocabulary/home-board.ts';
import type { CompanyScope, companyBlocks } from '#machines/admin-index/admin-home.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConsoleLink, HomeBlock } from '#src/parts/board/index.ts';
import { Segments } from '#src/parts/reports/index.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';

const DAILY = '/admin/order/daily';

const useDimensionTitle = ({ biz }: CompanyScope) => {
  const t = useText();
  return (dim: AdminTopDimension) => t(dim === 'drama' && biz === 'ec' ? 'adminHome.top.product' : `adminHome.top.${dim}`);
};

/** The ten users, dramas and accounts with the most revenue. */
export function CompanyTops({ tops, scope }: { tops: ActorRefFrom<typeof companyBlocks.tops>; scope: CompanyScope }) {
  const t = useText();
  const titleOf = useDimensionTitle(scope);
  const { answer, busy, failure, refresh } = useDetail(tops);
  return (
    <HomeBlock title={t('adminHome.tops')} busy={busy} failure={failure} onRetry={refresh}>
      {answer && (
        <div className="ads-admin-tops">
          {adminTopDimensions.map((dim) => (
            <div key={dim} className="ads-home-top">
              <h3>{titleOf(dim)}</h3>
              <RankTable label={titleOf(dim)} rows={answer[dim]} dim={dim} scope={scope} empty={t('adminHome.nothing')} />
            </div>
          ))}
        </div>
      )}
    </HomeBlock>
  );
}

/** The ten that lost the most. */
export function CompanyLosses({ losses, scope }: { losses: ActorRefFrom<typeof companyBlocks.losses>; scope: CompanyScope }) {
  const t = useText();
  const titleOf = useDimensionTitle(scope);
  const [dim, setDim] = useState<AdminTopDimension>('account');
  const { answer, busy, failure, refresh } = useDetail(losses);
  return (
    <HomeBlock
      title={t('adminHome.losses')}
      end={
        <Segments
          label={t('adminHome.lossesBy')}
          options={adminTopDimensions.map((key) => ({ key, text: titleOf(key) }))}
          chosen={dim}
          onChoose={setDim}
        />
      }
      busy={busy}
      failure={failure}
      onRetry={refresh}
    >
      {answer && <RankTable label={t('adminHome.losses')} rows={answer[dim]} dim={dim} scope={scope} empty={t('adminHome.noLoss')} />}
    </HomeBlock>
  );
}

interface RankProps {
  label: string;
  rows: readonly AdminTopRow[];
  dim: AdminTopDimension;
  scope: CompanyScope;
  empty: string;
}

const parameterOf = (dim: AdminTopDimension, { biz }: CompanyScope) => {
  if (dim === 'user') return 'user_id';
  if (dim === 'account') return 'ad_account_id';
  return biz === 'ec' ? 'product_id' : 'drama_id';
};

function RankTable({ label, rows, dim, scope, empty }: RankProps) {
  const t = useText();
  const format = useFormat();
  if (rows.length === 0) return <p className="ads-home-quiet">{empty}</p>;
  const money = (cents: number | null | undefined) => format.money(cents ?? null, 'USD');
  return (
    <table className="ads-home-ranks" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('adminHome.name')}</th>
          <th scope="col">{t('metric.revenue')}</th>
          <th scope="col">{t('metric.spend')}</th>
          <th scope="col">{t('metric.profit')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label: name, m }) => (
          <tr key={id}>
            <th scope="row">
              <ConsoleLink to={`${DAILY}?${new URLSearchParams({ [parameterOf(dim, scope)]: String(id), time_basis: 'payment' })}`}>
                {name}
              </ConsoleLink>
            </th>
            <td className="ads-numbers">{money(m['revenue'])}</td>
            <td className="ads-numbers">{money(m['spend'])}</td>
            <td className={(m['profit'] ?? 0) < 0 ? 'ads-numbers ads-home-bad' : 'ads-numbers'}>{money(m['profit'])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
