import { Button } from '@arco-design/web-react';
import { useNavigate } from 'react-router-dom';
import type { DrillParent } from '#machines/advertising-data/drill-parts.machine.ts';
import { DRILL_PAGES, type DrillFilters, type DrillPage } from '#machines/advertising-data/drill-query.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { EmptyBlock } from '#src/ui/page/block.tsx';
import { type Crumb, Crumbs } from '#src/ui/page/crumbs.tsx';
import { type Place, parentsOf, toEntryPlace, toJumps, toPlace, toPlaceAbove } from './drill-place.ts';

type Query = ReportQuery<DrillFilters>;

interface Props {
  page: DrillPage;
  query: Query;
  /** Undefined until they are loaded. */
  names: DrillParent['names'] | undefined;
}

const useGoTo = () => {
  const navigate = useNavigate();
  return ({ pathname, search }: Place) => void navigate({ pathname, search });
};

/** Users › accounts › campaigns › ad groups › ads, each with the chosen object. */
export function DrillCrumbs({ page, query, names }: Props) {
  const t = useText();
  const { filters } = query;
  const parents = parentsOf(query, names);
  const isAd = query.groupBy.includes('ad');
  const userName = names?.user && (names.user.id === 0 ? t('data.nobody') : names.user.name);
  const toName = (name: string | undefined, id: number | undefined) => name ?? (id === undefined ? undefined : `#${id}`);
  const all: Record<DrillPage, Crumb> = {
    user: {
      key: 'user',
      kind: t('data.by.user'),
      name: toName(userName, filters.user_id?.length === 1 ? filters.user_id[0] : undefined),
      to: toEntryPlace(query),
    },
    account: {
      key: 'account',
      kind: t('data.by.account'),
      name: toName(names?.account?.name, filters.account_id),
      to: toPlace('account', query, { ...parents, account_id: undefined }),
    },
    campaign: {
      key: 'campaign',
      kind: t('data.by.campaign'),
      name: toName(names?.campaign?.name, filters.campaign_id),
      to: parents.account_id === undefined ? undefined : toPlace('campaign', query, parents),
    },
    group: {
      key: 'group',
      kind: t('data.by.ad_group'),
      name: toName(names?.group?.name, filters.group_id),
      to: toPlace('group', query, { ...parents, group_id: undefined }),
    },
  };
  const at = DRILL_PAGES.indexOf(page);
  const above = DRILL_PAGES.slice(0, at).map((one) => all[one]);
  const currentCrumb: Crumb = { key: 'here', kind: t(isAd ? 'data.by.ad' : `data.by.${page === 'group' ? 'ad_group' : page}`) };
  const crumbs =
    page === 'group' && isAd && filters.group_id !== undefined ? [...above, all.group, currentCrumb] : [...above, currentCrumb];
  return <Crumbs crumbs={crumbs} />;
}

/** Links one level up, and to every level for which the address has a parent. */
export function DrillJumps({ page, query, names }: Props) {
  const t = useText();
  const goTo = useGoTo();
  const up = toPlaceAbove(page, query, names);
  return (
    <>
      {up && <Button onClick={() => goTo(up)}>{t('data.up')}</Button>}
      <MenuButton
        label={t('data.jump')}
        align="end"
        actions={toJumps(query, names).map(({ page: one, to }) => ({
          key: one,
          text: t(`data.${one}`),
          current: one === page,
          ...(to === undefined && { refusal: t(one === 'campaign' ? 'data.needsAccount' : 'data.needsCampaign') }),
          onRun: () => to && goTo(to),
        }))}
      >
        {t('data.jump')}
      </MenuButton>
    </>
  );
}

/** Shown instead of rows when the parent is deleted, hidden or missing in the address. */
export function NoParent() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <EmptyBlock
      text={t('data.noParent')}
      action={
        <Button type="primary" onClick={() => void navigate('/advertising/user')}>
          {t('data.backToUsers')}
        </Button>
      }
    />
  );
}
