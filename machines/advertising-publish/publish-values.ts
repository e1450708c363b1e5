import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { previewPublish, PlanNode as WireNode } from '#contracts/endpoints/publish.ts';
import type { SchemeDetail } from '#contracts/endpoints/schemes.ts';
import { type CreativeSource, schemeLimits, type UnfinishedBody } from '#contracts/rules/scheme-body.ts';
import { type PlannedCounts, plannedCounts } from '#contracts/rules/scheme-expansion.ts';
import { isFinished } from '#contracts/rules/scheme-rules.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import {
  aNumber,
  arrayMinimum,
  arrayRange,
  faultsIn,
  firstFault,
  itemsMaximum,
  numberRange,
  required,
  requiredChoice,
} from '../kernel/form/field-rules.ts';
import { moneyFault, toMajor } from '../kernel/form/money.ts';
import { type Biz, isInstant } from './scheme-values.ts';

/** The way through a publish, in its order. */
export const steps = ['accounts', 'content', 'identity', 'preview', 'order'] as const;
export type Step = (typeof steps)[number];

export const ACCOUNTS_MOST = 50;
export const CREATIVES_MOST = 200;
export const ADS_MOST = 500;
export const NODE_NAME_MOST = 400;

/** What a publish is made of, besides its scheme. */
export interface PublishValues {
  scheme_id: number | undefined;
  /** The version that was found when the scheme was chosen: a later one changes nothing here. */
  scheme_version: number | undefined;
  /** Both of the scheme: what is advertised, and what ads are made of. */
  biz: Biz | '';
  source: CreativeSource | '';
  /** Which scheme and version its own pages and pixel were taken from. */
  filledFrom: string;
  ad_account_ids: number[];
  /** A drama, or a product. */
  content_id: number | undefined;
  material_ids: number[];
  post_ids: number[];
  /** Instead of those of the scheme; none: those of the scheme. */
  primary_texts: string[];
  headlines: string[];
  landing_page_ids: number[];
  homepage_ids: number[];
  pixel_id: number | undefined;
  /** Dollars, as typed; undefined: as the scheme has it. So are the other wishes. */
  budget_usd: number | undefined;
  start: 'scheme' | 'now' | 'at';
  start_at: string;
  end: 'scheme' | 'none' | 'at';
  end_at: string;
  initial_status: 'scheme' | 'ACTIVE' | 'PAUSED';
  /** Other names, by the place in the tree. */
  renames: Record<string, string>;
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
  primary_texts: [],
  headlines: [],
  landing_page_ids: [],
  homepage_ids: [],
  pixel_id: undefined,
  budget_usd: undefined,
  start: 'scheme',
  start_at: '',
  end: 'scheme',
  end_at: '',
  initial_status: 'scheme',
  renames: {},
};

/** What a publish needs to know of its scheme. */
export type KnownTemplate = Pick<
  SchemeDetail,
  'id' | 'name' | 'biz' | 'channel' | 'status' | 'shown_version' | 'current_version' | 'can'
> & { body: UnfinishedBody };

export type Plan = Omit<ReplyOf<typeof previewPublish>, 'tree'> & { tree: PlanNode[] };
export type PlanNode = WireNode;

/** What a scheme brings along is filled in once, and may then be changed. */
export function filledBy(values: PublishValues, scheme: KnownTemplate): PublishValues {
  const from = `${scheme.id}@${scheme.shown_version}`;
  const { identity, creative } = scheme.body;
  const pinned = { ...values, scheme_version: scheme.shown_version, biz: scheme.biz, source: creative.source, filledFrom: from };
  if (values.filledFrom === from) return pinned;
  return {
    ...pinned,
    // What was chosen before any scheme is meant for this one.
    ...(values.biz !== '' && values.biz !== scheme.biz && { content_id: undefined, material_ids: [] }),
    landing_page_ids: identity.landing_mode === 'fixed' ? identity.landing_page_ids : [],
    homepage_ids: identity.homepage_ids,
    pixel_id: identity.pixel_mode === 'fixed' ? (identity.pixel_id ?? undefined) : undefined,
    renames: {},
  };
}

/** How many creatives were chosen; a scheme says of which kind. */
export const creativesOf = (values: PublishValues, scheme: KnownTemplate | undefined): number =>
  (scheme?.body.creative.source === 'post' ? values.post_ids : values.material_ids).length;

/** What it comes to so far; undefined while the scheme is not known, and of an unfinished one. */
export function countsOf(values: PublishValues, scheme: KnownTemplate | undefined): PlannedCounts | undefined {
  if (!scheme || !isFinished(scheme.body)) return undefined;
  return plannedCounts(scheme.body, { accounts: values.ad_account_ids.length, creatives: creativesOf(values, scheme) });
}

const DAY_BUDGETS = schemeLimits.budgetUsd.map((cents) => toMajor(cents, 'USD')) as [number, number];

/** Too many creatives for the places there are, or too many ads for one order. */
function roomFault(values: PublishValues, scheme: KnownTemplate | undefined): FieldFault | undefined {
  const counts = countsOf(values, scheme);
  if (!counts) return undefined;
  if (counts.overflow > 0) return { rule: 'creativesMost', params: { count: creativesOf(values, scheme), limit: counts.slots } };
  return counts.ads > ADS_MOST ? { rule: 'adsMost', params: { count: counts.ads, limit: ADS_MOST } } : undefined;
}

const noneBlank = (values: readonly string[]): FieldFault | undefined =>
  values.some((value) => value.trim() === '') ? { rule: 'blank' } : undefined;

