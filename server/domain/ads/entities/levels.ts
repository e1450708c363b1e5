import type { EntityLevel } from '#server/database/schema-launches.ts';

export type { EntityLevel };

/** From the top; what an order works on is locked in this order, so that two of them never wait for each other in a circle. */
export const levels: readonly EntityLevel[] = ['campaign', 'ad_group', 'ad'];

/** Where the channel's own number of an object is kept. */
export const platformColumn = { campaign: 'platform_campaign_id', ad_group: 'platform_adset_id', ad: 'platform_ad_id' } as const;

export const levelWords: Readonly<Record<EntityLevel, { zh: string; en: string }>> = {
  campaign: { zh: '系列', en: 'campaign' },
  ad_group: { zh: '组', en: 'ad group' },
  ad: { zh: '广告', en: 'ad' },
};

export const isLevel = (text: string): text is EntityLevel => (levels as readonly string[]).includes(text);
