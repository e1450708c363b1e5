import { type RawBuilder, sql } from 'kysely';
import type { copyEntities } from '#contracts/endpoints/ad-copies.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { assetVisible } from '../../assets/index.ts';
import type { PreparationContext } from '../../call.ts';
import { isMaterialVisible } from '../../content/index.ts';
import type { FieldFault } from '../../refusal.ts';
import { postVisible } from '../post-scope.ts';
import type { SourceAd, Sources } from './copy-sources.query.ts';

type Replacement = NonNullable<RequestOf<typeof copyEntities>['replacements']>[number];

interface ReplacementPart {
  id: number;
  /** Key of its drama or product such as `dj 4`; null when it belongs to none. */
  content: string | null;
}

const contentSql = (of: string) => sql.raw(`${of}.biz || ' ' || coalesce(${of}.drama_id, ${of}.product_id) as content`);

/** Selects the replacement of a part if the caller may use it. */
function selectReplacement({ caller }: PreparationContext, part: Replacement['part'], id: number): RawBuilder<ReplacementPart> {
  switch (part) {
    case 'material':
      return sql`select m.id, ${contentSql('m')} from material m where m.id = ${id} and m.deleted_at is null and ${isMaterialVisible(caller)}`;
    case 'post':
      return sql`select p.id, ${contentSql('m')} from post p join homepage h on h.id = p.homepage_id left join material m on m.id = p.material_id
        where p.id = ${id} and p.deleted_at is null and ${postVisible(caller)}`;
    case 'homepage':
      return sql`select h.id, null as content from homepage h where h.id = ${id} and h.deleted_at is null
        and ${assetVisible(caller, 'homepage', { id: sql`h.id`, authoriser: sql`h.personal_account_id` })}`;
    case 'pixel':
      return sql`select x.id, null as content from pixel x where x.id = ${id} and x.deleted_at is null
        and ${assetVisible(caller, 'pixel', { id: sql`x.id`, authoriser: sql`x.personal_account_id` })}`;
    case 'landing_page':
      return sql`select l.id, ${contentSql('l')} from landing_page l join site s on s.id = l.site_id where l.id = ${id} and l.deleted_at is null
        and ${assetVisible(caller, 'site', { id: sql`s.id` })}`;
  }
}

const PART_COLUMNS = { material: 'material_id', post: 'post_id', homepage: 'homepage_id', landing_page: 'landing_page_id' } as const;

/** Whether the part belongs to an ad for another drama or product. */
const isForOtherContent = ({ ads }: Sources, { part, from_id }: Replacement, content: string | null): boolean =>
  part !== 'pixel' &&
  content !== null &&
  [...ads.values()].some((ad) => ad[PART_COLUMNS[part]] === from_id && toContentKey(ad) !== content);

/** Key of the advertised drama or product, such as `dj 4`. */
export const toContentKey = ({ biz, drama_id, product_id }: Pick<SourceAd, 'biz' | 'drama_id' | 'product_id'>): string =>
  `${biz} ${drama_id ?? product_id}`;

/** Faults, at their fields, of replacements that the caller cannot use or that belong to another drama or product. */
export async function findReplacementFaults(
  context: PreparationContext,
  replacements: readonly Replacement[],
  sources: Sources,
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  for (const [at, replacement] of replacements.entries()) {
    const field = `replacements.${at}.to_id`;
    const [found] = (await selectReplacement(context, replacement.part, replacement.to_id).execute(context.db)).rows;
    if (found === undefined) faults.push({ field, rule: 'exists' });
    else if (isForOtherContent(sources, replacement, found.content)) faults.push({ field, rule: 'otherContent' });
  }
  return faults;
}