const creatives = (ids: readonly number[]): FieldFault | undefined => firstFault(ids, arrayMinimum(1), arrayRange(1, CREATIVES_MOST));

const whenAt = (chosen: string, at: string): FieldFault | undefined => {
  if (chosen !== 'at') return undefined;
  return firstFault(at, required) ?? (isInstant(at) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } });
};

/** Everything that is wrong so far. What only the scheme can tell is not judged before it is known. */
export function checkPublish(values: PublishValues, scheme: KnownTemplate | undefined): FieldFaults<PublishValues> {
  const isOfPosts = scheme?.body.creative.source === 'post';
  const isFixed = scheme?.body.identity.landing_mode === 'fixed';
  const room = roomFault(values, scheme);
  return faultsIn<PublishValues>({
    scheme_id:
      firstFault(values.scheme_id, requiredChoice) ?? (scheme && scheme.status !== 'enabled' ? { rule: 'schemeNotEnabled' } : undefined),
    ad_account_ids: firstFault(values.ad_account_ids, arrayMinimum(1), arrayRange(1, ACCOUNTS_MOST)),
    content_id: firstFault(values.content_id, requiredChoice),
    material_ids: scheme && !isOfPosts ? (creatives(values.material_ids) ?? room) : undefined,
    post_ids: isOfPosts ? (creatives(values.post_ids) ?? room) : undefined,
    primary_texts: firstFault(values.primary_texts, arrayRange(0, schemeLimits.texts), noneBlank, itemsMaximum(schemeLimits.textLength)),
    headlines: firstFault(values.headlines, arrayRange(0, schemeLimits.texts), noneBlank, itemsMaximum(schemeLimits.headlineLength)),
    landing_page_ids: firstFault(values.landing_page_ids, ...(isFixed ? [arrayMinimum(1)] : []), arrayRange(0, schemeLimits.landings)),
    homepage_ids:
      scheme && !isOfPosts ? firstFault(values.homepage_ids, arrayMinimum(1), arrayRange(1, schemeLimits.homepages)) : undefined,
    budget_usd: firstFault(values.budget_usd, aNumber, numberRange(...DAY_BUDGETS)) ?? moneyFault(values.budget_usd, 'USD'),
    start_at: whenAt(values.start, values.start_at),
    end_at: whenAt(values.end, values.end_at),
  });
}

/** What stands on each step. */
export const fieldsOn: Record<Step, readonly (keyof PublishValues)[]> = {
  accounts: ['scheme_id', 'ad_account_ids'],
  content: ['content_id', 'material_ids', 'post_ids', 'primary_texts', 'headlines'],
  identity: ['landing_page_ids', 'homepage_ids', 'pixel_id'],
  preview: ['budget_usd', 'start', 'start_at', 'end', 'end_at', 'initial_status'],
  order: [],
};

/** The faults that stand on one step. */
export const faultsOn = (step: Step, faults: FieldFaults<PublishValues>): FieldFaults<PublishValues> =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => fieldsOn[step].some((one) => one === field)));

/** The first step with something wrong on it, of those before this one. */
export const firstWrongBefore = (step: Step, faults: FieldFaults<PublishValues>): Step | undefined =>
  steps.slice(0, steps.indexOf(step)).find((one) => Object.keys(faultsOn(one, faults)).length > 0);

/** Another scheme, or another version of it, is meant from now on. */
export const isOtherScheme = (values: PublishValues, changes: Partial<PublishValues>): boolean =>
  ('scheme_id' in changes && changes.scheme_id !== values.scheme_id) ||
  ('scheme_version' in changes && changes.scheme_version !== values.scheme_version);

export const isStep = (value: unknown): value is Step => steps.some((step) => step === value);

/** Another page leads here with what is to be published: `?scheme_id=3&post_ids=1,2&material_ids=4`. The parameters are gone once they were read. */
const ORDER = ['scheme_id', 'post_ids', 'material_ids', 'ad_account_ids'] as const;

const idsIn = (raw: string | null): number[] => [
  ...new Set((raw ?? '').split(',').flatMap((one) => (/^[1-9]\d{0,14}$/.test(one) ? [Number(one)] : []))),
];

export function orderedIn(search: string): Partial<PublishValues> {
  const given = new URLSearchParams(search);
  const [scheme_id] = idsIn(given.get('scheme_id'));
  const [post_ids, material_ids] = [idsIn(given.get('post_ids')), idsIn(given.get('material_ids'))];
  const ad_account_ids = idsIn(given.get('ad_account_ids'));
  return {
    ...(scheme_id !== undefined && { scheme_id }),
    ...(post_ids.length > 0 && { post_ids: post_ids.slice(0, CREATIVES_MOST) }),
    ...(material_ids.length > 0 && { material_ids: material_ids.slice(0, CREATIVES_MOST) }),
    ...(ad_account_ids.length > 0 && { ad_account_ids: ad_account_ids.slice(0, ACCOUNTS_MOST) }),
  };
}

/** The address with an order in it: the same way in for what is remembered. */
export function withOrderIn(
  search: string,
  { scheme_id, ad_account_ids }: Pick<PublishValues, 'ad_account_ids'> & { scheme_id: number },
): string {
  const parameters = new URLSearchParams(search);
  parameters.set('scheme_id', String(scheme_id));
  if (ad_account_ids.length > 0) parameters.set('ad_account_ids', ad_account_ids.join(','));
  return `?${parameters}`;
}

export function withoutOrder(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of ORDER) parameters.delete(name);
  const rest = parameters.toString();
  return rest && `?${rest}`;
}
