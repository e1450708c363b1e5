import { dramaStages, dramaStageWords } from './dramas.ts';
import { landingColumnWords, landingStatuses, landingStatusWords, landingTemplates, landingTemplateWords } from './landing-pages.ts';
import { adFilters, launchColumnWords, withinFilters } from './launch-filters.ts';
import { entityLevelWords } from './launches.ts';
import {
  durationBands,
  durationBandWords,
  hitLevelNote,
  hitLevels,
  hitLevelWords,
  materialColumnWords,
  materialKinds,
  materialKindWords,
  ratioNote,
  ratios,
  ratioWords,
} from './materials.ts';
import {
  attributions,
  attributionWords,
  orderStatusWords,
  orderSystems,
  orderSystemWords,
  orderTypes,
  orderTypeWords,
  paidStatuses,
  payChannels,
  payChannelWords,
  timeBases,
  timeBasisWords,
} from './orders.ts';
import {
  eventSources,
  eventSourceWords,
  pixelColumnWords,
  pixelEventNames,
  pixelEventWords,
  pixelHealthNote,
  pixelHealths,
  pixelHealthWords,
} from './pixels.ts';
import {
  atLeastFilter,
  atMostFilter,
  choiceFilter,
  codeFilter,
  codesFilter,
  firstDayFilter,
  lastDayFilter,
  referenceFilter,
  referencesFilter,
  severalFilter,
  textFilter,
} from './vocabulary.ts';

/** The filters of drama figures. */
export const dramaFigureFilters = {
  stage: severalFilter(
    { zh: '剧目阶段', en: 'Stage' },
    { values: dramaStages, words: dramaStageWords, note: { zh: '剧目现在的阶段。', en: 'Stages the drama is in now.' } },
  ),
  language: codesFilter(
    { zh: '语言', en: 'Language' },
    { pattern: '^[a-z-]{1,20}$' },
    {
      dictionary: 'languages',
      note: { zh: '剧目的语言，字典 languages 中的值。', en: 'Languages of the drama, values of the dictionary languages.' },
    },
  ),
  genre: codesFilter(
    { zh: '题材', en: 'Genre' },
    { pattern: '^[a-z-]{1,20}$' },
    {
      dictionary: 'genres',
      note: {
        zh: '剧目的题材，含其一即可，字典 genres 中的值。',
        en: 'Genres of the drama, any of them; values of the dictionary genres.',
      },
    },
  ),
  online_from: firstDayFilter(
    { zh: '上线日期', en: 'Online since' },
    { lastDay: 'online_to', note: { zh: '上线日期不早于。', en: 'The drama went online on this day or later.' } },
  ),
  online_to: lastDayFilter(
    { zh: '上线日期', en: 'Online since' },
    { zh: '上线日期不晚于。', en: 'The drama went online on this day or earlier.' },
  ),
};

/** The filters of figures by the material of the ads. */
export const materialFigureFilters = {
  creator_id: referencesFilter(materialColumnWords.creator, {
    note: { zh: '素材的剪辑师。', en: 'Editors credited for the creative.' },
  }),
  creator_department_id: referenceFilter(
    { zh: '剪辑师部门', en: 'Editor’s department' },
    {
      zh: '剪辑师现在所在的部门及其下级。人员调动后，历史数据随人归入新部门。',
      en: 'The department the editor is in now, with those below. The history of a person moves along with the person.',
    },
  ),
  ratio: severalFilter(materialColumnWords.ratio, { values: ratios, words: ratioWords, note: ratioNote }),
  duration: severalFilter(
    { zh: '时长', en: 'Duration' },
    {
      values: durationBands,
      words: durationBandWords,
      note: { zh: '视频时长的区间，按整秒；图片不在其中。', en: 'Bands of the video duration in whole seconds; images are in none.' },
    },
  ),
  tag: textFilter({ zh: '标签', en: 'Tag' }, { max: 20, note: { zh: '有这个标签的素材。', en: 'Creatives with this tag.' } }),
  hit_level: severalFilter(materialColumnWords.hit_level, { values: hitLevels, words: hitLevelWords, note: hitLevelNote }),
  kind: choiceFilter(materialColumnWords.kind, {
    values: materialKinds,
    words: materialKindWords,
    note: { zh: '素材是视频还是图片。', en: 'Whether the creative is a video or an image.' },
  }),
  min_impressions: atLeastFilter(
    { zh: '最少展示', en: 'Min. impressions' },
    {
      zh: '素材在所选日期与其他筛选下的展示不少于此数。',
      en: 'Creatives with at least as many impressions over the days, under the other filters.',
    },
  ),
};

