import type { ActorRefFrom } from 'xstate';
import { type BoardScope, type boardTops, type TopDimension, type TopRow, topDimensions } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConsoleLink, HomeBlock } from '#src/parts/board/index.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { Cover } from '#src/ui/text/cover.tsx';

interface Props {
  tops: ActorRefFrom<typeof boardTops>;
  biz: BoardScope['biz'];
}

/** The largest spend of the last seven days. */
export function TopLists({ tops, biz }: Props) {
  const t = useText();
  const { answer, busy, failure, refresh } = useDetail(tops);
  return (
    <HomeBlock title={t('home.tops')} busy={busy} failure={failure} onRetry={refresh}>
      {answer && (
        <div className="ads-home-tops">
          {topDimensions.map((dim) => (
            <TopList key={dim} dim={dim} rows={answer[dim]} biz={biz} />
          ))}
        </div>
      )}
    </HomeBlock>
  );
}

const toParameter = (dim: TopDimension, biz: BoardScope['biz']): string => {
  if (dim === 'account') return 'ad_account_id';
  if (dim === 'material') return 'material_id';
  return biz === 'ec' ? 'product_id' : 'drama_id';
};

function TopList({ dim, rows, biz }: { dim: TopDimension; rows: readonly TopRow[]; biz: BoardScope['biz'] }) {
  const t = useText();
  const format = useFormat();
  const highest = Math.max(...rows.map(({ m }) => m.spend ?? 0), 1);
  const title = t(dim === 'drama' && biz === 'ec' ? 'home.top.product' : `home.top.${dim}`);
  return (
    <div className="ads-home-top">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="ads-home-quiet">{t('home.noSpend')}</p>
      ) : (
        <ol aria-label={title}>
          {rows.map(({ id, label, cover_url, m }) => (
            <li key={id} className={cover_url === undefined ? undefined : 'ads-home-top-pictured'}>
              {cover_url !== undefined && (
                <Cover url={cover_url} alt={t('home.topCover', { name: label })} size="option" placeholder={label.slice(0, 1)} />
              )}
              <span className="ads-home-top-line">
                <ConsoleLink
                  to={`/advertising/user?${new URLSearchParams({ biz, [toParameter(dim, biz)]: String(id) })}`}
                  className="ads-home-top-name"
                >
                  {label}
                </ConsoleLink>
                <span className="ads-numbers">{format.money(m.spend ?? null, 'USD')}</span>
              </span>
              <span className="ads-home-bar" aria-hidden="true">
                <i style={{ width: `${((m.spend ?? 0) / highest) * 100}%` }} />
              </span>
              <small className="ads-home-quiet">{t('home.topRoi', { roi: format.decimal(m.roi ?? null, 2) })}</small>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
