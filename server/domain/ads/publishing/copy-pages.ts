import type { PreparationContext } from '../../call.ts';
import { refuse } from '../../refusal.ts';
import type { PlannedCopy } from './copy-plan.ts';
import type { AdNode } from './launch-items.ts';
import { isForeignPage, loadPageAccess, mayUsePage, type PageAccess, refuseForeignPage } from './page-access.ts';
import type { PlanPage } from './plan-parts.ts';

type Pages = ReadonlyMap<number, PlanPage>;

/** The homepage of each ad of a copy. */
const listAdPages = ({ nodes }: PlannedCopy, pages: Pages): PlanPage[] =>
  nodes.flatMap(({ level, node }) => (level === 'ad' ? (pages.get((node as AdNode).homepage_id) ?? []) : []));

/** Loads who may advertise with the homepages of the copies that are not refused. */
export const loadCopyPageAccess = (context: PreparationContext, copies: readonly PlannedCopy[], pages: Pages): Promise<PageAccess> =>
  loadPageAccess(
    context,
    copies.flatMap((copy) => (copy.refusal === null ? listAdPages(copy, pages).map((page) => ({ account: copy.account, page })) : [])),
  );

/** Refuses a copy with a homepage that the authoriser of its account may not advertise with. Such a homepage can be replaced. */
export function checkPageAccess(copy: PlannedCopy, pages: Pages, access: PageAccess): PlannedCopy {
  const { account, missing, refusal } = copy;
  const denied = [...new Set(listAdPages(copy, pages))].filter(
    (page) => isForeignPage(account, page) && mayUsePage(account, page, access) === false,
  );
  const [first] = denied;
  if (first === undefined) return copy;
  const listed = new Set(missing.flatMap(({ part, id }) => (part === 'homepage' ? [id] : [])));
  const added = denied.flatMap(({ id, name }) =>
    listed.has(id) ? [] : [{ part: 'homepage' as const, id, label: name, reason: 'HOMEPAGE_UNUSABLE' }],
  );
  return { ...copy, missing: [...missing, ...added], refusal: refusal ?? refuseForeignPage(account, first) };
}

/** Copies use up the ad places of homepages; a copy that finds none for one of its ads is refused. */
export function createPageRoom(pages: Pages) {
  const taken = new Map<number, number>();
  return {
    take(copy: PlannedCopy): PlannedCopy {
      if (copy.refusal !== null) return copy;
      const takenWithCopy = new Map(taken);
      for (const { id, used, limit } of listAdPages(copy, pages)) {
        const before = takenWithCopy.get(id) ?? 0;
        if (used + before >= limit) return { ...copy, refusal: refuse('PAGE_AD_LIMIT', { used: used + before, limit }) };
        takenWithCopy.set(id, before + 1);
      }
      for (const [id, count] of takenWithCopy) taken.set(id, count);
      return copy;
    },
  };
}