/** The filters of pixel figures. Filters of ads leave the pixels that matching ads use; events and orders are those of the whole pixel. */
export const pixelFigureFilters = {
  pixel_id: referencesFilter(launchColumnWords.pixel, { note: { zh: '这些像素。', en: 'These pixels.' } }),
  event_name: severalFilter(
    { zh: '事件', en: 'Event' },
    {
      values: pixelEventNames,
      words: pixelEventWords,
      note: { zh: '只计这些事件；订单只与 Purchase 一同计算。', en: 'Only these events; orders count together with Purchase.' },
    },
  ),
  event_source: choiceFilter(
    { zh: '事件来源', en: 'Event source' },
    {
      values: eventSources,
      words: eventSourceWords,
      note: {
        zh: '只计这一来源的事件；订单没有来源，回传差异为空。',
        en: 'Only events of this source; orders have none, so there is no postback gap.',
      },
    },
  ),
  health: severalFilter(pixelColumnWords.health, { values: pixelHealths, words: pixelHealthWords, note: pixelHealthNote }),
};

/** The filters of landing page figures. */
export const landingFigureFilters = {
  site_id: referencesFilter(landingColumnWords.site, { note: { zh: '这些站点的落地页。', en: 'Landing pages of these sites.' } }),
  template: severalFilter(landingColumnWords.template, { values: landingTemplates, words: landingTemplateWords }),
  landing_status: severalFilter(
    { zh: '落地页状态', en: 'Landing page status' },
    {
      values: landingStatuses,
      words: landingStatusWords,
      note: { zh: '落地页现在的状态。', en: 'The status the landing page has now.' },
    },
  ),
  ab_group: codeFilter(
    landingColumnWords.ab_group,
    { minLength: 1, maxLength: 20 },
    { zh: '完整的实验分组名。', en: 'The whole name of the A/B group.' },
  ),
};

/** The filters of orders; figures of ads cannot be narrowed by them. */
export const orderFigureFilters = {
  order_type: severalFilter({ zh: '订单类型', en: 'Order type' }, { values: orderTypes, words: orderTypeWords }),
  pay_channel: severalFilter({ zh: '支付渠道', en: 'Payment channel' }, { values: payChannels, words: payChannelWords }),
  payer_country: codesFilter(
    { zh: '付费国家', en: 'Payer’s country' },
    { pattern: '^[A-Z]{2}$' },
    {
      dictionary: 'countries',
      note: {
        zh: '付费用户实际所在的国家，与广告组投放的国家可能不同。ISO 3166 两位代码。',
        en: 'The country the payer really was in, which may differ from the country the ad set targets. ISO 3166 alpha-2.',
      },
    },
  ),
  os: severalFilter({ zh: '系统', en: 'System' }, { values: orderSystems, words: orderSystemWords }),
  order_status: severalFilter({ zh: '订单状态', en: 'Order status' }, { values: paidStatuses, words: orderStatusWords }),
  attribution: severalFilter(
    { zh: '归因', en: 'Attribution' },
    {
      values: attributions,
      words: attributionWords,
      note: {
        zh: '自然量没有广告，只有管理员看得到。',
        en: 'Organic orders belong to no ad; only administrators see them.',
      },
    },
  ),
  amount_from: atLeastFilter(
    { zh: '金额不低于 (USD)', en: 'Amount from (USD)' },
    { zh: '订单金额，整数美元，从 1 起，含。', en: 'Amount of the order in whole US dollars from 1, inclusive.' },
  ),
  amount_to: atMostFilter(
    { zh: '金额不高于 (USD)', en: 'Amount to (USD)' },
    { zh: '订单金额，整数美元，从 1 起，含。', en: 'Amount of the order in whole US dollars from 1, inclusive.' },
  ),
  user_key: textFilter({ zh: '用户标识', en: 'User key' }, { max: 40, note: { zh: '完全匹配。', en: 'Matched exactly.' } }),
  time_basis: choiceFilter(
    { zh: '时间口径', en: 'Dates by' },
    {
      values: timeBases,
      words: timeBasisWords,
      note: {
        zh: 'payment 为广告账户时区的支付日（默认），business 为业务日期；退款计入自己的日期。',
        en: 'payment is the payment date in the time zone of the ad account (default), business the business date; a refund counts on its own date.',
      },
    },
  ),
};

/** All filters of figures. A report declares which of them it has. */
export const reportFilters = {
  ...adFilters,
  ...withinFilters,
  ad_id: referencesFilter(entityLevelWords.ad, { note: { zh: '这些广告。', en: 'These ads.' } }),
  ...dramaFigureFilters,
  ...materialFigureFilters,
  ...pixelFigureFilters,
  ...landingFigureFilters,
  ...orderFigureFilters,
};
