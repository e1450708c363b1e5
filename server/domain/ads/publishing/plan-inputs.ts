import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { previewPublish } from '#contracts/endpoints/publish.ts';
import type { SchemeBody } from '#contracts/rules/scheme-body.ts';
import { isFinished, needsPixel } from '#contracts/rules/scheme-rules.ts';
import { type FieldFault, Refusal, refuse, refuseField } from '../../refusal.ts';
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
  content: parts.PlanContent & { kind: 'drama' | 'product' };
  creatives: readonly parts.PlanCreative[];
  pages: ReadonlyMap<number, parts.PlanPage>;
  /** Homepages that ads use in turn; a post has its own. */
  homepageIds: readonly number[];
  landings: ReadonlyMap<number, parts.PlanLanding>;
  landingIds: readonly number[];
  /** The landing pages are those of the drama or product, so pages for the country of an ad come first. */
  landingsByContent: boolean;
  pixel: parts.PlanPixel | null;
  /** What single accounts use instead, by account. */
  accountOverrides: ReadonlyMap<number, AccountOverride>;
  held: readonly parts.HeldCreative[];
  user: string;
  renames: Readonly<Record<string, string>>;
  /** Places that are not created, as requested. */
  leftOut: readonly string[];
}

/** The known entries of a list in its order, and a field fault for each of the others, with its name if it has one. */
function pickKnown<T>(
  field: string,
  ids: readonly number[],
  known: ReadonlyMap<number, T>,
  { nameOf, fault }: { nameOf: (one: T) => string | undefined; fault: (one: T) => string | null },
) {
  const found: T[] = [];
  const faults: FieldFault[] = [];
  for (const [at, id] of ids.entries()) {
    const entry = known.get(id);
    const rule = entry === undefined ? 'exists' : fault(entry);
    const name = entry && nameOf(entry);
    if (rule !== null) faults.push({ field: `${field}.${at}`, rule, ...(name === undefined ? {} : { params: { name } }) });
    else if (entry !== undefined) found.push(entry);
  }
  return { found, faults };
}

const toDate = (text: string | null | undefined): Date | null | undefined => (typeof text === 'string' ? new Date(text) : text);

function requireExactlyOne(
  request: PlanRequest,
  wanted: 'drama_id' | 'product_id' | 'material_ids' | 'post_ids',
  other: keyof PlanRequest,
): void {
  if (request[wanted] === undefined || request[other] !== undefined) throw refuseField(wanted, 'oneOfBoth', { other });
}

function applyOverrides(body: SchemeBody, { overrides = {} }: PlanRequest): SchemeBody {
  const { budget_usd, initial_status, primary_texts, headlines } = overrides;
  return {
    ...body,
    money: { ...body.money, ...(budget_usd === undefined ? {} : { budget_usd }) },
    creative: {
      ...body.creative,
      ...(primary_texts === undefined || primary_texts.length === 0 ? {} : { primary_texts }),
      ...(headlines === undefined ? {} : { headlines }),
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
  const { biz, channel } = scheme;
  if (!isFinished(scheme.body)) throw refuseField('scheme_id', 'schemeUnfinished');
  const body = applyOverrides(scheme.body, request);
  const isPost = body.creative.source === 'post';
  const kind = biz === 'dj' ? ('drama' as const) : ('product' as const);
  requireExactlyOne(request, `${kind}_id`, kind === 'drama' ? 'product_id' : 'drama_id');
  requireExactlyOne(request, isPost ? 'post_ids' : 'material_ids', isPost ? 'material_ids' : 'post_ids');

  const site = await parts.loadPlanSite(context, body.identity.site_id);
  if (site === undefined || site.status === 'off') throw refuseField('scheme_id', 'siteOfScheme');
  const content = await parts.loadPlanContent(context, kind, request[`${kind}_id`] ?? 0);
  if (content === undefined) throw refuseField(`${kind}_id`, 'exists');
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
  const creativeIds = (isPost ? request.post_ids : request.material_ids) ?? [];
  const creativeField = isPost ? 'post_ids' : 'material_ids';
  const known = isPost ? await parts.loadPlanPosts(context, creativeIds) : await parts.loadPlanMaterials(context, creativeIds);
  const creatives = collect(
    pickKnown(creativeField, creativeIds, known, {
      nameOf: ({ post, material }) => (post ?? material)?.label,
      fault: (entry) => {
        if (entry.biz !== null && entry.biz !== biz) return 'otherBiz';
        if (entry.leads_to !== null && entry.leads_to !== biz) return 'leadsToOtherBiz';
        return entry.content_id === null || entry.content_id === content.id ? null : 'otherContent';
      },
    }),
  );
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
  const landing = await chooseLandings(context, request, { body, site, content: { ...content, kind }, creatives });
  faults.push(...landing.faults);
  const isPixelOpen = accounts.some(({ id }) => accountOverrides.get(id)?.pixel === undefined);
  const pixel = isPixelOpen ? await choosePixel(context, request, body, site, faults) : null;
  if (pixel !== null && pixel.channel !== channel) faults.push({ field: 'pixel_id', rule: 'otherChannel' });
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });

  const held = await parts.loadHeldCreatives(
    context,
    { kind: isPost ? 'post' : 'material', ids: creativeIds },
    accounts.map(({ id }) => id),
  );
  return {
    scheme,
    body,
    start: toDate(request.overrides?.start_at),
    end: toDate(request.overrides?.end_at),
    site,
    accounts,
    content: { ...content, kind },
    creatives,
    pages,
    homepageIds,
    landings: landing.known,
    landingIds: landing.ids,
    landingsByContent: landing.byContent,
    pixel,
    accountOverrides,
    held,
    user: context.caller.name,
    renames: request.renames ?? {},
    leftOut: request.left_out ?? [],
  };
}

interface LandingChoice {
  body: SchemeBody;
  site: parts.PlanSite;
  content: PlanInputs['content'];
  creatives: readonly parts.PlanCreative[];
}

async function chooseLandings(
  context: parts.PlanContext,
  request: PlanRequest,
  { body: { creative, identity }, site, content, creatives }: LandingChoice,
) {
  const { source } = creative;
  if (source === 'post') {
    const ids = creatives.flatMap((entry) => entry.landing_page_id ?? []);
    return { known: await parts.loadPlanLandings(context, ids), ids, byContent: false, faults: [] };
  }
  const chosen = request.landing_page_ids ?? (identity.landing_mode === 'fixed' ? identity.landing_page_ids : null);
  if (chosen === null) {
    const list = await parts.loadContentLandings(context, site.id, content.kind, content.id);
    const faults: FieldFault[] = list.length === 0 ? [{ field: 'landing_page_ids', rule: 'landingsOfContent' }] : [];
    return { known: new Map(list.map((landing) => [landing.id, landing])), ids: list.map(({ id }) => id), byContent: true, faults };
  }
  const known = await parts.loadPlanLandings(context, chosen);
  const { faults } = pickKnown('landing_page_ids', chosen, known, {
    nameOf: ({ label }) => label,
    fault: (landing) => {
      if (landing.site_id !== site.id) return 'otherSite';
      return landing.content_id === null || landing.content_id === content.id ? null : 'otherContent';
    },
  });
  return { known, ids: [...chosen], byContent: false, faults };
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
