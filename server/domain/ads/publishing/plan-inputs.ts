import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { previewPublish } from '#contracts/endpoints/publish.ts';
import type { SchemeBody } from '#contracts/rules/scheme-body.ts';
import { isFinished, needsPixel } from '#contracts/rules/scheme-rules.ts';
import { type FieldFault, Refusal, refuse, refuseField } from '../../refusal.ts';
import * as parts from './plan-parts.ts';

export type PlanRequest = Omit<RequestOf<typeof previewPublish>, 'idempotency_key'>;

/** Everything a plan is made of, found and allowed. */
export interface PlanInputs {
  scheme: Omit<parts.PlanScheme, 'body'>;
  /** What the scheme says, with what was chosen for this once. */
  body: SchemeBody;
  /** When it starts and ends, where that was chosen for this once. */
  start: Date | null | undefined;
  end: Date | null | undefined;
  site: parts.PlanSite;
  accounts: readonly parts.PlanAccount[];
  content: parts.PlanContent & { kind: 'drama' | 'product' };
  creatives: readonly parts.PlanCreative[];
  pages: ReadonlyMap<number, parts.PlanPage>;
  /** Those that ads take turns with; a post has its own. */
  homepageIds: readonly number[];
  landings: ReadonlyMap<number, parts.PlanLanding>;
  landingIds: readonly number[];
  /** They are the pages of the content: of those, the ones of its country go first. */
  landingsByContent: boolean;
  pixel: parts.PlanPixel | null;
  held: readonly parts.Held[];
  user: string;
  renames: Readonly<Record<string, string>>;
}

/** Those of a list that are known, in its order; a field fault for each of the others, by its name where it has one. */
function among<T>(
  field: string,
  ids: readonly number[],
  known: ReadonlyMap<number, T>,
  { nameOf, fault }: { nameOf: (one: T) => string | undefined; fault: (one: T) => string | null },
) {
  const found: T[] = [];
  const faults: FieldFault[] = [];
  for (const [at, id] of ids.entries()) {
    const one = known.get(id);
    const rule = one === undefined ? 'exists' : fault(one);
    const name = one && nameOf(one);
    if (rule !== null) faults.push({ field: `${field}.${at}`, rule, ...(name === undefined ? {} : { params: { name } }) });
    else if (one !== undefined) found.push(one);
  }
  return { found, faults };
}

const instant = (text: string | null | undefined): Date | null | undefined => (typeof text === 'string' ? new Date(text) : text);

function requireOne(request: PlanRequest, wanted: 'drama_id' | 'product_id' | 'material_ids' | 'post_ids', other: keyof PlanRequest): void {
  if (request[wanted] === undefined || request[other] !== undefined) throw refuseField(wanted, 'oneOfBoth', { other });
}

