import type { AdPlatform } from '#server/channel/ad-platform.ts';

const createEntity = async () => ({ id: String(process.hrtime.bigint()) });

/** The part of the scripted channel for campaigns, ad groups and ads. It accepts every creation and change. */
export const scriptedLaunches: Pick<
  AdPlatform,
  'createCampaign' | 'createAdGroup' | 'createAd' | 'validate' | 'estimateEnd' | 'findByTag' | 'update' | 'entityState' | 'breakdown'
> = {
  validate: async () => undefined,
  estimateEnd: async () => ({ tier: 'full', ends_at: new Date() }),
  createCampaign: createEntity,
  createAdGroup: createEntity,
  createAd: createEntity,
  findByTag: async () => null,
  update: async () => undefined,
  entityState: async () => null,
  breakdown: async () => [
    { value: '25-34', spend: 900, impressions: 30_000, clicks: 700, link_clicks: 600, plat_purchases: 3, plat_value: 4_500 },
  ],
};
