import type { AdBase, CampaignBase, EntityBase, GroupBase } from '#contracts/endpoints/launch-rows.ts';
import type { EffectiveStatus } from '#contracts/vocabulary/launches.ts';
import type { CallContext } from '../../call.ts';
import type { Language } from '../../messages.ts';
import { formatReview, translateReview } from '../../review-words.ts';
import { leastBudget } from './budget.rules.ts';
import { permitsOn } from './entity-permits.ts';
import type { EntityLevel } from './levels.ts';
import { accountObstacle, type OpenFacts } from './status.rules.ts';

/** Who reads rows, and when. */
export type Reading = Pick<CallContext, 'caller' | 'now' | 'language' | 'files'>;

/** What a row of each level is, without figures. */
export interface BaseOf {
  campaign: CampaignBase;
  ad_group: GroupBase;
  ad: AdBase;
}

type Dates = 'closed_at' | 'rule_shield_until' | 'created_at' | 'updated_at';

interface FoundCommon extends Omit<EntityBase, Dates | 'status_cause' | 'can'> {
  undeliverable: OpenFacts['account']['undeliverable'];
  account_status: number;
  disable_reason: number;
  min_daily_budget: number;
  platform_id: string | null;
  /** Decimals of the account's currency. */
  exponent: number;
  closed_at: Date | null;
  rule_shield_until: Date | null;
  created_at: Date;
  updated_at: Date;
  bid_strategy?: string;
  budget_mode?: 'daily' | 'lifetime' | null;
  start_at?: Date | null;
  stop_at?: Date | null;
  end_at?: Date | null;
  cover_key?: string | null;
  review_feedback?: Record<string, string> | null;
}

/** A row as the database has it, whatever its level. */
export type FoundEntity = FoundCommon & Record<string, unknown>;

const issues: Readonly<Record<string, Record<Language, string>>> = {
  EMPTY: { zh: '没有成功创建的广告', en: 'None of its ads could be created' },
};

/** An issue as people read it; what the channel said is left as it said it. */
export const issueText = (issue: string, language: Language): string => issues[issue]?.[language] ?? issue;

const causes = {
  missing: { zh: '渠道上已找不到该对象', en: 'The channel does not have it any more' },
  pushing: { zh: '正在提交到渠道', en: 'On its way to the channel' },
  ads_off: { zh: '其下没有已开启且可投放的广告', en: 'None of its ads is on and able to deliver' },
  push_failed: { zh: '上次提交到渠道失败', en: 'The channel did not take the last change' },
} as const;

const whyNot: Readonly<Partial<Record<EffectiveStatus, (found: FoundEntity, language: Language) => string | null>>> = {
  ACCOUNT_BLOCKED: ({ undeliverable, account_status, disable_reason }, language) =>
    accountObstacle({ undeliverable, accountStatus: account_status, disableReason: disable_reason })?.text?.[language] ?? null,
  DISAPPROVED: ({ review_feedback }, language) => formatReview(review_feedback ?? {}, language) || null,
  MISSING: (_found, language) => causes.missing[language],
  IN_PROCESS: (_found, language) => causes.pushing[language],
  ADS_OFF: (_found, language) => causes.ads_off[language],
};

/** Why it comes to what it comes to, in words; null where the status says all. */
function causeOf(found: FoundEntity, language: Language): string | null {
  const why = whyNot[found.effective_status];
  if (why !== undefined) return why(found, language);
  if (found.issue !== null) return issueText(found.issue, language);
  return found.sync_state === 'push_failed' ? causes.push_failed[language] : null;
}

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** What a row of any level has. */
function commonOf(level: EntityLevel, found: FoundEntity, { caller, language }: Pick<Reading, 'caller' | 'language'>): EntityBase {
  return {
    id: found.id,
    version: found.version,
    name: found.name,
    biz: found.biz,
    channel: found.channel,
    account: found.account,
    content: found.content,
    target_roi: found.target_roi,
    owner: found.owner,
    status: found.status,
    effective_status: found.effective_status,
    status_cause: causeOf(found, language),
    scheme: found.scheme,
    source: found.source,
    closed_by: found.closed_by,
    closed_at: iso(found.closed_at),
    closer: found.closer,
    issue: found.issue,
    sync_state: found.sync_state,
    locked_by_batch: found.locked_by_batch,
    rule_shield_until: iso(found.rule_shield_until),
    created_at: found.created_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    can: permitsOn(
      {
        level,
        status: found.status,
        syncState: found.sync_state,
        isBlocked: found.undeliverable !== null,
        hasBudget: found.budget_mode !== undefined && found.budget_mode !== null,
        bidStrategy: found.bid_strategy ?? null,
      },
      caller,
    ),
  };
}

type Own<Level extends EntityLevel> = Omit<BaseOf[Level], keyof EntityBase>;

/** Takes the columns of a level over as they are. */
const taken = <Level extends EntityLevel>(found: FoundEntity, keys: readonly (keyof Own<Level>)[]): Partial<Own<Level>> =>
  Object.fromEntries(keys.map((key) => [key, found[key as string]])) as Partial<Own<Level>>;

const budgetKeys = ['budget_mode', 'daily_budget', 'lifetime_budget', 'spent_pct', 'bid_strategy', 'objective', 'ads'] as const;

const minBudget = ({ min_daily_budget, bid_strategy = '' }: FoundEntity) => ({ min_budget: leastBudget(min_daily_budget, bid_strategy) });

function campaignOf(found: FoundEntity): Own<'campaign'> {
  return {
    ...(taken<'campaign'>(found, [...budgetKeys, 'platform_campaign_id', 'groups']) as Own<'campaign'>),
    ...minBudget(found),
    start_at: iso(found.start_at),
    stop_at: iso(found.stop_at),
  };
}

function groupOf(found: FoundEntity): Own<'ad_group'> {
  return {
    ...(taken<'ad_group'>(found, [
      ...budgetKeys,
      'campaign',
      'platform_adset_id',
      'optimization_goal',
      'billing_event',
      'bid_amount',
      'roas_floor_bp',
      'pixel',
      'custom_event_type',
      'attribution',
      'countries',
      'targeting',
      'learning_stage',
      'learning_events',
    ]) as Own<'ad_group'>),
    ...minBudget(found),
    start_at: iso(found.start_at),
    end_at: iso(found.end_at),
  };
}

function adOf(found: FoundEntity, { files, now, language }: Pick<Reading, 'files' | 'now' | 'language'>): Own<'ad'> {
  return {
    ...(taken<'ad'>(found, [
      'campaign',
      'group',
      'platform_ad_id',
      'objective',
      'material',
      'post',
      'homepage',
      'landing',
      'landing_url',
      'pixel',
      'primary_text',
      'headline',
      'call_to_action',
      'review',
    ]) as Own<'ad'>),
    review_feedback: found.review_feedback ? translateReview(found.review_feedback, language) : null,
    cover_url: files.addressIfStored(found.cover_key ?? null, now),
  };
}

/** A row as the contract has it, without figures. */
export function baseOf<Level extends EntityLevel>(level: Level, found: FoundEntity, reading: Reading): BaseOf[Level] {
  const common = commonOf(level, found, reading);
  const own = level === 'campaign' ? campaignOf(found) : level === 'ad_group' ? groupOf(found) : adOf(found, reading);
  return { ...common, ...own } as BaseOf[Level];
}
