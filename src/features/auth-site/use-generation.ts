import { useSelector } from '@xstate/react';
import { blankGeneration } from '#machines/auth-site/landing-rules.ts';
import type { SiteLandings } from '#machines/auth-site/site-landings.machine.ts';
import type { SiteRow } from '#machines/auth-site/site-rules.ts';

/** Opens the drawer that makes many landing pages of this site. */
export function useGeneration(landings: SiteLandings, { id, biz, name }: Pick<SiteRow, 'id' | 'biz' | 'name'>): () => void {
  const generation = useSelector(landings, (state) => state.children.generation);
  return () => generation?.send({ type: 'form.opened', draft: { values: { ...blankGeneration, site_id: id, biz }, subject: { name } } });
}
