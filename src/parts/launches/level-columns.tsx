import type { ReactNode } from 'react';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import { adAppealWords, adReviewWords } from '#contracts/vocabulary/launches.ts';
import type { AdRow, CampaignRow, EntityBase, GroupRow } from '#machines/parts/launches/entity-rows.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { DASH, type useFormat } from '#src/locale/format.ts';
import type { useText } from '#src/locale/text-provider.tsx';
import type { useWords } from '#src/locale/use-words.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { OutsideLink } from '#src/ui/text/outside-link.tsx';
import { BidCell } from './amount-cell.tsx';
import type { LaunchWords } from './launch-words.ts';
import { LearningCell } from './small-bars.tsx';

type Numbers = 'm' | 'mature' | 'running';
export type Campaign = Omit<CampaignRow, Numbers>;
export type Group = Omit<GroupRow, Numbers>;
export type Ad = Omit<AdRow, Numbers>;

/** Cell renderers for the columns. */
export interface CellRenderers<Row> {
  t: ReturnType<typeof useText>;
  w: ReturnType<typeof useWords>;
  format: ReturnType<typeof useFormat>;
  words: LaunchWords;
  /** Undefined where amounts are only read. */
  amount: LaunchActionParts['amount'] | undefined;
  /** Renders a cell of a visible object; a dash where the user cannot see it. */
  renderVisible<Entity extends EntityBase>(render: (entity: Entity) => ReactNode): (row: Row) => ReactNode;
  renderRef(one: { label: string } | null): ReactNode;
  /** A name that leads to the page which lists it, for users who may open that page. */
  renderLink(one: { label: string } | null, path: string): ReactNode;
  /** An instant in the timezone of the account. */
  renderLocal(at: string | null, zone: string): ReactNode;
  /** An id given by the channel. */
  renderId(id: string | null): ReactNode;
}

/** Columns of one level: those before the owner, and those at the end. */
interface LevelColumns<Row> {
  middle: Column<Row>[];
  end: Column<Row>[];
}

export const campaignColumns = <Row,>({
  w,
  format,
  words,
  renderVisible,
  renderLocal,
  renderId,
}: CellRenderers<Row>): LevelColumns<Row> => ({
  middle: [
    {
      key: 'bid_strategy',
      title: w(launchColumnWords.bid_strategy),
      width: 120,
      defaultHidden: true,
      render: renderVisible<Campaign>((row) => words.bidStrategy(row.bid_strategy)),
    },
    {
      key: 'objective',
      title: w(launchColumnWords.objective),
      width: 104,
      defaultHidden: true,
      render: renderVisible<Campaign>((row) => words.objective(row.objective)),
    },
    {
      key: 'start_at',
      title: w(launchColumnWords.start_at),
      width: 148,
      sortable: true,
      defaultHidden: true,
      render: renderVisible<Campaign>((row) => renderLocal(row.start_at, row.account.timezone_name)),
    },
    {
      key: 'stop_at',
      title: w(launchColumnWords.end_at),
      width: 148,
      sortable: true,
      defaultHidden: true,
      render: renderVisible<Campaign>((row) => renderLocal(row.stop_at, row.account.timezone_name)),
    },
    {
      key: 'groups',
      title: w(launchColumnWords.groups),
      width: 80,
      align: 'right',
      defaultHidden: true,
      render: renderVisible<Campaign>((row) => format.number(row.groups)),
    },
    {
      key: 'ads',
      title: w(launchColumnWords.ads),
      width: 80,
      align: 'right',
      defaultHidden: true,
      render: renderVisible<Campaign>((row) => format.number(row.ads)),
    },
  ],
  end: [
    {
      key: 'note',
      title: w(launchColumnWords.note),
      width: 200,
      render: renderVisible<Campaign>((row) => <NameText text={row.note ?? DASH} />),
    },
    {
      key: 'platform_id',
      title: w(launchColumnWords.platform_id),
      width: 190,
      defaultHidden: true,
      render: renderVisible<Campaign>((row) => renderId(row.platform_campaign_id)),
    },
  ],
});

