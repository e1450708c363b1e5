import type { Words, WordsOf } from './vocabulary.ts';

/** The ad networks. */
export const channels = ['meta', 'tiktok'] as const;
export type ChannelName = (typeof channels)[number];
export const channelWords: WordsOf<ChannelName> = { meta: { zh: 'Meta', en: 'Meta' }, tiktok: { zh: 'TikTok', en: 'TikTok' } };
/** The API description of the channel. */
export const channelNote: Words = { zh: '广告平台。', en: 'The ad network.' };

/** Ads can be published to these. A person of another network can be authorised, but the settings of its ads are not modelled. */
export const publishableChannels: readonly ChannelName[] = ['meta'];
