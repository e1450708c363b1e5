import { type Kysely, sql } from 'kysely';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import { draftFaults, needsPixel, schemeFaults } from '#contracts/rules/scheme-rules.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible } from '../../assets/index.ts';
import { isListed } from '../../dictionaries.ts';
import type { FieldFault } from '../../refusal.ts';
import type { Caller } from '../../work-context.ts';

type Db = Kysely<Database>;

interface OfScheme {
  biz: 'dj' | 'ec';
  channel: 'meta' | 'tiktok';
  body: UnfinishedBody;
}

/** Whatever is wrong with what a scheme says, by itself. A draft may leave things out. */
export function bodyFaults(body: UnfinishedBody, now: Date, { isDraft }: { isDraft: boolean }): FieldFault[] {
  const countries = body.audience.countries.flatMap((country, at): FieldFault[] =>
    isListed('countries', country) ? [] : [{ field: `audience.countries.${at}`, rule: 'exists' }],
  );
  const found = (isDraft ? draftFaults : schemeFaults)(body, { now: now.getTime() });
  return [...found, ...countries].map((fault) => ({ ...fault, field: `body.${fault.field}` }));
}

async function siteOf(db: Db, caller: Caller, id: number) {
  const found = await sql<{ biz: 'dj' | 'ec'; status: 'on' | 'off'; default_pixel_id: number | null }>`
    select s.biz, s.status, s.default_pixel_id from site s
    where s.id = ${id} and s.deleted_at is null and ${assetVisible(caller, 'site', { id: sql`s.id` })}`.execute(db);
  return found.rows[0];
}

/** Ids of pages or pixels that the caller sees, with their channel. */
async function seen(db: Db, caller: Caller, type: 'homepage' | 'pixel', ids: readonly number[]) {
  const found = await sql<{ id: number; channel: 'meta' | 'tiktok' }>`
    select t.id, t.channel from ${sql.table(type)} t where t.id = any(${[...ids]}::bigint[]) and t.deleted_at is null
      and ${assetVisible(caller, type, { id: sql`t.id`, authoriser: sql`t.personal_account_id` })}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.channel]));
}

/** Landing pages of the site; of any where it is not named yet. */
const landingsOn = async (db: Db, site: number | null, ids: readonly number[]): Promise<Set<number>> => {
  const found = await sql<{ id: number }>`
    select l.id from landing_page l where l.site_id = coalesce(${site}::bigint, l.site_id) and l.id = any(${[...ids]}::bigint[]) and l.deleted_at is null`.execute(
    db,
  );
  return new Set(found.rows.map((row) => row.id));
};

/** What a scheme names and its writer cannot use, field by field. A draft need not name everything yet. */
export async function referenceFaults(
  db: Db,
  caller: Caller,
  { biz, channel, body }: OfScheme,
  { isDraft }: { isDraft: boolean },
): Promise<FieldFault[]> {
  const { site_id, pixel_mode, pixel_id, homepage_ids, landing_mode, landing_page_ids } = body.identity;
  const at = (field: string, rule: string): FieldFault => ({ field: `body.identity.${field}`, rule });
  const site = site_id === null ? null : await siteOf(db, caller, site_id);
  if (site === undefined || site?.status === 'off') return [at('site_id', 'exists')];
  const faults: FieldFault[] = site === null || site.biz === biz ? [] : [at('site_id', 'otherBiz')];
  const ofChannel = (field: string, known: 'meta' | 'tiktok' | undefined): FieldFault[] => {
    if (known === undefined) return [at(field, 'exists')];
    return known === channel ? [] : [at(field, 'otherChannel')];
  };
  const pages = await seen(db, caller, 'homepage', homepage_ids);
  faults.push(...homepage_ids.flatMap((id, index) => ofChannel(`homepage_ids.${index}`, pages.get(id))));
  if (pixel_mode === 'fixed' && pixel_id !== null) {
    faults.push(...ofChannel('pixel_id', (await seen(db, caller, 'pixel', [pixel_id])).get(pixel_id)));
  } else if (!isDraft && needsPixel(body.goal.optimization_goal) && site?.default_pixel_id === null) {
    faults.push(at('pixel_id', 'pixelOfSite'));
  }
  if (landing_mode === 'fixed') {
    const known = await landingsOn(db, site_id, landing_page_ids);
    faults.push(...landing_page_ids.flatMap((id, index) => (known.has(id) ? [] : [at(`landing_page_ids.${index}`, 'otherSite')])));
  }
  return faults;
}
