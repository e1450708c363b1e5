import type { AdPlatform } from '#server/channel/ad-platform.ts';

const made = async () => ({ id: String(process.hrtime.bigint()) });

/** What the scripted channel does with campaigns, ad groups and ads and with their changes: it takes them all. */
export const scriptedLaunches: Pick<AdPlatform, 'createCampaign' | 'createAdGroup' | 'createAd' | 'findByTag' | 'update' | 'entityState'> =
  {
    createCampaign: made,
    createAdGroup: made,
    createAd: made,
    findByTag: async () => null,
    update: async () => undefined,
    entityState: async () => null,
  };
