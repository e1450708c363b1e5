import type { AdPlatform } from '#server/channel/ad-platform.ts';

const createEntity = async () => ({ id: String(process.hrtime.bigint()) });

/** The part of the scripted channel for campaigns, ad groups and ads. It accepts every creation and change. */
export const scriptedLaunches: Pick<
  AdPlatform,
  'createCampaign' | 'createAdGroup' | 'createAd' | 'validate' | 'estimateEnd' | 'findByTag' | 'update' | 'entityState'
> = {
  validate: async () => undefined,
  estimateEnd: async () => ({ tier: 'full', ends_at: new Date() }),
  createCampaign: createEntity,
  createAdGroup: createEntity,
  createAd: createEntity,
  findByTag: async () => null,
  update: async () => undefined,
  entityState: async () => null,
};
