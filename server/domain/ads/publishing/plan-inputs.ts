import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { previewPublish } from '#contracts/endpoints/publish.ts';
import type { SchemeBody } from '#contracts/rules/scheme-body.ts';
import { isFinished, needsPixel } from '#contracts/rules/scheme-rules.ts';
import { loadAudienceIds } from '../../assets/index.ts';
import { type FieldFault, Refusal, refuse, refuseField } from '../../refusal.ts';
import { type ContentPlan, loadContents, pickKnown } from './plan-contents.ts';
import * as parts from './plan-parts.ts';

export type PlanRequest = Omit<RequestOf<typeof previewPublish>, 'idempotency_key'>;

export interface AccountOverride {
  homepageId?: number | undefined;
  pixel?: parts.PlanPixel | undefined;
  budgetUsd?: number | undefined;
}

/** Everything a plan is built from, loaded and checked. */
export interface PlanInputs {
  scheme: Omit<parts.PlanScheme, 'body'>;
  /** The body of the scheme with the overrides of this request. */
  body: SchemeBody;
  /** Start and end as overridden by this request. */
  start: Date | null | undefined;
  end: Date | null | undefined;
  site: parts.PlanSite;
  accounts: readonly parts.PlanAccount[];
  contents: readonly ContentPlan[];
  pages: ReadonlyMap<number, parts.PlanPage>;
  /** Homepages that ads use in turn; a post has its own. */
  homepageIds: readonly number[];
  pixel: parts.PlanPixel | null;
  /** What single accounts use instead, by account. */
  accountOverrides: ReadonlyMap<number, AccountOverride>;
  /** Audiences that each account has, by account; empty unless the scheme names any. */
  audienceIds: ReadonlyMap<number, ReadonlySet<string>>;
  held: readonly parts.HeldCreative[];
  user: string;
  renames: Readonly<Record<string, string>>;
  /** Places that are not created, as requested. */
  leftOut: readonly string[];
}

const toDate = (text: string | null | undefined): Date | null | undefined => (typeof text === 'string' ? new Date(text) : text);

function applyOverrides(body: SchemeBody, { overrides = {} }: PlanRequest): SchemeBody {
  const { budget_usd, initial_status, primary_texts, headlines, descriptions } = overrides;
  return {
    ...body,
    money: { ...body.money, ...(budget_usd === undefined ? {} : { budget_usd }) },
    creative: {
      ...body.creative,
      ...(primary_texts === undefined || primary_texts.length === 0 ? {} : { primary_texts }),
      ...(headlines === undefined ? {} : { headlines }),
      ...(descriptions === undefined ? {} : { descriptions }),
    },
    launch: { initial_status: initial_status ?? body.launch.initial_status },
  };
}

/**
 * Loads everything a request names. Refuses with NOT_FOUND for the scheme, and with VALIDATION at the field of anything else that the
 * caller cannot use.
 */
