import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { previewPublish } from '#contracts/endpoints/publish.ts';
import type { SchemeBody } from '#contracts/rules/scheme-body.ts';
import { type FieldFault, refuseField } from '../../refusal.ts';
import * as parts from './plan-parts.ts';

type Request = RequestOf<typeof previewPublish>;

/** A drama or product to publish, with its creatives and landing pages. */
export interface ContentPlan {
  content: parts.PlanContent & { kind: 'drama' | 'product' };
  creatives: readonly parts.PlanCreative[];
  landings: ReadonlyMap<number, parts.PlanLanding>;
  landingIds: readonly number[];
  /** The landing pages are those of the drama or product, so pages for the country of an ad come first. */
  landingsByContent: boolean;
}

/** The known entries of a list in its order, and a field fault for each of the others, with its name if it has one. */
export function pickKnown<T>(
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

type Choice = Pick<Request, 'drama_id' | 'product_id' | 'material_ids' | 'post_ids' | 'landing_page_ids'>;

/** The choice for one drama or product, and the start of the names of its fields in the request. */
interface Source {
  choice: Choice;
  path: string;
}

function requireExactlyOne({ choice, path }: Source, wanted: keyof Choice, other: keyof Choice): void {
  if (choice[wanted] === undefined || choice[other] !== undefined) throw refuseField(`${path}${wanted}`, 'oneOfBoth', { other });
}

interface Ground {
  scheme: Pick<parts.PlanScheme, 'biz'>;
  body: SchemeBody;
  site: parts.PlanSite;
}

/** Loads every drama or product of a request; adds a fault at its field for everything that cannot be used. */
export async function loadContents(
  context: parts.PlanContext,
  { further_contents = [], ...first }: Choice & Pick<Request, 'further_contents'>,
  ground: Ground,
  faults: FieldFault[],
): Promise<ContentPlan[]> {
  const further = further_contents.map((choice, at): Source => ({ choice, path: `further_contents.${at}.` }));
  const plans: ContentPlan[] = [];
  for (const source of [{ choice: first, path: '' }, ...further]) {
    const plan = await loadContent(context, source, ground, faults);
    const { kind, id } = plan.content;
    if (plans.some(({ content }) => content.id === id)) faults.push({ field: `${source.path}${kind}_id`, rule: 'uniqueItems' });
    plans.push(plan);
  }
  return plans;
}

async function loadContent(context: parts.PlanContext, source: Source, ground: Ground, faults: FieldFault[]): Promise<ContentPlan> {
  const { choice, path } = source;
  const { biz } = ground.scheme;
  const isPost = ground.body.creative.source === 'post';
  const kind = biz === 'dj' ? ('drama' as const) : ('product' as const);
  const creativeField = isPost ? 'post_ids' : 'material_ids';
  requireExactlyOne(source, `${kind}_id`, kind === 'drama' ? 'product_id' : 'drama_id');
  requireExactlyOne(source, creativeField, isPost ? 'material_ids' : 'post_ids');
  const found = await parts.loadPlanContent(context, kind, choice[`${kind}_id`] ?? 0);
  if (found === undefined) throw refuseField(`${path}${kind}_id`, 'exists');
  const content = { ...found, kind };
  const ids = choice[creativeField] ?? [];
  const known = isPost ? await parts.loadPlanPosts(context, ids) : await parts.loadPlanMaterials(context, ids);
  const creatives = pickKnown(`${path}${creativeField}`, ids, known, {
    nameOf: ({ post, material }) => (post ?? material)?.label,
    fault: (entry) => {
      if (entry.biz !== null && entry.biz !== biz) return 'otherBiz';
      if (entry.leads_to !== null && entry.leads_to !== biz) return 'leadsToOtherBiz';
      return entry.content_id === null || entry.content_id === content.id ? null : 'otherContent';
    },
  });
  const landing = await chooseLandings(context, source, { ...ground, content, creatives: creatives.found });
  faults.push(...creatives.faults, ...landing.faults);
  return {
    content,
    creatives: creatives.found,
    landings: landing.known,
    landingIds: landing.ids,
    landingsByContent: landing.byContent,
  };
}

async function chooseLandings(
  context: parts.PlanContext,
  { choice, path }: Source,
  { body: { creative, identity }, site, content, creatives }: Ground & Pick<ContentPlan, 'content' | 'creatives'>,
) {
  if (creative.source === 'post') {
    const ids = creatives.flatMap((entry) => entry.landing_page_id ?? []);
    return { known: await parts.loadPlanLandings(context, ids), ids, byContent: false, faults: [] };
  }
  // The fixed landing pages of a scheme are those of the first drama or product.
  const fixed = identity.landing_mode === 'fixed' && path === '' ? identity.landing_page_ids : null;
  const chosen = choice.landing_page_ids ?? fixed;
  const field = `${path}landing_page_ids`;
  if (chosen === null) {
    const list = await parts.loadContentLandings(context, site.id, content.kind, content.id);
    const faults: FieldFault[] = list.length === 0 ? [{ field, rule: 'landingsOfContent' }] : [];
    return { known: new Map(list.map((landing) => [landing.id, landing])), ids: list.map(({ id }) => id), byContent: true, faults };
  }
  const known = await parts.loadPlanLandings(context, chosen);
  const { faults } = pickKnown(field, chosen, known, {
    nameOf: ({ label }) => label,
    fault: (landing) => {
      if (landing.site_id !== site.id) return 'otherSite';
      return landing.content_id === null || landing.content_id === content.id ? null : 'otherContent';
    },
  });
  return { known, ids: [...chosen], byContent: false, faults };
}
