import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { previewPublish, PlanNode as WireNode } from '#contracts/endpoints/publish.ts';
import type { SchemeDetail } from '#contracts/endpoints/schemes.ts';
import { type CreativeSource, schemeLimits, type UnfinishedBody } from '#contracts/rules/scheme-body.ts';
import { creativeSlots, type PlannedCounts, plannedCounts } from '#contracts/rules/scheme-expansion.ts';
import { isFinished } from '#contracts/rules/scheme-rules.ts';
import { bizLines } from '#contracts/vocabulary/business-lines.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import {
  arrayMinimum,
  arrayRange,
  faultsIn,
  firstFault,
  itemsMaximum,
  numberRange,
  required,
  requiredChoice,
  validNumber,
} from '../kernel/form/field-rules.ts';
import { moneyFault, toMajor } from '../kernel/form/money.ts';
import { type Biz, isInstant } from '../parts/schemes/scheme-values.ts';

/** The steps of a publish, in order. */
export const steps = ['accounts', 'content', 'identity', 'preview', 'order'] as const;
export type Step = (typeof steps)[number];

export const MAX_ACCOUNTS = 50;
export const MAX_CREATIVES = 200;
export const MAX_CONTENTS = 10;
export const MAX_ADS = 500;
export const MAX_NODE_NAME_LENGTH = 400;

/** What one account uses instead of what the others do. */
export interface AccountOverride {
  homepage_id?: number | undefined;
  pixel_id?: number | undefined;
  /** Dollars, as typed. */
  budget_usd?: number | undefined;
}

/** A drama or product to publish, with its creatives and landing pages. */
export interface ContentChoice {
  content_id: number;
  material_ids: number[];
  post_ids: number[];
  landing_page_ids: number[];
}

/** The values of a publish besides its scheme. */
export interface PublishValues {
  scheme_id: number | undefined;
  /** The version when the scheme was chosen: later versions do not change the publish. */
  scheme_version: number | undefined;
  /** The scheme's business line and the source of its creatives. */
  biz: Biz | '';
  source: CreativeSource | '';
  /** The scheme and version from which pages and pixel were filled in. */
  filledFrom: string;
  ad_account_ids: number[];
  /** Id of a drama or a product. */
  content_id: number | undefined;
  material_ids: number[];
  post_ids: number[];
  /** The other dramas or products; the fields above and the landing pages belong to the one being edited. */
  further: ContentChoice[];
  /** The place of the one being edited among all of them. */
  content_at: number;
  /** Override those of the scheme unless empty. */
  primary_texts: string[];
  headlines: string[];
  descriptions: string[];
  landing_page_ids: number[];
  homepage_ids: number[];
  pixel_id: number | undefined;
  /** Dollars, as typed; undefined: as in the scheme. The same holds for the fields below. */
  budget_usd: number | undefined;
  start: 'scheme' | 'now' | 'at';
  start_at: string;
  end: 'scheme' | 'none' | 'at';
  end_at: string;
  initial_status: 'scheme' | 'ACTIVE' | 'PAUSED';
  /** By the id of the account. Those of accounts that are not chosen any more are ignored. */
  account_overrides: Record<string, AccountOverride>;
  /** Changed names, by the place in the tree. */
  renames: Record<string, string>;
  /** Ads that are left out, by the place in the tree. */
  left_out: string[];
}

export const blankPublish: PublishValues = {
  scheme_id: undefined,
  scheme_version: undefined,
  biz: '',
  source: '',
  filledFrom: '',
  ad_account_ids: [],
  content_id: undefined,
  material_ids: [],
  post_ids: [],
  further: [],
  content_at: 0,
  primary_texts: [],
  headlines: [],
  descriptions: [],
  landing_page_ids: [],
  homepage_ids: [],
  pixel_id: undefined,
  budget_usd: undefined,
  start: 'scheme',
  start_at: '',
  end: 'scheme',
  end_at: '',
  initial_status: 'scheme',
  account_overrides: {},
  renames: {},
  left_out: [],
};

/** The fields of its scheme that a publish needs. */
export type KnownTemplate = Pick<
  SchemeDetail,
  'id' | 'name' | 'biz' | 'channel' | 'status' | 'shown_version' | 'current_version' | 'can'
> & { body: UnfinishedBody };

