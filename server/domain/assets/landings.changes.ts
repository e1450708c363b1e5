import type { CallContext } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { requireLandingUnused } from '../in-use.ts';
import { changesBetween } from '../people/index.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import * as repository from './landings.repository.ts';
import { canBecome, findLandingFaults, type LandingStatus, updateOldSlugs } from './landings.rules.ts';
import { type LockedSite, lockSite } from './sites.repository.ts';

/** Context for changing a landing page, in a call or in a batch item. */
type ChangeContext = Pick<CallContext, 'db' | 'caller' | 'now' | 'audit'>;

export const LANDING = 'landing_page';

/** Turns a violation of the unique index, by a concurrent write, into DUPLICATE. */
async function refuseDuplicateSlug<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'slug' });
    throw error;
  }
}

/** Locks the site. Changes of a site and of its pages lock it first, so that they wait for each other. */
export async function requireLockedSite({ db, caller }: Pick<ChangeContext, 'db' | 'caller'>, id: number): Promise<LockedSite> {
  const site = await lockSite(db, caller, id);
  if (site === undefined) throw refuse('NOT_FOUND');
  return site;
}

/** Locks a landing page and its site. */
export async function requireLockedLanding(
  context: ChangeContext,
  id: number,
): Promise<{ site: LockedSite; page: repository.LockedLanding }> {
  const siteId = await repository.findSiteId(context.db, context.caller, id);
  if (siteId === undefined) throw refuse('NOT_FOUND');
  const site = await requireLockedSite(context, siteId);
  const page = await repository.lockLanding(context.db, id);
  if (page === undefined) throw refuse('NOT_FOUND');
  return { site, page };
}

export const requireSiteOn = (site: Pick<LockedSite, 'status'>, status: LandingStatus): void => {
  if (status === 'online' && site.status !== 'on') throw refuse('SITE_OFF');
};

const requireFreeSlug = async ({ db }: ChangeContext, siteId: number, slug: string, except?: number): Promise<void> => {
  if (await repository.isSlugTaken(db, siteId, slug, except)) throw refuse('DUPLICATE', { field: 'slug' });
};

/** The drama or product of a page, which must match the business line of its site. */
export async function requireContent({ db }: Pick<ChangeContext, 'db'>, biz: 'dj' | 'ec', id: number): Promise<repository.Content> {
  const content = (await repository.loadContents(db, biz, [id])).get(id);
  if (content === undefined) throw refuseField('content_id', 'exists');
  return content;
}

function requireValid(page: Parameters<typeof findLandingFaults>[0]): void {
  const faults = findLandingFaults(page);
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
}

/** The fields a user enters for a new page. */
export type NewLanding = Pick<
  repository.LockedLanding,
  'title' | 'slug' | 'template' | 'start_episode' | 'language' | 'country' | 'ab_group' | 'status'
>;

const contentColumns = (biz: 'dj' | 'ec', id: number) =>
  biz === 'dj' ? { drama_id: id, product_id: null } : { drama_id: null, product_id: id };

/** Creates a page on a locked site and returns its id. */
export async function addLanding(context: ChangeContext, site: LockedSite, contentId: number, page: NewLanding): Promise<number> {
  const { db, now } = context;
  const content = await requireContent(context, site.biz, contentId);
  requireValid({ ...page, episodes: content.episodes });
  requireSiteOn(site, page.status);
  await requireFreeSlug(context, site.id, page.slug);
  const row = { ...page, ...contentColumns(site.biz, contentId), site_id: site.id, biz: site.biz };
  const id = await refuseDuplicateSlug(() => repository.insertLanding(db, row, now));
  context.audit({ targetType: LANDING, targetId: id, targetLabel: page.title, summary: page.slug, after: row });
  return id;
}

/**
 * Changes a locked page; null when nothing changes. Its former slug redirects from then on. A page that running ads lead to cannot go
 * offline unless `isForced` is set.
 */
export async function changeLanding(
  context: ChangeContext,
  { site, page }: { site: LockedSite; page: repository.LockedLanding },
  fields: Partial<NewLanding> & { content_id?: number | undefined },
  { isForced = false }: { isForced?: boolean } = {},
): Promise<{ before: object; after: object } | null> {
  const { db, now } = context;
  const { content_id = page.drama_id ?? page.product_id ?? 0, ...changed } = fields;
  const content = await requireContent(context, page.biz, content_id);
  const after: repository.LockedLanding = { ...page, ...changed, ...contentColumns(page.biz, content_id) };
  requireValid({ ...after, episodes: content.episodes });
  if (!canBecome(page.status, after.status)) throw refuseField('status', 'landingDraft');
  if (after.status !== page.status) requireSiteOn(site, after.status);
  if (after.status === 'offline' && page.status === 'online' && !isForced) await requireLandingUnused(db, LANDING, page.id);
  if (after.slug !== page.slug) await requireFreeSlug(context, page.site_id, after.slug, page.id);
  const changes = changesBetween(page, { ...after, old_slugs: updateOldSlugs(page.old_slugs, page.slug, after.slug) });
  if (changes === null) return null;
  const isSwitched = after.status !== page.status;
  const written = { ...changes.after, ...(isSwitched && { offline_at: after.status === 'offline' ? now : null }) };
  await refuseDuplicateSlug(() => repository.updateLanding(db, page.id, written, now));
  context.audit({
    targetType: LANDING,
    targetId: page.id,
    targetLabel: page.title,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return changes;
}