function bodyOf(body: SchemeBody, { overrides = {} }: PlanRequest): SchemeBody {
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

/** Finds whatever a request names. NOT_FOUND for the scheme, and VALIDATION at the field of anything else that the caller cannot use. */
export async function planInputs(asking: parts.Asking, request: PlanRequest): Promise<PlanInputs> {
  const scheme = await parts.planScheme(asking, request.scheme_id, request.scheme_version);
  if (scheme === undefined) throw refuse('NOT_FOUND');
  const { biz, channel } = scheme;
  if (!isFinished(scheme.body)) throw refuseField('scheme_id', 'schemeUnfinished');
  const body = bodyOf(scheme.body, request);
  const isPost = body.creative.source === 'post';
  const kind = biz === 'dj' ? ('drama' as const) : ('product' as const);
  requireOne(request, `${kind}_id`, kind === 'drama' ? 'product_id' : 'drama_id');
  requireOne(request, isPost ? 'post_ids' : 'material_ids', isPost ? 'material_ids' : 'post_ids');

  const site = await parts.planSite(asking, body.identity.site_id);
  if (site === undefined || site.status === 'off') throw refuseField('scheme_id', 'siteOfScheme');
  const content = await parts.planContent(asking, kind, request[`${kind}_id`] ?? 0);
  if (content === undefined) throw refuseField(`${kind}_id`, 'exists');
  const faults: FieldFault[] = [];
  const taken = <T>({ found, faults: more }: { found: T[]; faults: FieldFault[] }): T[] => {
    faults.push(...more);
    return found;
  };

  const accounts = taken(
    among('ad_account_ids', request.ad_account_ids, await parts.planAccounts(asking, request.ad_account_ids), {
      nameOf: ({ name }) => name,
      fault: (account) => (account.channel === channel ? null : 'otherChannel'),
    }),
  );
  const creativeIds = (isPost ? request.post_ids : request.material_ids) ?? [];
  const creativeField = isPost ? 'post_ids' : 'material_ids';
  const known = isPost ? await parts.planPosts(asking, creativeIds) : await parts.planMaterials(asking, creativeIds);
  const creatives = taken(
    among(creativeField, creativeIds, known, {
      nameOf: ({ post, material }) => (post ?? material)?.label,
      fault: (one) => {
        if (one.biz !== null && one.biz !== biz) return 'otherBiz';
        if (one.leads_to !== null && one.leads_to !== biz) return 'leadsToOtherBiz';
        return one.content_id === null || one.content_id === content.id ? null : 'otherContent';
      },
    }),
  );
  const homepageIds = request.homepage_ids ?? body.identity.homepage_ids;
  const pages = isPost
    ? await parts.planPages(
        asking,
        creatives.flatMap((one) => one.homepage_id ?? []),
        false,
      )
    : await parts.planPages(asking, homepageIds);
  if (!isPost) {
    const fault = (page: parts.PlanPage) => (page.channel === channel ? null : 'otherChannel');
    taken(among('homepage_ids', homepageIds, pages, { nameOf: ({ name }) => name, fault }));
  }
  const landing = await landingsOf(asking, request, { body, site, content: { ...content, kind }, creatives });
  faults.push(...landing.faults);
  const pixel = await pixelOf(asking, request, body, site, faults);
  if (pixel !== null && pixel.channel !== channel) faults.push({ field: 'pixel_id', rule: 'otherChannel' });
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });

  const held = await parts.heldCreatives(
    asking,
    { kind: isPost ? 'post' : 'material', ids: creativeIds },
    accounts.map(({ id }) => id),
  );
  return {
    scheme,
    body,
    start: instant(request.overrides?.start_at),
    end: instant(request.overrides?.end_at),
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
    held,
    user: asking.caller.name,
    renames: request.renames ?? {},
  };
}

interface LandingsFor {
  body: SchemeBody;
  site: parts.PlanSite;
  content: PlanInputs['content'];
  creatives: readonly parts.PlanCreative[];
}

async function landingsOf(
  asking: parts.Asking,
  request: PlanRequest,
  { body: { creative, identity }, site, content, creatives }: LandingsFor,
) {
  const { source } = creative;
  if (source === 'post') {
    const ids = creatives.flatMap((one) => one.landing_page_id ?? []);
    return { known: await parts.planLandings(asking, ids), ids, byContent: false, faults: [] };
  }
  const chosen = request.landing_page_ids ?? (identity.landing_mode === 'fixed' ? identity.landing_page_ids : null);
  if (chosen === null) {
    const list = await parts.landingsOf(asking, site.id, content.kind, content.id);
    const faults: FieldFault[] = list.length === 0 ? [{ field: 'landing_page_ids', rule: 'landingsOfContent' }] : [];
    return { known: new Map(list.map((one) => [one.id, one])), ids: list.map(({ id }) => id), byContent: true, faults };
  }
  const known = await parts.planLandings(asking, chosen);
  const { faults } = among('landing_page_ids', chosen, known, {
    nameOf: ({ label }) => label,
    fault: (one) => {
      if (one.site_id !== site.id) return 'otherSite';
      return one.content_id === null || one.content_id === content.id ? null : 'otherContent';
    },
  });
  return { known, ids: [...chosen], byContent: false, faults };
}

async function pixelOf(
  asking: parts.Asking,
  { pixel_id }: PlanRequest,
  { identity, goal }: SchemeBody,
  site: parts.PlanSite,
  faults: FieldFault[],
): Promise<parts.PlanPixel | null> {
  const ofScheme = identity.pixel_mode === 'fixed' ? identity.pixel_id : site.default_pixel_id;
  const id = pixel_id ?? ofScheme;
  if (id === null) {
    if (needsPixel(goal.optimization_goal)) faults.push({ field: 'pixel_id', rule: 'pixelOfSite' });
    return null;
  }
  const pixel = await parts.planPixel(asking, id);
  if (pixel === undefined) faults.push({ field: 'pixel_id', rule: 'exists' });
  return pixel ?? null;
}
