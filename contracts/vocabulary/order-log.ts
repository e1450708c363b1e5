import { bizLines, bizNote, bizWords } from './business-lines.ts';
import { adFilters, launchColumnWords } from './launch-filters.ts';
import { orderColumnWords } from './order-list.ts';
import { capiStatuses, capiStatusWords, orderStatuses, orderStatusWords } from './orders.ts';
import { landingFigureFilters, orderFigureFilters } from './report-filters.ts';
import {
  choiceFilter,
  firstDayFilter,
  keywordFilter,
  lastDayFilter,
  referenceFilter,
  severalFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

/** The moment of an order that its dates are compared with. */
export const orderLogBases = ['ordered', 'paid', 'refunded', 'business'] as const;
export type OrderLogBasis = (typeof orderLogBases)[number];
export const orderLogBasisWords: WordsOf<OrderLogBasis> = {
  ordered: { zh: '下单时间', en: 'Ordered' },
  paid: { zh: '支付时间', en: 'Paid' },
  refunded: { zh: '退款时间', en: 'Refunded' },
  business: { zh: '业务日期', en: 'Business date' },
};

/** The labels of the columns of the order list. */
export const orderLogColumnWords = {
  order_no: orderColumnWords.order_no,
  external_no: { zh: '外部单号', en: 'External no.' },
  status: orderColumnWords.status,
  order_type: orderColumnWords.order_type,
  biz: launchColumnWords.biz,
  site: { zh: '站点', en: 'Site' },
  content: orderColumnWords.content,
  amount: orderColumnWords.amount,
  currency: orderColumnWords.currency,
  amount_usd: orderColumnWords.amount_usd,
  fee_usd: { zh: '手续费 (USD)', en: 'Fee (USD)' },
  refund_usd: orderColumnWords.refund_usd,
  pay_channel: orderColumnWords.pay_channel,
  user_key: orderColumnWords.user_key,
  country: orderColumnWords.country,
  os: orderColumnWords.os,
  owner: launchColumnWords.owner,
  account: launchColumnWords.account,
  campaign: launchColumnWords.campaign,
  ad: orderColumnWords.ad,
  material: orderColumnWords.material,
  landing: launchColumnWords.landing,
  attribution: { zh: '归因', en: 'Attribution' },
  cohort_date: { zh: '获客日期', en: 'Acquired on' },
  day_n: orderColumnWords.day_n,
  ordered_at: { zh: '下单时间', en: 'Ordered at' },
  paid_at: orderColumnWords.paid_at,
  refunded_at: orderColumnWords.refunded_at,
  stat_date: { zh: '账户日期', en: 'Account date' },
  biz_date: { zh: '业务日期', en: 'Business date' },
  capi_status: orderColumnWords.capi_status,
} satisfies Record<string, Words>;
export type OrderLogColumn = keyof typeof orderLogColumnWords;

const dates: Words = { zh: '日期', en: 'Dates' };

/** The filters of the list of all orders. */
export const orderLogFilters = {
  date_from: firstDayFilter(dates, {
    lastDay: 'date_to',
    note: {
      zh: '按 time_basis 的时间，含当天；时间按读者的时区，业务日期按业务时区。',
      en: 'By the moment that time_basis names, inclusive: instants in the time zone of the reader, or the business date.',
    },
  }),
  date_to: lastDayFilter(dates, { zh: '同上，含当天。', en: 'The same, inclusive.' }),
  time_basis: choiceFilter(
    { zh: '时间口径', en: 'Dates by' },
    {
      values: orderLogBases,
      words: orderLogBasisWords,
      note: {
        zh: '日期与排序所用的时间，默认下单；paid 与 refunded 只含已支付、已退款的订单。',
        en: 'What dates and order go by, the ordering when absent; paid and refunded leave out orders without that moment.',
      },
    },
  ),
  keyword: keywordFilter(
    { zh: '订单号、外部单号或用户标识', en: 'Order no., external no. or user key' },
    {
      zh: '完全匹配；与某个订单号相同时，不看日期。',
      en: 'Matched exactly; where it is the number of an order, dates are ignored.',
    },
  ),
  status: severalFilter(orderColumnWords.status, { values: orderStatuses, words: orderStatusWords }),
  order_type: orderFigureFilters.order_type,
  pay_channel: orderFigureFilters.pay_channel,
  biz: choiceFilter(launchColumnWords.biz, { values: bizLines, words: bizWords, note: bizNote }),
  attribution: severalFilter(orderFigureFilters.attribution.label, {
    values: orderFigureFilters.attribution.values,
    words: orderFigureFilters.attribution.words,
    note: { zh: 'none 为自然量，不属于任何广告。', en: 'none: organic orders, which belong to no ad.' },
  }),
  site_id: { ...landingFigureFilters.site_id, note: { zh: '这些站点的订单。', en: 'Orders of these sites.' } },
  drama_id: adFilters.drama_id,
  product_id: adFilters.product_id,
  user_id: adFilters.user_id,
  ad_account_id: adFilters.ad_account_id,
  payer_country: orderFigureFilters.payer_country,
  os: orderFigureFilters.os,
  amount_from: orderFigureFilters.amount_from,
  amount_to: orderFigureFilters.amount_to,
  capi_status: severalFilter(orderColumnWords.capi_status, { values: capiStatuses, words: capiStatusWords }),
  id: referenceFilter({ zh: '记录编号', en: 'Entry ID' }, { zh: '只要这一条，不看日期。', en: 'This entry alone, whatever its dates.' }),
};
