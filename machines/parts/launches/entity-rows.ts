import type { entityBreakdown, EntityDetail as WireDetail, ScheduleRow as WireSchedule } from '#contracts/endpoints/ad-entity-details.ts';
import type { EventRow as WireEvent } from '#contracts/endpoints/ad-events.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { HitRow } from '#contracts/endpoints/host-rules.ts';
import type {
  AdRow as WireAd,
  CampaignRow as WireCampaign,
  EntityBase as WireEntity,
  GroupRow as WireGroup,
} from '#contracts/endpoints/launch-rows.ts';
import type { TrendAnswer as WireTrend } from '#contracts/endpoints/report-shapes.ts';

export type CampaignRow = WireCampaign;
export type GroupRow = WireGroup;
export type AdRow = WireAd;
/** A row of any level. */
export type EntityRow = CampaignRow | GroupRow | AdRow;
/** The fields that rows of all levels share, without metrics. */
export type EntityBase = WireEntity;
export type EntityDetail = WireDetail;
export type EntityEvent = WireEvent;
/** What a rule did to the object. */
export type EntityHit = Pick<
  HitRow,
  'id' | 'at' | 'rule' | 'currency' | 'checks' | 'action' | 'before' | 'after' | 'result' | 'skip_reason' | 'error' | 'undone_at'
>;
/** Metrics of the parts of an object, in the currency of its account. */
export type EntityBreakdown = ReplyOf<typeof entityBreakdown>;
export type EntityTrend = WireTrend;
export type ScheduleRow = WireSchedule;
