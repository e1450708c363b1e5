import { Button } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import { PAGE_SIZES, type PageSize } from '#machines/kernel/list/list-query.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '../overlay/announcer.tsx';
import { PickList } from '../pick/pick-list.tsx';
import { IconLeft, IconRight } from '../text/icons.ts';
import '../page/base.css';
import './pager.css';

/** Pages to offer around the current one: the ends always, a gap as undefined. At most seven places. */
export function pagesAround(page: number, last: number): (number | undefined)[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1);
  if (page <= 4) return [1, 2, 3, 4, 5, undefined, last];
  if (page >= last - 3) return [1, undefined, last - 4, last - 3, last - 2, last - 1, last];
  return [1, undefined, page - 1, page, page + 1, undefined, last];
}

interface PagerProps {
  page: number;
  pageSize: PageSize;
  /** Rows on all pages; undefined while nobody knows, and then no number is said. */
  total: number | undefined;
  busy?: boolean;
  onPage: (page: number) => void;
  onPageSize: (pageSize: PageSize) => void;
}

export function Pager({ page, pageSize, total, busy = false, onPage, onPageSize }: PagerProps) {
  const t = useText();
  const format = useFormat();
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  const count = total === undefined ? undefined : t('ui.total', { total, shown: format.number(total) });
  useAnnouncement(count);
  const step = (to: number, label: string, icon: ReactNode) => (
    <Button
      type="text"
      className="ads-page-button"
      aria-label={label}
      disabled={to < 1 || to > last}
      onClick={() => onPage(to)}
      icon={icon}
    />
  );
  return (
    <nav className="ads-pager ads-numbers" aria-label={t('ui.pages')} aria-busy={busy}>
      <span>{count}</span>
      <div className="ads-pager-pages">
        {step(page - 1, t('ui.previousPage'), <IconLeft aria-hidden="true" />)}
        {pagesAround(page, last).map((one, index) =>
          one === undefined ? (
            <span key={`gap-${index}`} className="ads-page-gap" aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={one}
              type="text"
              className="ads-page-button"
              aria-label={t('ui.page', { page: one })}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => one !== page && onPage(one)}
            >
              {one}
            </Button>
          ),
        )}
        {step(page + 1, t('ui.nextPage'), <IconRight aria-hidden="true" />)}
      </div>
      <div className="ads-pager-size">
        <PickList
          label={t('ui.pageSize')}
          options={PAGE_SIZES.map((size) => ({ value: size, label: t('ui.perPage', { size }) }))}
          chosen={[pageSize]}
          onChoose={([size]) => size !== undefined && size !== pageSize && onPageSize(size)}
        />
      </div>
    </nav>
  );
}

interface KeysetFooterProps {
  loaded: number;
  total: number;
  /** The total is at least this. */
  totalCapped: boolean;
  hasMore: boolean;
  busy?: boolean;
  onMore: () => void;
}

/** Under a table that is continued instead of paged. */
export function KeysetFooter({ loaded, total, totalCapped, hasMore, busy = false, onMore }: KeysetFooterProps) {
  const t = useText();
  const format = useFormat();
  return (
    <div className="ads-pager ads-numbers">
      <span role="status">
        {t('ui.loadedOf', { loaded: format.number(loaded), total: totalCapped ? `${format.number(total)}+` : format.number(total) })}
      </span>
      {hasMore && (
        <Button onClick={onMore} loading={busy}>
          {t('ui.loadMore')}
        </Button>
      )}
    </div>
  );
}