export async function loadPlanInputs(context: parts.PlanContext, request: PlanRequest): Promise<PlanInputs> {
  const scheme = await parts.loadPlanScheme(context, request.scheme_id, request.scheme_version);
  if (scheme === undefined) throw refuse('NOT_FOUND');
  const { channel } = scheme;
  if (!isFinished(scheme.body)) throw refuseField('scheme_id', 'schemeUnfinished');
  const body = applyOverrides(scheme.body, request);
  const isPost = body.creative.source === 'post';
  const site = await parts.loadPlanSite(context, body.identity.site_id);
  if (site === undefined || site.status === 'off') throw refuseField('scheme_id', 'siteOfScheme');
  const faults: FieldFault[] = [];
  const collect = <T>({ found, faults: more }: { found: T[]; faults: FieldFault[] }): T[] => {
    faults.push(...more);
    return found;
  };

  const accounts = collect(
    pickKnown('ad_account_ids', request.ad_account_ids, await parts.loadPlanAccounts(context, request.ad_account_ids), {
      nameOf: ({ name }) => name,
      fault: (account) => (account.channel === channel ? null : 'otherChannel'),
    }),
  );
  const contents = await loadContents(context, request, { scheme, body, site }, faults);
  const creatives = contents.flatMap((one) => one.creatives);
  const homepageIds = request.homepage_ids ?? body.identity.homepage_ids;
  const pages = isPost
    ? await parts.loadPlanPages(
        context,
        creatives.flatMap((entry) => entry.homepage_id ?? []),
        false,
      )
    : await parts.loadPlanPages(context, [
        ...homepageIds,
        ...(request.account_overrides ?? []).flatMap(({ homepage_id }) => homepage_id ?? []),
      ]);
  if (!isPost) {
    const fault = (page: parts.PlanPage) => (page.channel === channel ? null : 'otherChannel');
    collect(pickKnown('homepage_ids', homepageIds, pages, { nameOf: ({ name }) => name, fault }));
  }
  const accountOverrides = await loadAccountOverrides(context, request, { pages, isPost, channel }, faults);
  const isPixelOpen = accounts.some(({ id }) => accountOverrides.get(id)?.pixel === undefined);
  const pixel = isPixelOpen ? await choosePixel(context, request, body, site, faults) : null;
  if (pixel !== null && pixel.channel !== channel) faults.push({ field: 'pixel_id', rule: 'otherChannel' });
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });

  const { audiences = [], excluded_audiences: excluded = [] } = body.audience;
  const audienceIds =
    audiences.length + excluded.length === 0
      ? new Map<number, ReadonlySet<string>>()
      : await loadAudienceIds(
          context.db,
          accounts.map(({ id }) => id),
        );
  const held = await parts.loadHeldCreatives(
    context,
    { kind: isPost ? 'post' : 'material', ids: creatives.flatMap(({ post, material }) => (isPost ? post : material)?.id ?? []) },
    accounts.map(({ id }) => id),
  );
  return {
    scheme,
    body,
    start: toDate(request.overrides?.start_at),
    end: toDate(request.overrides?.end_at),
    site,
    accounts,
    contents,
    pages,
    homepageIds,
    pixel,
    accountOverrides,
    audienceIds,
    held,
    user: context.caller.name,
    renames: request.renames ?? {},
    leftOut: request.left_out ?? [],
  };
}

async function choosePixel(
  context: parts.PlanContext,
  { pixel_id }: PlanRequest,
  { identity, goal }: SchemeBody,
  site: parts.PlanSite,
  faults: FieldFault[],
): Promise<parts.PlanPixel | null> {
  const schemePixelId = identity.pixel_mode === 'fixed' ? identity.pixel_id : site.default_pixel_id;
  const id = pixel_id ?? schemePixelId;
  if (id === null) {
    if (needsPixel(goal.optimization_goal)) faults.push({ field: 'pixel_id', rule: 'pixelOfSite' });
    return null;
  }
  const pixel = await parts.loadPlanPixel(context, id);
  if (pixel === undefined) faults.push({ field: 'pixel_id', rule: 'exists' });
  return pixel ?? null;
}

interface ChosenParts {
  pages: ReadonlyMap<number, parts.PlanPage>;
  isPost: boolean;
  channel: parts.PlanScheme['channel'];
}

/** Loads what single accounts use instead; adds a fault at its place for everything that cannot be used. */
async function loadAccountOverrides(
  context: parts.PlanContext,
  { ad_account_ids, account_overrides = [] }: PlanRequest,
  { pages, isPost, channel }: ChosenParts,
  faults: FieldFault[],
): Promise<Map<number, AccountOverride>> {
  const overrides = new Map<number, AccountOverride>();
  for (const [at, { ad_account_id, homepage_id, pixel_id, budget_usd }] of account_overrides.entries()) {
    const addFault = (name: string, rule: string) => void faults.push({ field: `account_overrides.${at}.${name}`, rule });
    if (!ad_account_ids.includes(ad_account_id)) addFault('ad_account_id', 'exists');
    if (overrides.has(ad_account_id)) addFault('ad_account_id', 'uniqueItems');
    const page = homepage_id === undefined ? undefined : pages.get(homepage_id);
    if (homepage_id !== undefined && isPost) addFault('homepage_id', 'absent');
    else if (homepage_id !== undefined && page === undefined) addFault('homepage_id', 'exists');
    else if (page !== undefined && page.channel !== channel) addFault('homepage_id', 'otherChannel');
    const pixel = pixel_id === undefined ? undefined : await parts.loadPlanPixel(context, pixel_id);
    if (pixel_id !== undefined && pixel === undefined) addFault('pixel_id', 'exists');
    else if (pixel !== undefined && pixel.channel !== channel) addFault('pixel_id', 'otherChannel');
    overrides.set(ad_account_id, { homepageId: homepage_id, pixel, budgetUsd: budget_usd });
  }
  return overrides;
}