export type Plan = Omit<ReplyOf<typeof previewPublish>, 'tree'> & { tree: PlanNode[] };
export type PlanNode = WireNode;

/** Fills in the values of a scheme once; they can be changed afterwards. */
export function fillFromScheme(values: PublishValues, scheme: KnownTemplate): PublishValues {
  const from = `${scheme.id}@${scheme.shown_version}`;
  const { identity, creative } = scheme.body;
  const pinned = { ...values, scheme_version: scheme.shown_version, biz: scheme.biz, source: creative.source, filledFrom: from };
  if (values.filledFrom === from) return pinned;
  return {
    ...pinned,
    // What was chosen before any scheme stays for this one.
    ...(values.biz !== '' && values.biz !== scheme.biz && { content_id: undefined, material_ids: [], content_at: 0 }),
    further: (values.biz === scheme.biz ? values.further : []).map((choice) => ({ ...choice, landing_page_ids: [] })),
    landing_page_ids: identity.landing_mode === 'fixed' ? identity.landing_page_ids : [],
    homepage_ids: identity.homepage_ids,
    pixel_id: identity.pixel_mode === 'fixed' ? (identity.pixel_id ?? undefined) : undefined,
    account_overrides: {},
    renames: {},
    left_out: [],
  };
}

/** The overrides of the chosen accounts, in the order of the accounts. */
export const overridesOf = ({
  ad_account_ids,
  account_overrides,
}: Pick<PublishValues, 'ad_account_ids' | 'account_overrides'>): ({ ad_account_id: number } & AccountOverride)[] =>
  ad_account_ids.flatMap((id) => (account_overrides[id] ? { ad_account_id: id, ...account_overrides[id] } : []));

/** Changes the override of one account; without any value left, the account has none. */
export function changeOverride(
  overrides: PublishValues['account_overrides'],
  accountId: number,
  changes: AccountOverride,
): PublishValues['account_overrides'] {
  const override = Object.entries({ ...overrides[accountId], ...changes }).filter(([, value]) => value !== undefined);
  const others = Object.entries(overrides).filter(([id]) => id !== String(accountId));
  return Object.fromEntries(override.length === 0 ? others : [...others, [String(accountId), Object.fromEntries(override)]]);
}

/** All dramas or products of the publish, in their order. */
export function contentsOf({ content_id, material_ids, post_ids, landing_page_ids, further, content_at }: PublishValues): ContentChoice[] {
  if (content_id === undefined) return further;
  return further.toSpliced(content_at, 0, { content_id, material_ids, post_ids, landing_page_ids });
}

/** Edits another drama or product of the publish. */
export function openContent(values: PublishValues, at: number): Partial<PublishValues> {
  const all = contentsOf(values);
  return { ...NO_CONTENT, ...all[at], further: all.toSpliced(at, 1), content_at: at };
}

/** Edits a new drama or product, after the others. */
export function addContent(values: PublishValues): Partial<PublishValues> {
  const all = contentsOf(values);
  return { ...NO_CONTENT, further: all, content_at: all.length };
}

/** Removes the drama or product that is being edited, and edits the one before it. */
export function removeContent({ further, content_at }: PublishValues): Partial<PublishValues> {
  const at = Math.max(0, content_at - 1);
  return { ...NO_CONTENT, ...further[at], further: further.toSpliced(at, 1), content_at: at };
}

const NO_CONTENT = { content_id: undefined, material_ids: [], post_ids: [], landing_page_ids: [] };

type Creatives = Pick<ContentChoice, 'material_ids' | 'post_ids'>;

/** Number of chosen creatives, of the kind that the scheme uses. */
export const creativesOf = ({ material_ids, post_ids }: Creatives, scheme: KnownTemplate | undefined): number =>
  (scheme?.body.creative.source === 'post' ? post_ids : material_ids).length;

/** The numbers of objects to create so far, with the slots and overflow of the drama or product being edited; undefined while the scheme is unknown or unfinished. */
export function countsOf(values: PublishValues, scheme: KnownTemplate | undefined): PlannedCounts | undefined {
  if (!scheme || !isFinished(scheme.body)) return undefined;
  const { body } = scheme;
  const accounts = values.ad_account_ids.length;
  const counts = plannedCounts(body, { accounts, creatives: creativesOf(values, scheme) });
  return values.further
    .map((choice) => plannedCounts(body, { accounts, creatives: creativesOf(choice, scheme) }))
    .reduce(
      (sum, { campaigns, groups, ads }) => ({
        ...sum,
        campaigns: sum.campaigns + campaigns,
        groups: sum.groups + groups,
        ads: sum.ads + ads,
      }),
      counts,
    );
}

