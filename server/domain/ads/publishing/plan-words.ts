import type { PlanFinding, PublishWarning } from '#contracts/endpoints/publish.ts';
import { formatInstant } from '../../instants.ts';
import { type Language, reasonText, ruleText } from '../../messages.ts';
import type { Refusal } from '../../refusal.ts';
import type { PlanWarning } from './plan-findings.ts';

const formatUsd = (cents: number): string => `${(cents / 100).toFixed(2)} USD`;

type Data = PlanWarning['data'];
const warningTexts: Readonly<Record<PublishWarning, (data: Data, timezone: string) => Readonly<Record<Language, string>>>> = {
  MATERIAL_USED: ({ material, account }) => ({
    zh: `素材「${material}」近 7 天已在账户 ${account} 投放`,
    en: `The creative “${material}” has been running in ${account} within the last 7 days`,
  }),
  SITE_UNVERIFIED: ({ site }) => ({ zh: `站点 ${site} 未通过验证`, en: `The site ${site} is not verified` }),
  TOKEN_EXPIRING: ({ account, name, at }, timezone) => {
    const when = formatInstant(new Date(String(at)), timezone);
    return {
      zh: `账户 ${account} 的授权（${name}）将于 ${when} 到期`,
      en: `The authorisation of ${account} by ${name} expires at ${when}`,
    };
  },
  BUDGET_SURGE: ({ account, usd_day, yesterday_usd }) =>
    yesterday_usd === 0
      ? {
          zh: `账户 ${account} 昨天没有消耗，本次每日预算为 ${formatUsd(Number(usd_day))}`,
          en: `${account} spent nothing yesterday and now gets ${formatUsd(Number(usd_day))} a day`,
        }
      : {
          zh: `账户 ${account} 本次每日预算 ${formatUsd(Number(usd_day))}，超过其昨天消耗 ${formatUsd(Number(yesterday_usd))} 的 3 倍`,
          en: `${account} gets ${formatUsd(Number(usd_day))} a day, over 3 times the ${formatUsd(Number(yesterday_usd))} it spent yesterday`,
        },
  PAGE_UNSURE: ({ account, name, homepage }) => ({
    zh: `无法确认账户「${account}」的授权人 ${name} 能否用主页「${homepage}」投放；如果不能，该账户的广告会创建失败`,
    en: `Could not confirm that ${name}, who authorised ${account}, may advertise with the Page “${homepage}”: if not, the ads in this account will fail`,
  }),
  NAME_USED: ({ campaign, account }) => ({
    zh: `账户「${account}」已有名为「${campaign}」的广告系列`,
    en: `${account} already has a campaign named “${campaign}”`,
  }),
  POST_USED: ({ post, account }) => ({
    zh: `帖子「${post}」近 7 天已在账户 ${account} 投放`,
    en: `The post “${post}” has been running in ${account} within the last 7 days`,
  }),
  PAYERS_INCLUDED: () => ({ zh: '受众没有排除已付费的人', en: 'The audience includes people who have paid before' }),
};

export interface Reader {
  language: Language;
  timezone: string;
}

/** An error in the language of its reader. */
export function toErrorFinding({ reason, data, words, faults, text }: Refusal, { language }: Reader): PlanFinding {
  const [fault] = faults;
  if (fault !== undefined) {
    const { field, rule, params = {} } = fault;
    return { reason, text: ruleText(rule, language, field, params), data: { field, rule, ...params } };
  }
  return { reason, text: text?.[language] ?? reasonText(reason, language, { ...data, ...words }), data: { ...data, ...words } };
}

export const toWarningFinding = ({ reason, data }: PlanWarning, { language, timezone }: Reader): PlanFinding => ({
  reason,
  text: warningTexts[reason](data, timezone)[language],
  data: { ...data },
});
