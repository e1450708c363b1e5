import type { AdminEntityRow } from '#contracts/endpoints/admin-entities.ts';
import type { AdBase, CampaignBase, EntityBase, GroupBase } from '#contracts/endpoints/launch-rows.ts';
import type { EffectiveStatus } from '#contracts/vocabulary/launches.ts';
import type { CallContext } from '../../call.ts';
import type { Language } from '../../messages.ts';
import { formatReview, translateReview } from '../../review-words.ts';
import { computeMinBudget } from './budget.rules.ts';
import { listPermits } from './entity-permits.ts';
import type { EntityLevel } from './levels.ts';
import { accountObstacle, type OpenFacts } from './status.rules.ts';

export type RowContext = Pick<CallContext, 'caller' | 'now' | 'language' | 'files'>;

/** The row of each level, without metrics. */
export interface EntityBases {
  campaign: CampaignBase;
  ad_group: GroupBase;
  ad: AdBase;
}

type Dates = 'closed_at' | 'rule_shield_until' | 'created_at' | 'updated_at';

interface CommonColumns extends Omit<EntityBase, Dates | 'status_cause' | 'can'> {
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

/** A row of any level as the database returns it. */
export type EntityRow = CommonColumns & Record<string, unknown>;

const ISSUE_TEXTS: Readonly<Record<string, Record<Language, string>>> = {
  EMPTY: { zh: '没有成功创建的广告', en: 'None of its ads could be created' },
};

/** The readable text of an issue; texts from the channel stay as they are. */
export const issueText = (issue: string, language: Language): string => ISSUE_TEXTS[issue]?.[language] ?? issue;

const CAUSE_TEXTS = {
  missing: { zh: '平台上已找不到该对象', en: 'No longer found on the platform' },
  pushing: { zh: '正在提交到平台', en: 'Being sent to the platform' },
  ads_off: { zh: '其下没有已开启且可投放的广告', en: 'No ad in it is on and able to deliver' },
  push_failed: { zh: '上次提交到平台失败', en: 'The last change could not be sent to the platform' },
} as const;

const CAUSE_BY_STATUS: Readonly<Partial<Record<EffectiveStatus, (found: EntityRow, language: Language) => string | null>>> = {
  ACCOUNT_BLOCKED: ({ undeliverable, account_status, disable_reason }, language) =>
    accountObstacle({ undeliverable, accountStatus: account_status, disableReason: disable_reason })?.text?.[language] ?? null,
  DISAPPROVED: ({ review_feedback }, language) => formatReview(review_feedback ?? {}, language) || null,
  MISSING: (_found, language) => CAUSE_TEXTS.missing[language],
  IN_PROCESS: (_found, language) => CAUSE_TEXTS.pushing[language],
  ADS_OFF: (_found, language) => CAUSE_TEXTS.ads_off[language],
};

/** The reason for the effective status; null when the status explains itself. */
function describeCause(found: EntityRow, language: Language): string | null {
  const describe = CAUSE_BY_STATUS[found.effective_status];
  if (describe !== undefined) return describe(found, language);
  if (found.issue !== null) return issueText(found.issue, language);
  return found.sync_state === 'push_failed' ? CAUSE_TEXTS.push_failed[language] : null;
}

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

function toCommonFields(level: EntityLevel, found: EntityRow, { caller, language }: Pick<RowContext, 'caller' | 'language'>): EntityBase {
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
    status_cause: describeCause(found, language),
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
    can: listPermits(
      {
        level,
        status: found.status,
        syncState: found.sync_state,
        isBlocked: found.undeliverable !== null,
        hasBudget: found.budget_mode !== undefined && found.budget_mode !== null,
        bidStrategy: found.bid_strategy ?? null,
        isOfPost: found.post !== undefined && found.post !== null,
        isAppealable: found.review === 'rejected' && found.appeal === null,
      },
      caller,
    ),
  };
}

/** The people and the authorisation behind an object. */
export type Belonging = Pick<AdminEntityRow, 'department' | 'personal_account'>;

export const toBelonging = ({ department, personal_account }: EntityRow): Belonging => ({ department, personal_account }) as Belonging;

type OwnFields<Level extends EntityLevel> = Omit<EntityBases[Level], keyof EntityBase>;

/** Copies the columns of a level unchanged. */
const pickColumns = <Level extends EntityLevel>(found: EntityRow, keys: readonly (keyof OwnFields<Level>)[]): Partial<OwnFields<Level>> =>
  Object.fromEntries(keys.map((key) => [key, found[key as string]])) as Partial<OwnFields<Level>>;

const BUDGET_KEYS = ['budget_mode', 'daily_budget', 'lifetime_budget', 'spent_pct', 'bid_strategy', 'objective', 'ads'] as const;

const toMinBudget = ({ min_daily_budget, bid_strategy = '' }: EntityRow) => ({
  min_budget: computeMinBudget(min_daily_budget, bid_strategy),
});

function toCampaignFields(found: EntityRow): OwnFields<'campaign'> {
  return {
    ...(pickColumns<'campaign'>(found, [...BUDGET_KEYS, 'platform_campaign_id', 'note', 'groups']) as OwnFields<'campaign'>),
    ...toMinBudget(found),
    start_at: iso(found.start_at),
    stop_at: iso(found.stop_at),
  };
}

function toGroupFields(found: EntityRow): OwnFields<'ad_group'> {
  return {
    ...(pickColumns<'ad_group'>(found, [
      ...BUDGET_KEYS,
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
    ]) as OwnFields<'ad_group'>),
    ...toMinBudget(found),
    start_at: iso(found.start_at),
    end_at: iso(found.end_at),
  };
}

function toAdFields(found: EntityRow, { files, now, language }: Pick<RowContext, 'files' | 'now' | 'language'>): OwnFields<'ad'> {
  return {
    ...(pickColumns<'ad'>(found, [
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
      'description',
      'call_to_action',
      'review',
      'appeal',
    ]) as OwnFields<'ad'>),
    review_feedback: found.review_feedback ? translateReview(found.review_feedback, language) : null,
    cover_url: files.addressIfStored(found.cover_key ?? null, now),
  };
}

/** The row in the form of the contract, without metrics. */
export function toEntityBase<Level extends EntityLevel>(level: Level, found: EntityRow, context: RowContext): EntityBases[Level] {
  const common = toCommonFields(level, found, context);
  const own = level === 'campaign' ? toCampaignFields(found) : level === 'ad_group' ? toGroupFields(found) : toAdFields(found, context);
  return { ...common, ...own } as EntityBases[Level];
}