const DAY_BUDGETS = schemeLimits.budgetUsd.map((cents) => toMajor(cents, 'USD')) as [number, number];

/** The fault of the budget of a single account. */
export const overrideBudgetFault = ({ budget_usd }: AccountOverride): FieldFault | undefined =>
  firstFault(budget_usd, validNumber, numberRange(...DAY_BUDGETS)) ?? moneyFault(budget_usd, 'USD');

/** Too many creatives for the available slots, or too many ads for one order. */
function roomFault(values: PublishValues, scheme: KnownTemplate | undefined): FieldFault | undefined {
  const counts = countsOf(values, scheme);
  if (!counts) return undefined;
  if (counts.overflow > 0) return { rule: 'creativesMost', params: { count: creativesOf(values, scheme), limit: counts.slots } };
  return counts.ads > MAX_ADS ? { rule: 'adsMost', params: { count: counts.ads, limit: MAX_ADS } } : undefined;
}

/** The other dramas or products need creatives too, as many as fit. */
function furtherFault({ further }: PublishValues, scheme: KnownTemplate | undefined): FieldFault | undefined {
  if (!scheme) return undefined;
  const slots = isFinished(scheme.body) ? creativeSlots(scheme.body) : MAX_CREATIVES;
  const isWrong = (choice: ContentChoice) =>
    creativesOf(choice, scheme) === 0 || creativesOf(choice, scheme) > Math.min(slots, MAX_CREATIVES);
  return further.some(isWrong) ? { rule: 'furtherCreatives', params: { limit: slots } } : undefined;
}

const noneBlank = (values: readonly string[]): FieldFault | undefined =>
  values.some((value) => value.trim() === '') ? { rule: 'blank' } : undefined;

const checkCreatives = (ids: readonly number[]): FieldFault | undefined => firstFault(ids, arrayMinimum(1), arrayRange(1, MAX_CREATIVES));

const checkTime = (chosen: string, at: string): FieldFault | undefined => {
  if (chosen !== 'at') return undefined;
  return firstFault(at, required) ?? (isInstant(at) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } });
};

/** All current faults. Fields that depend on the scheme are not checked before it is known. */
export function checkPublish(values: PublishValues, scheme: KnownTemplate | undefined): FieldFaults<PublishValues> {
  const isOfPosts = scheme?.body.creative.source === 'post';
  const isFixed = scheme?.body.identity.landing_mode === 'fixed';
  const room = roomFault(values, scheme);
  return faultsIn<PublishValues>({
    scheme_id:
      firstFault(values.scheme_id, requiredChoice) ?? (scheme && scheme.status !== 'enabled' ? { rule: 'schemeNotEnabled' } : undefined),
    ad_account_ids: firstFault(values.ad_account_ids, arrayMinimum(1), arrayRange(1, MAX_ACCOUNTS)),
    content_id:
      firstFault(values.content_id, requiredChoice) ??
      (values.further.some(({ content_id }) => content_id === values.content_id) ? { rule: 'uniqueItems' } : undefined),
    further: furtherFault(values, scheme),
    material_ids: scheme && !isOfPosts ? (checkCreatives(values.material_ids) ?? room) : undefined,
    post_ids: isOfPosts ? (checkCreatives(values.post_ids) ?? room) : undefined,
    primary_texts: firstFault(values.primary_texts, arrayRange(0, schemeLimits.texts), noneBlank, itemsMaximum(schemeLimits.textLength)),
    headlines: firstFault(values.headlines, arrayRange(0, schemeLimits.texts), noneBlank, itemsMaximum(schemeLimits.headlineLength)),
    descriptions: firstFault(values.descriptions, arrayRange(0, schemeLimits.texts), noneBlank, itemsMaximum(schemeLimits.headlineLength)),
    landing_page_ids: firstFault(values.landing_page_ids, ...(isFixed ? [arrayMinimum(1)] : []), arrayRange(0, schemeLimits.landings)),
    homepage_ids:
      scheme && !isOfPosts ? firstFault(values.homepage_ids, arrayMinimum(1), arrayRange(1, schemeLimits.homepages)) : undefined,
    budget_usd: firstFault(values.budget_usd, validNumber, numberRange(...DAY_BUDGETS)) ?? moneyFault(values.budget_usd, 'USD'),
    account_overrides: overridesOf(values).map(overrideBudgetFault).find(Boolean),
    start_at: checkTime(values.start, values.start_at),
    end_at: checkTime(values.end, values.end_at),
  });
}

