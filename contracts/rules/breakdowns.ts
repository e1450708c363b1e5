import type { Words, WordsOf } from '../vocabulary/vocabulary.ts';
import type { MetricKey } from './metrics.ts';
import type { Placement } from './scheme-body.ts';

/** What the figures of an object can be divided by. */
export const breakdownKinds = ['age', 'gender', 'country', 'placement', 'device'] as const;
export type BreakdownKind = (typeof breakdownKinds)[number];
export const breakdownKindWords: WordsOf<BreakdownKind> = {
  age: { zh: '年龄', en: 'Age' },
  gender: { zh: '性别', en: 'Gender' },
  country: { zh: '国家/地区', en: 'Country or region' },
  placement: { zh: '版位', en: 'Placement' },
  device: { zh: '设备', en: 'Device' },
};

export const placementWords: WordsOf<Placement> = {
  audience_network: { zh: 'Audience Network', en: 'Audience Network' },
  facebook_feed: { zh: 'Facebook 动态', en: 'Facebook feed' },
  facebook_marketplace: { zh: 'Facebook Marketplace', en: 'Facebook Marketplace' },
  facebook_reels: { zh: 'Facebook Reels', en: 'Facebook Reels' },
  facebook_story: { zh: 'Facebook 快拍', en: 'Facebook story' },
  facebook_video_feeds: { zh: 'Facebook 视频动态', en: 'Facebook video feeds' },
  instagram_explore: { zh: 'Instagram 发现', en: 'Instagram Explore' },
  instagram_reels: { zh: 'Instagram Reels', en: 'Instagram Reels' },
  instagram_story: { zh: 'Instagram 快拍', en: 'Instagram story' },
  instagram_stream: { zh: 'Instagram 动态', en: 'Instagram feed' },
  messenger_story: { zh: 'Messenger 快拍', en: 'Messenger story' },
};

const genderWords: Readonly<Record<string, Words>> = {
  female: { zh: '女性', en: 'Women' },
  male: { zh: '男性', en: 'Men' },
  unknown: { zh: '未知', en: 'Unknown' },
};

const deviceWords: Readonly<Record<string, Words>> = {
  android_smartphone: { zh: '安卓手机', en: 'Android phone' },
  android_tablet: { zh: '安卓平板', en: 'Android tablet' },
  desktop: { zh: '电脑', en: 'Desktop' },
  ipad: { zh: 'iPad', en: 'iPad' },
  iphone: { zh: 'iPhone', en: 'iPhone' },
  ipod: { zh: 'iPod', en: 'iPod' },
  other: { zh: '其他', en: 'Other' },
};

const wordsByKind: Partial<Record<BreakdownKind, Readonly<Record<string, Words>>>> = {
  gender: genderWords,
  placement: placementWords,
  device: deviceWords,
};

/** The name of a part that is no country; one that only the channel knows keeps its own. */
export function wordsOfPart(by: Exclude<BreakdownKind, 'country'>, value: string): Words {
  const dashed = value.replace('-', '–');
  return wordsByKind[by]?.[value] ?? { zh: dashed, en: dashed };
}

/** The metrics of a part: what a channel reports of it. Users and revenue of our own are not known by them. */
export const breakdownMetrics = [
  'spend',
  'impressions',
  'cpm',
  'link_clicks',
  'ctr_link',
  'cpc_link',
  'plat_purchases',
  'plat_cpa',
  'plat_value',
  'plat_roas',
] as const satisfies readonly MetricKey[];