export const groupColumns = <Row,>({
  t,
  w,
  format,
  words,
  amount,
  renderVisible,
  renderRef,
  renderLocal,
  renderId,
}: CellRenderers<Row>): LevelColumns<Row> => ({
  middle: [
    { key: 'campaign', title: w(launchColumnWords.campaign), width: 180, render: renderVisible<Group>((row) => renderRef(row.campaign)) },
    {
      key: 'countries',
      title: w(launchColumnWords.countries),
      width: 120,
      render: renderVisible<Group>((row) => <NameText text={row.countries.map(words.country).join(', ')} />),
    },
    {
      key: 'pixel',
      title: w(launchColumnWords.pixel),
      width: 140,
      defaultHidden: true,
      render: renderVisible<Group>((row) => renderRef(row.pixel)),
    },
    {
      key: 'optimization_goal',
      title: w(launchColumnWords.optimization_goal),
      width: 112,
      defaultHidden: true,
      render: renderVisible<Group>((row) => words.goal(row.optimization_goal)),
    },
    {
      key: 'bid_amount',
      title: t('launches.bid'),
      width: 112,
      align: 'right',
      sortable: true,
      defaultHidden: true,
      render: renderVisible<Group>((row) => <BidCell row={row} amount={amount} />),
    },
    {
      key: 'learning_events',
      title: w(launchColumnWords.learning_stage),
      width: 112,
      sortable: true,
      render: renderVisible<Group>((row) => <LearningCell stage={row.learning_stage} events={row.learning_events} />),
    },
    {
      key: 'start_at',
      title: w(launchColumnWords.start_at),
      width: 148,
      sortable: true,
      defaultHidden: true,
      render: renderVisible<Group>((row) => renderLocal(row.start_at, row.account.timezone_name)),
    },
    {
      key: 'end_at',
      title: w(launchColumnWords.end_at),
      width: 148,
      sortable: true,
      defaultHidden: true,
      render: renderVisible<Group>((row) => renderLocal(row.end_at, row.account.timezone_name)),
    },
    {
      key: 'ads',
      title: w(launchColumnWords.ads),
      width: 80,
      align: 'right',
      defaultHidden: true,
      render: renderVisible<Group>((row) => format.number(row.ads)),
    },
  ],
  end: [
    {
      key: 'platform_id',
      title: w(launchColumnWords.platform_id),
      width: 190,
      defaultHidden: true,
      render: renderVisible<Group>((row) => renderId(row.platform_adset_id)),
    },
  ],
});

/** The page with the materials of each business line. */
/** Where creatives of a business line are. */
export const LIBRARIES = { dj: '/advertising/video', ec: '/advertising/upload-ec' } as const;

/** Review feedback of the channel; undefined without one. */
const reviewText = (feedback: AdRow['review_feedback']): string | undefined =>
  feedback === null
    ? undefined
    : Object.entries(feedback)
        .map(([policy, text]) => `${policy}: ${text}`)
        .join('; ') || undefined;

export const coverColumn = <Row,>({ t, renderVisible }: CellRenderers<Row>): Column<Row> => ({
  key: 'cover',
  title: t('launches.cover'),
  width: 64,
  frozen: true,
  render: renderVisible<Ad>((row) => <Cover url={row.cover_url} alt="" placeholder="" />),
});

export const adColumns = <Row,>({ w, renderVisible, renderRef, renderLink, renderId }: CellRenderers<Row>): LevelColumns<Row> => ({
  middle: [
    {
      key: 'campaign',
      title: w(launchColumnWords.campaign),
      width: 180,
      defaultHidden: true,
      render: renderVisible<Ad>((row) => renderRef(row.campaign)),
    },
    { key: 'group', title: w(launchColumnWords.group), width: 180, render: renderVisible<Ad>((row) => renderRef(row.group)) },
    {
      key: 'material',
      title: w(launchColumnWords.material),
      width: 160,
      render: renderVisible<Ad>((row) => renderLink(row.material, LIBRARIES[row.biz])),
    },
    {
      key: 'post',
      title: w(launchColumnWords.post),
      width: 160,
      defaultHidden: true,
      render: renderVisible<Ad>((row) => renderLink(row.post, '/advertising/post')),
    },
    {
      key: 'homepage',
      title: w(launchColumnWords.homepage),
      width: 140,
      defaultHidden: true,
      render: renderVisible<Ad>((row) => renderRef(row.homepage)),
    },
    {
      key: 'landing',
      title: w(launchColumnWords.landing),
      width: 160,
      render: renderVisible<Ad>((row) =>
        row.landing_url === null ? (
          renderRef(row.landing)
        ) : (
          <OutsideLink url={row.landing_url}>{row.landing?.label ?? row.landing_url}</OutsideLink>
        ),
      ),
    },
    {
      key: 'review',
      title: w(launchColumnWords.review),
      width: 180,
      defaultHidden: true,
      render: renderVisible<Ad>((row) => (
        <NameText
          text={reviewText(row.review_feedback) ?? w(adReviewWords[row.review])}
          note={row.appeal === null ? undefined : w(adAppealWords[row.appeal])}
        />
      )),
    },
  ],
  end: [
    {
      key: 'platform_id',
      title: w(launchColumnWords.platform_id),
      width: 190,
      defaultHidden: true,
      render: renderVisible<Ad>((row) => renderId(row.platform_ad_id)),
    },
  ],
});
