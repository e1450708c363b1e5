import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AdminEntityDetail, FoundEntity } from '#contracts/endpoints/admin-entities.ts';
import { type EntityLevel, entityLevels, entityLevelWords } from '#contracts/vocabulary/launches.ts';
import { type AdDetails, placeAddress, readPlace, readSearch } from '#machines/admin-advertising/ad-details.machine.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { EntityCreative, EntityEvents, EntityInfo, EntityStatusTag, EntityTrend } from '#src/parts/launches/index.ts';
import { CohortGrid } from '#src/parts/reports/index.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { ChoiceFilter, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { EmptyBlock, ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { type Crumb, Crumbs } from '#src/ui/page/crumbs.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { NameText } from '#src/ui/text/name-text.tsx';
import { toDetails, toList } from './admin-links.ts';
import { DetailFigures, EntityOrders, EntityPixelEvents, RawObject, Settings } from './detail-blocks.tsx';
import { EmergencyLayer } from './emergency-dialog.tsx';
import './ad-details.css';

type Parts = ReturnType<AdDetails['getSnapshot']>['children'];

/** Everything about one campaign, ad group or ad, or a search for one. */
export function AdDetailsPage({ page }: { page: AdDetails }) {
  const t = useText();
  const parts = useSelector(page, (state) => state.children);
  const search = useSelector(page, (state) => state.context.search);
  const place = readPlace(search);
  return (
    <Page title={t('adminAds.detailsTitle')} filters={<SearchLine page={page} />}>
      <div className="ads-ad-details">
        {place ? (
          <Shown key={placeAddress(place)} page={page} parts={parts} />
        ) : parts.found && readSearch(search).keyword !== '' ? (
          <Found found={parts.found} />
        ) : (
          <EmptyBlock text={t('adminAds.searchFirst')} />
        )}
      </div>
      {parts.batch && <EmergencyLayer batch={parts.batch} />}
    </Page>
  );
}

/** Searches by number or name, on one level or on all. */
function SearchLine({ page }: { page: AdDetails }) {
  const t = useText();
  const w = useWords();
  const { keyword, level } = useSelector(page, (state) => readSearch(state.context.search), isSameSearch);
  const isOpen = useSelector(page, (state) => readPlace(state.context.search) !== undefined);
  const chosen = isOpen ? undefined : level;
  const search = (text: string, on: EntityLevel | undefined) => page.send({ type: 'details.searched', keyword: text, level: on });
  return (
    <div className="ads-buttons ads-ad-search ads-within-window" role="search">
      <KeywordFilter
        label={t('adminAds.search')}
        width={320}
        value={keyword || undefined}
        onCommit={(typed) => search(typed ?? '', chosen)}
      />
      <ChoiceFilter
        label={t('adminAds.level')}
        value={chosen}
        options={entityLevels.map((value) => ({ value, label: w(entityLevelWords[value]) }))}
        onChange={(next) => search(keyword, next)}
      />
    </div>
  );
}

const isSameSearch = (one: ReturnType<typeof readSearch>, other: ReturnType<typeof readSearch>): boolean =>
  one.keyword === other.keyword && one.level === other.level;

function Found({ found }: { found: NonNullable<Parts['found']> }) {
  const t = useText();
  const { answer, failure, refresh } = useDetail(found);
  if (failure) return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
  if (!answer) return <LoadingBlock />;
  if (answer.length === 0) return <EmptyBlock text={t('adminAds.nothingFound')} />;
  return (
    <ul className="ads-ad-found" aria-label={t('adminAds.found')}>
      {answer.map((one) => (
        <FoundLine key={`${one.level} ${one.id}`} {...one} />
      ))}
    </ul>
  );
}

function FoundLine({ level, id, name, platform_id, effective_status, account, owner }: FoundEntity) {
  const t = useText();
  const w = useWords();
  const { pathname, search } = toDetails({ level, id });
  return (
    <li>
      <span className="ads-ad-found-name">
        <small className="ads-quiet">{w(entityLevelWords[level])}</small>
        <NameText text={name} to={`${pathname}${search}`} />
      </span>
      <EntityStatusTag status={effective_status} />
      <span className="ads-quiet">{[platform_id ?? DASH, account.label, owner?.label ?? t('launches.nobody')].join(' · ')}</span>
    </li>
  );
}

