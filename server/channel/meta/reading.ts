import { AdPlatformError, type Level, type RemoteEntity, type Tok } from '../ad-platform.ts';
import { isReadable } from './accounts.ts';
import { readAttribution } from './goals.ts';
import { type Answer, answersOf, asAnswer, optionalAnswer, optionalNumber, optionalText, textOf, textsOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { isMissing } from './graph/errors.ts';
import type { Parameters } from './graph/form.ts';
import { readAll } from './graph/paging.ts';
import { accountNode, imageAssetId } from './ids.ts';
import { readTargeting } from './targeting.ts';
import { readInstant, toSeconds } from './times.ts';

export const edgeOf = { campaign: 'campaigns', ad_group: 'adsets', ad: 'ads' } as const satisfies Record<Level, string>;

const COMMON_FIELDS = ['id', 'name', 'status', 'effective_status', 'created_time', 'updated_time', 'adlabels{name}'] as const;
const ISSUES = 'issues_info{level,error_code,error_summary,error_message}';

export const entityFields = {
  campaign: [
    ...COMMON_FIELDS,
    ISSUES,
    'objective',
    'bid_strategy',
    'daily_budget',
    'lifetime_budget',
    'spend_cap',
    'special_ad_categories',
    'special_ad_category_country',
    'start_time',
    'stop_time',
  ],
  ad_group: [
    ...COMMON_FIELDS,
    ISSUES,
    'campaign_id',
    'optimization_goal',
    'billing_event',
    'bid_amount',
    'bid_constraints{roas_average_floor}',
    'daily_budget',
    'lifetime_budget',
    'promoted_object{pixel_id,custom_event_type}',
    'attribution_spec{event_type,window_days}',
    'targeting',
    'dsa_beneficiary',
    'dsa_payor',
    'start_time',
    'end_time',
  ],
  ad: [
    ...COMMON_FIELDS,
    ISSUES,
    'adset_id',
    'ad_review_feedback{global}',
    'creative{id,object_story_id,effective_object_story_id,object_story_spec,url_tags,call_to_action_type}',
  ],
} as const satisfies Record<Level, readonly string[]>;

type Status = RemoteEntity['status'];
const STATUSES: readonly string[] = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] satisfies Status[];
const isStatus = (text: string): text is Status => STATUSES.includes(text);

function statusOf(row: Answer): Status {
  const status = textOf(row, 'status');
  if (isStatus(status)) return status;
  throw new AdPlatformError('down', {
    code: 2,
    title: 'Unreadable answer',
    userMessage: 'The platform reports a status that is not known.',
  });
}

/** Amounts come as text; an absent budget may come as 0. */
const amountOf = (row: Answer, field: string): number | null => optionalNumber(row, field) || null;
const instantOf = (row: Answer, field: string): Date | null => readInstant(optionalText(row, field));

function requireInstant(row: Answer, field: string): Date {
  const at = instantOf(row, field);
  if (at === null) throw new AdPlatformError('down', { code: 2, title: 'Unreadable answer', userMessage: `The answer lacks ${field}.` });
  return at;
}

function reviewFeedbackOf(row: Answer): Record<string, string> | null {
  const feedback = optionalAnswer(row, 'ad_review_feedback');
  const policies = feedback === null ? null : optionalAnswer(feedback, 'global');
  if (policies === null) return null;
  const texts = Object.entries(policies).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []));
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

function issueOf(row: Answer): string | null {
  const [issue] = answersOf(row, 'issues_info');
  return issue === undefined ? null : (optionalText(issue, 'error_message') ?? optionalText(issue, 'error_summary'));
}

function common(row: Answer, parentField: string | null) {
  const [label] = answersOf(row, 'adlabels');
  return {
    id: textOf(row, 'id'),
    parent_id: parentField === null ? null : textOf(row, parentField),
    name: textOf(row, 'name'),
    status: statusOf(row),
    effective_status: textOf(row, 'effective_status'),
    review_feedback: reviewFeedbackOf(row),
    // Appeals are made on the network's own pages and cannot be read.
    appeal: null,
    issue: issueOf(row),
    tag: label === undefined ? null : optionalText(label, 'name'),
    created_at: requireInstant(row, 'created_time'),
    updated_at: requireInstant(row, 'updated_time'),
  };
}

const readCampaign = (row: Answer): RemoteEntity => ({
  level: 'campaign',
  ...common(row, null),
  spec: {
    objective: textOf(row, 'objective'),
    bid_strategy: optionalText(row, 'bid_strategy'),
    daily_budget: amountOf(row, 'daily_budget'),
    lifetime_budget: amountOf(row, 'lifetime_budget'),
    spend_cap: amountOf(row, 'spend_cap'),
    special_ad_categories: textsOf(row, 'special_ad_categories').filter((category) => category !== 'NONE'),
    special_ad_countries: textsOf(row, 'special_ad_category_country'),
    start_at: instantOf(row, 'start_time'),
    stop_at: instantOf(row, 'stop_time'),
  },
});

function readGroup(row: Answer): RemoteEntity {
  const promoted = optionalAnswer(row, 'promoted_object');
  const constraints = optionalAnswer(row, 'bid_constraints');
  return {
    level: 'ad_group',
    ...common(row, 'campaign_id'),
    spec: {
      optimization_goal: textOf(row, 'optimization_goal'),
      billing_event: textOf(row, 'billing_event'),
      bid_amount: amountOf(row, 'bid_amount'),
      // Both count in ten-thousandths.
      roas_floor_bp: constraints === null ? null : amountOf(constraints, 'roas_average_floor'),
      daily_budget: amountOf(row, 'daily_budget'),
      lifetime_budget: amountOf(row, 'lifetime_budget'),
      pixel_id: promoted === null ? null : optionalText(promoted, 'pixel_id'),
      custom_event_type: promoted === null ? null : optionalText(promoted, 'custom_event_type'),
      attribution: readAttribution(answersOf(row, 'attribution_spec')),
      targeting: readTargeting(optionalAnswer(row, 'targeting')),
      beneficiary: optionalText(row, 'dsa_beneficiary'),
      payer: optionalText(row, 'dsa_payor'),
      start_at: instantOf(row, 'start_time'),
      end_at: instantOf(row, 'end_time'),
    },
  };
}

