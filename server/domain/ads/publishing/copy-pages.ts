import type { PreparationContext } from '../../call.ts';
import { refuse } from '../../refusal.ts';
import type { PlannedCopy } from './copy-plan.ts';
import type { AdNode } from './launch-items.ts';
import { askPageAccess, isPageOfOther, mayUsePage, type PageAccess, pageNotGranted } from './page-access.ts';
import type { PlanPage } from './plan-parts.ts';

type Pages = ReadonlyMap<number, PlanPage>;

/** The page of each ad that a copy has. */
const pagesIn = ({ nodes }: PlannedCopy, pages: Pages): PlanPage[] =>
  nodes.flatMap(({ level, node }) => (level === 'ad' ? (pages.get((node as AdNode).homepage_id) ?? []) : []));

/** Who may advertise with the pages of the copies, as far as these are made at all. */
export const pageAccessOfCopies = (context: PreparationContext, copies: readonly PlannedCopy[], pages: Pages): Promise<PageAccess> =>
  askPageAccess(
    context,
    copies.flatMap((copy) => (copy.refusal === null ? pagesIn(copy, pages).map((page) => ({ account: copy.account, page })) : [])),
  );

/** A copy with a page that the authoriser of its account may not advertise with is refused; another page may stand in. */
export function grantedPages(copy: PlannedCopy, pages: Pages, access: PageAccess): PlannedCopy {
  const { account, missing, refusal } = copy;
  const denied = [...new Set(pagesIn(copy, pages))].filter(
    (page) => isPageOfOther(account, page) && mayUsePage(account, page, access) === false,
  );
  const [first] = denied;
  if (first === undefined) return copy;
  const named = new Set(missing.flatMap(({ part, id }) => (part === 'homepage' ? [id] : [])));
  const lacking = denied.flatMap(({ id, name }) =>
    named.has(id) ? [] : [{ part: 'homepage' as const, id, label: name, reason: 'HOMEPAGE_UNUSABLE' }],
  );
  return { ...copy, missing: [...missing, ...lacking], refusal: refusal ?? pageNotGranted(account, first) };
}

/** Ads take the places that are left on their pages; a copy that finds none for one of its ads is refused. */
export function roomOnPages(pages: Pages) {
  const taken = new Map<number, number>();
  return {
    taken(copy: PlannedCopy): PlannedCopy {
      if (copy.refusal !== null) return copy;
      const wanted = new Map(taken);
      for (const { id, used, limit } of pagesIn(copy, pages)) {
        const before = wanted.get(id) ?? 0;
        if (used + before >= limit) return { ...copy, refusal: refuse('PAGE_AD_LIMIT', { used: used + before, limit }) };
        wanted.set(id, before + 1);
      }
      for (const [id, count] of wanted) taken.set(id, count);
      return copy;
    },
  };
}