/** One block with its title. */
function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ads-ad-block" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Shown({ page, parts }: { page: AdDetails; parts: Parts }) {
  const t = useText();
  const { info, trend, cohort, orders, raw, events, pixelEvents, batch } = parts;
  const trendChoice = useSelector(page, (state) => state.context.trend);
  const found = useDetail(info);
  if (!info || !trend || !cohort || !orders || !raw || !events || !pixelEvents || !batch) return null;
  if (found.answer && found.answer.entity === undefined) return <EmptyBlock text={t('adminAds.gone')} />;
  const entity = found.answer?.entity;
  const blockOf = (show: (entity: AdminEntityDetail) => ReactNode): ReactNode => {
    if (entity) return show(entity);
    const { failure } = found;
    return failure ? <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={found.refresh} /> : <LoadingBlock />;
  };
  return (
    <>
      {blockOf((one) => (
        <Head entity={one} onClose={() => batch.send(openClosing(one))} />
      ))}
      <div className="ads-ad-columns">
        <Block title={t('adminAds.facts')}>
          {blockOf((one) => (
            <EntityInfo detail={one} hasSettingsApart />
          ))}
        </Block>
        <Block title={t('adminAds.settings')}>
          {blockOf((one) => (
            <Settings entity={one} />
          ))}
        </Block>
      </div>
      {readPlace(page.getSnapshot().context.search)?.level === 'ad' && (
        <Block title={t('launches.tab.creative')}>
          {blockOf((one) => (
            <EntityCreative detail={one} />
          ))}
        </Block>
      )}
      <Block title={t('adminAds.figures')}>
        {blockOf((one) => (
          <DetailFigures entity={one} />
        ))}
      </Block>
      <Block title={t('launches.tab.trend')}>
        <EntityTrend trend={trend} chosen={trendChoice} onChoose={(choice) => page.send({ type: 'details.trendChosen', ...choice })} />
      </Block>
      <Block title={t('adminAds.cohort')}>
        <Cohorts cohort={cohort} />
      </Block>
      <Block title={t('adminAds.orders')}>
        <EntityOrders orders={orders} />
      </Block>
      <Block title={t('adminAds.pixelEvents')}>
        <EntityPixelEvents events={pixelEvents} />
      </Block>
      <Block title={t('launches.tab.events')}>
        <EntityEvents events={events} />
      </Block>
      <Block title={t('adminAds.raw')}>
        <RawObject raw={raw} />
      </Block>
    </>
  );
}

const rowOf = ({ campaign, ad_group, ad }: AdminEntityDetail) => campaign ?? ad_group ?? ad;

const openClosing = (entity: AdminEntityDetail) => ({
  type: 'batch.opened' as const,
  subject: { kind: 'rows' as const, ids: [rowOf(entity)?.id ?? 0] },
  params: { level: entity.level },
  key: newRequestKey(),
});

/** Its name, status and path, and the only action on it. */
function Head({ entity, onClose }: { entity: AdminEntityDetail; onClose: () => void }) {
  const t = useText();
  const w = useWords();
  const navigate = useNavigate();
  const row = rowOf(entity);
  if (!row) return null;
  const { campaign, ad_group } = entity.above;
  const crumbs: Crumb[] = [
    ...(campaign
      ? [
          {
            key: 'campaign',
            kind: w(entityLevelWords.campaign),
            name: campaign.name,
            to: toDetails({ level: 'campaign', id: campaign.id }),
          },
        ]
      : []),
    ...(ad_group
      ? [{ key: 'group', kind: w(entityLevelWords.ad_group), name: ad_group.name, to: toDetails({ level: 'ad_group', id: ad_group.id }) }]
      : []),
    { key: 'here', kind: w(entityLevelWords[entity.level]), name: row.name },
  ];
  const below = { campaign: 'ad_group', ad_group: 'ad', ad: undefined } as const;
  const next = below[entity.level];
  const isDeleted = row.status === 'DELETED';
  return (
    <header className="ads-ad-head">
      <Crumbs crumbs={crumbs} />
      <div className="ads-buttons">
        <EntityStatusTag status={row.effective_status} cause={row.status_cause} />
        <span className="ads-quiet">
          {[row.account.label, row.owner?.label ?? t('launches.nobody'), entity.department?.label, entity.personal_account?.label]
            .filter((text) => text !== undefined)
            .join(' · ')}
        </span>
        {next && (
          <Button
            onClick={() =>
              void navigate(toList(next, {}, entity.level === 'campaign' ? { campaign_id: [row.id] } : { group_id: [row.id] }))
            }
          >
            {t('adminAds.below', { level: w(entityLevelWords[next]) })}
          </Button>
        )}
        {!isDeleted && (
          <Button
            status="danger"
            disabled={row.status !== 'ACTIVE'}
            title={row.status === 'ACTIVE' ? undefined : t('adminAds.isOff')}
            onClick={onClose}
          >
            {t('adminAds.close')}
          </Button>
        )}
      </div>
    </header>
  );
}

function Cohorts({ cohort }: { cohort: NonNullable<Parts['cohort']> }) {
  const t = useText();
  const { answer, failure, refresh } = useDetail(cohort);
  if (failure) return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
  if (!answer) return <LoadingBlock />;
  if (answer.rows.length === 0) return <EmptyBlock text={t('adminAds.noCohort')} />;
  return (
    <div className="ads-ad-scroll">
      <CohortGrid label={t('adminAds.cohort')} cohort={answer} />
    </div>
  );
}