/** The fields of each step. */
export const fieldsOn: Record<Step, readonly (keyof PublishValues)[]> = {
  accounts: ['scheme_id', 'ad_account_ids'],
  content: ['content_id', 'material_ids', 'post_ids', 'further', 'primary_texts', 'headlines', 'descriptions'],
  identity: ['landing_page_ids', 'homepage_ids', 'pixel_id', 'account_overrides'],
  preview: ['budget_usd', 'start', 'start_at', 'end', 'end_at', 'initial_status'],
  order: [],
};

/** The faults of one step. */
export const faultsOn = (step: Step, faults: FieldFaults<PublishValues>): FieldFaults<PublishValues> =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => fieldsOn[step].some((one) => one === field)));

/** The first step before this one that has a fault. */
export const firstWrongBefore = (step: Step, faults: FieldFaults<PublishValues>): Step | undefined =>
  steps.slice(0, steps.indexOf(step)).find((one) => Object.keys(faultsOn(one, faults)).length > 0);

/** Whether the changes choose another scheme or another version of it. */
export const isOtherScheme = (values: PublishValues, changes: Partial<PublishValues>): boolean =>
  ('scheme_id' in changes && changes.scheme_id !== values.scheme_id) ||
  ('scheme_version' in changes && changes.scheme_version !== values.scheme_version);

export const isStep = (value: unknown): value is Step => steps.some((step) => step === value);

/**
 * Address keys with which another page preselects what to publish: `?scheme_id=3&post_ids=1,2` or `?material_biz=dj&content_id=2&material_ids=4`.
 * They are removed once they were read.
 */
const PRESELECTION_KEYS = ['scheme_id', 'post_ids', 'material_biz', 'content_id', 'material_ids', 'ad_account_ids'] as const;

const readIds = (raw: string | null): number[] => [
  ...new Set((raw ?? '').split(',').flatMap((one) => (/^[1-9]\d{0,14}$/.test(one) ? [Number(one)] : []))),
];

export function readPreselection(search: string): Partial<PublishValues> {
  const given = new URLSearchParams(search);
  const [scheme_id] = readIds(given.get('scheme_id'));
  const [post_ids, material_ids] = [readIds(given.get('post_ids')), readIds(given.get('material_ids'))];
  const ad_account_ids = readIds(given.get('ad_account_ids'));
  const [content_id] = readIds(given.get('content_id'));
  const biz = bizLines.find((one) => one === given.get('material_biz'));
  return {
    ...(scheme_id !== undefined && { scheme_id }),
    ...(post_ids.length > 0 && { post_ids: post_ids.slice(0, MAX_CREATIVES) }),
    // The content of an unfinished publish is not necessarily that of these materials.
    ...(material_ids.length > 0 && { ...(biz && { biz }), content_id, material_ids: material_ids.slice(0, MAX_CREATIVES) }),
    ...(ad_account_ids.length > 0 && { ad_account_ids: ad_account_ids.slice(0, MAX_ACCOUNTS) }),
  };
}

/** The address with a preselection, used for publishes to repeat too. */
export function withPreselection(
  search: string,
  { scheme_id, ad_account_ids }: Pick<PublishValues, 'ad_account_ids'> & { scheme_id: number },
): string {
  const parameters = new URLSearchParams(search);
  parameters.set('scheme_id', String(scheme_id));
  if (ad_account_ids.length > 0) parameters.set('ad_account_ids', ad_account_ids.join(','));
  return `?${parameters}`;
}

export function withoutPreselection(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of PRESELECTION_KEYS) parameters.delete(name);
  const rest = parameters.toString();
  return rest && `?${rest}`;
}