/** The texts of a creative, wherever its kind keeps them. */
function readCreative(creative: Answer) {
  const post_id = optionalText(creative, 'object_story_id');
  const story = optionalAnswer(creative, 'object_story_spec') ?? {};
  const video = optionalAnswer(story, 'video_data');
  const link = optionalAnswer(story, 'link_data');
  const button = optionalAnswer(video ?? link ?? {}, 'call_to_action');
  const target = button === null ? null : optionalAnswer(button, 'value');
  const hash = link === null ? null : optionalText(link, 'image_hash');
  const asset = video === null ? (hash === null ? null : imageAssetId(hash)) : optionalText(video, 'video_id');
  return {
    page_id: optionalText(story, 'page_id') ?? post_id?.split('_')[0] ?? '',
    post_id,
    asset_id: post_id === null ? asset : null,
    primary_text: optionalText(video ?? link ?? {}, 'message') ?? '',
    headline: optionalText(video ?? {}, 'title') ?? optionalText(link ?? {}, 'name'),
    description: optionalText(video ?? {}, 'link_description') ?? optionalText(link ?? {}, 'description'),
    call_to_action: (button === null ? null : optionalText(button, 'type')) ?? optionalText(creative, 'call_to_action_type') ?? 'NO_BUTTON',
    link: (target === null ? null : optionalText(target, 'link')) ?? optionalText(link ?? {}, 'link'),
    url_tags: optionalText(creative, 'url_tags') ?? '',
  };
}

const readAd = (row: Answer): RemoteEntity => ({
  level: 'ad',
  ...common(row, 'adset_id'),
  spec: readCreative(asAnswer(row['creative'], 'creative')),
});

const readers = { campaign: readCampaign, ad_group: readGroup, ad: readAd } as const satisfies Record<Level, (row: Answer) => RemoteEntity>;

/** Null when the object is gone. The network answers the same for an object of others, so the account decides which of both it is. */
export async function entityState(graph: Graph, t: Tok, account: string, level: Level, id: string): Promise<RemoteEntity | null> {
  const parameters = { fields: entityFields[level].join(',') };
  try {
    return readers[level](await graph.call({ method: 'GET', path: `/${id}`, token: t.token, account, parameters }));
  } catch (error) {
    if (isMissing(error) && (await isReadable(graph, t, account))) return null;
    throw error;
  }
}

/** Every state in which an object is listed. Archived objects are listed on request only, and deleted ones never. */
const LISTED_STATUSES: Readonly<Record<Level, readonly string[]>> = {
  campaign: ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
  ad_group: ['ACTIVE', 'PAUSED', 'ARCHIVED', 'CAMPAIGN_PAUSED', 'IN_PROCESS', 'WITH_ISSUES'],
  ad: [
    'ACTIVE',
    'PAUSED',
    'ARCHIVED',
    'ADSET_PAUSED',
    'CAMPAIGN_PAUSED',
    'PENDING_REVIEW',
    'PREAPPROVED',
    'DISAPPROVED',
    'PENDING_BILLING_INFO',
    'IN_PROCESS',
    'WITH_ISSUES',
  ],
};

/** States that may end without the time of the last change moving. */
const UNSETTLED_STATUSES = ['PENDING_REVIEW', 'PREAPPROVED', 'IN_PROCESS', 'WITH_ISSUES', 'DISAPPROVED'];

/** Changes shortly before the last run may have been listed too late for it. */
const OVERLAP_MS = 10 * 60_000;

async function* list(graph: Graph, t: Tok, account: string, level: Level, parameters: Parameters): AsyncGenerator<RemoteEntity> {
  const rows = readAll(graph, {
    path: `/${accountNode(account)}/${edgeOf[level]}`,
    token: t.token,
    account,
    isBackground: true,
    parameters: { fields: entityFields[level].join(','), effective_status: LISTED_STATUSES[level], ...parameters },
  });
  for await (const row of rows) yield readers[level](row);
}

const changedFilter = (level: Level, since: number): Parameters =>
  level === 'campaign'
    ? { filtering: [{ field: 'campaign.updated_time', operator: 'GREATER_THAN', value: since }] }
    : { updated_since: since };

/**
 * Campaigns, then ad groups, then ads that changed since then, without deleted ones. Ads whose review is open or went against them are
 * listed each time, because the end of a review may not count as a change.
 */
export async function* changedSince(graph: Graph, t: Tok, account: string, since: Date): AsyncGenerator<RemoteEntity> {
  const from = toSeconds(new Date(Math.max(0, since.getTime() - OVERLAP_MS)));
  for (const level of ['campaign', 'ad_group', 'ad'] as const) {
    const listed = new Set<string>();
    for await (const entity of list(graph, t, account, level, from === 0 ? {} : changedFilter(level, from))) {
      listed.add(entity.id);
      yield entity;
    }
    if (level !== 'ad' || from === 0) continue;
    for await (const ad of list(graph, t, account, level, { effective_status: UNSETTLED_STATUSES })) if (!listed.has(ad.id)) yield ad;
  }
}
