import type { EntityLevel } from '#server/database/schema-launches.ts';

export type { EntityLevel };

/** From the top down. Orders lock objects in this sequence, so that two of them never deadlock. */
export const levels: readonly EntityLevel[] = ['campaign', 'ad_group', 'ad'];

/** The column that stores the channel's id of an object. */
export const platformColumn = { campaign: 'platform_campaign_id', ad_group: 'platform_adset_id', ad: 'platform_ad_id' } as const;

export const levelWords: Readonly<Record<EntityLevel, { zh: string; en: string }>> = {
  campaign: { zh: '系列', en: 'campaign' },
  ad_group: { zh: '组', en: 'ad set' },
  ad: { zh: '广告', en: 'ad' },
};

export const isLevel = (text: string): text is EntityLevel => (levels as readonly string[]).includes(text);
