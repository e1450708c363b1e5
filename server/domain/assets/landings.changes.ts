import type { CallContext } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { requireLandingUnused } from '../in-use.ts';
import { changesBetween } from '../people/index.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import * as repository from './landings.repository.ts';
import { type LandingStatus, landingFaults, mayBecome, oldSlugsAfter } from './landings.rules.ts';
import { type LockedSite, lockSite } from './sites.repository.ts';

/** What a change of a landing page needs, be it a call of its own or one item of a batch. */
type Changing = Pick<CallContext, 'db' | 'caller' | 'now' | 'audit'>;

export const LANDING = 'landing_page';

/** The slug is free now; the unique index settles who comes first. */
async function slugged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'slug' });
    throw error;
  }
}

/** Locks the site first: whoever changes pages of a site, or the site, waits for each other. */
export async function holdSite({ db, caller }: Pick<Changing, 'db' | 'caller'>, id: number): Promise<LockedSite> {
  const site = await lockSite(db, caller, id);
  if (site === undefined) throw refuse('NOT_FOUND');
  return site;
}

/** A page and its site, locked. */
export async function holdLanding(context: Changing, id: number): Promise<{ site: LockedSite; page: repository.LockedLanding }> {
  const siteId = await repository.siteOf(context.db, context.caller, id);
  if (siteId === undefined) throw refuse('NOT_FOUND');
  const site = await holdSite(context, siteId);
  const page = await repository.lockLanding(context.db, id);
  if (page === undefined) throw refuse('NOT_FOUND');
  return { site, page };
}

export const requireOn = (site: Pick<LockedSite, 'status'>, status: LandingStatus): void => {
  if (status === 'online' && site.status !== 'on') throw refuse('SITE_OFF');
};

const requireFreeSlug = async ({ db }: Changing, siteId: number, slug: string, except?: number): Promise<void> => {
  if (await repository.isSlugTaken(db, siteId, slug, except)) throw refuse('DUPLICATE', { field: 'slug' });
};

/** Drama or product of a page, which has to fit the business line of its site. */
export async function requireContent({ db }: Pick<Changing, 'db'>, biz: 'dj' | 'ec', id: number): Promise<repository.Content> {
  const content = (await repository.contentsOf(db, biz, [id])).get(id);
  if (content === undefined) throw refuseField('content_id', 'exists');
  return content;
}

function requireSound(page: Parameters<typeof landingFaults>[0]): void {
  const faults = landingFaults(page);
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
}

/** What is typed of a new page. */
export type NewLanding = Pick<
  repository.LockedLanding,
  'title' | 'slug' | 'template' | 'start_episode' | 'language' | 'country' | 'ab_group' | 'status'
>;

const contentColumns = (biz: 'dj' | 'ec', id: number) =>
  biz === 'dj' ? { drama_id: id, product_id: null } : { drama_id: null, product_id: id };

/** Makes a page on a locked site; answers its id. */
export async function addLanding(context: Changing, site: LockedSite, contentId: number, page: NewLanding): Promise<number> {
  const { db, now } = context;
  const content = await requireContent(context, site.biz, contentId);
  requireSound({ ...page, episodes: content.episodes });
  requireOn(site, page.status);
  await requireFreeSlug(context, site.id, page.slug);
  const row = { ...page, ...contentColumns(site.biz, contentId), site_id: site.id, biz: site.biz };
  const id = await slugged(() => repository.insertLanding(db, row, now));
  context.audit({ targetType: LANDING, targetId: id, targetLabel: page.title, summary: page.slug, after: row });
  return id;
}

/**
 * Changes a locked page; null where nothing changes. Its former slug redirects from now on. Taken offline it must not be what running
 * ads lead to, unless that is `forced`.
 */
export async function changeLanding(
  context: Changing,
  { site, page }: { site: LockedSite; page: repository.LockedLanding },
  given: Partial<NewLanding> & { content_id?: number | undefined },
  { forced = false }: { forced?: boolean } = {},
): Promise<{ before: object; after: object } | null> {
  const { db, now } = context;
  const { content_id = page.drama_id ?? page.product_id ?? 0, ...changed } = given;
  const content = await requireContent(context, page.biz, content_id);
  const after: repository.LockedLanding = { ...page, ...changed, ...contentColumns(page.biz, content_id) };
  requireSound({ ...after, episodes: content.episodes });
  if (!mayBecome(page.status, after.status)) throw refuseField('status', 'landingDraft');
  if (after.status !== page.status) requireOn(site, after.status);
  if (after.status === 'offline' && page.status === 'online' && !forced) await requireLandingUnused(db, LANDING, page.id);
  if (after.slug !== page.slug) await requireFreeSlug(context, page.site_id, after.slug, page.id);
  const changes = changesBetween(page, { ...after, old_slugs: oldSlugsAfter(page.old_slugs, page.slug, after.slug) });
  if (changes === null) return null;
  await slugged(() => repository.updateLanding(db, page.id, changes.after, now));
  context.audit({
    targetType: LANDING,
    targetId: page.id,
    targetLabel: page.title,
    summary: Object.keys(changes.after).join(', '),
    ...changes,
  });
  return changes;
}
