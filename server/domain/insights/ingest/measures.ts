/** Additive measures of an ad reported by the channel. */
export const channelMeasures = [
  'spend',
  'impressions',
  'clicks',
  'link_clicks',
  'lp_views',
  'video_plays',
  'plays_3s',
  'thruplays',
  'p25',
  'p50',
  'p75',
  'p95',
  'p100',
  'watch_ms',
  'reactions',
  'comments',
  'shares',
  'plat_view_content',
  'plat_add_to_cart',
  'plat_checkouts',
  'plat_purchases',
  'plat_value_usd',
] as const;
type ChannelMeasure = (typeof channelMeasures)[number];

/** Measures stored per hour as well. */
export const hourMeasures = [
  'spend',
  'impressions',
  'clicks',
  'link_clicks',
  'lp_views',
  'plays_3s',
  'thruplays',
  'plat_purchases',
  'plat_value_usd',
] as const satisfies readonly ChannelMeasure[];

/** Largest difference in cents between a day's amount and the sum of its 24 hours, each converted into cents and rounded on its own. */
export const maxRoundingOf = (currency: string): number => (currency === 'USD' ? 0 : 24);

/** Facts of an ad on a day, with amounts in the minor unit of its account. */
export type DayFacts = { ad_id: number; stat_date: string; reach: number } & Record<ChannelMeasure, number>;
/** Facts of an ad in an hour. A measure that the channel reports by the day only is null. */
export type HourFacts = { ad_id: number; stat_date: string; stat_hour: number } & Record<ChannelMeasure, number | null>;
