import type { ActorRefFrom } from 'xstate';
import type { entityInfo } from '#machines/parts/launches/entity-drawer.machine.ts';
import type { AdRow, CampaignRow, EntityDetail, GroupRow } from '#machines/parts/launches/entity-rows.ts';

export type EntityInfoActor = ActorRefFrom<typeof entityInfo>;

/** The row of any level. */
export const toEntityRow = ({
  campaign,
  ad_group,
  ad,
}: Pick<EntityDetail, 'campaign' | 'ad_group' | 'ad'>): CampaignRow | GroupRow | AdRow | undefined => campaign ?? ad_group ?? ad;
