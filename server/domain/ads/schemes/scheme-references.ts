import { type Kysely, sql } from 'kysely';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import { draftFaults, needsPixel, schemeFaults } from '#contracts/rules/scheme-rules.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible } from '../../assets/index.ts';
import { isListed } from '../../dictionaries.ts';
import type { FieldFault } from '../../refusal.ts';
import type { Caller } from '../../work-context.ts';

type Db = Kysely<Database>;

interface SchemeContent {
  biz: 'dj' | 'ec';
  channel: 'meta' | 'tiktok';
  body: UnfinishedBody;
}

/** Faults of a scheme's body on its own. A draft may be incomplete. */
export function findBodyFaults(body: UnfinishedBody, now: Date, { isDraft }: { isDraft: boolean }): FieldFault[] {
  const countries = body.audience.countries.flatMap((country, at): FieldFault[] =>
    isListed('countries', country) ? [] : [{ field: `audience.countries.${at}`, rule: 'exists' }],
  );
  const found = (isDraft ? draftFaults : schemeFaults)(body, { now: now.getTime() });
  return [...found, ...countries].map((fault) => ({ ...fault, field: `body.${fault.field}` }));
}

async function findVisibleSite(db: Db, caller: Caller, id: number) {
  const found = await sql<{ biz: 'dj' | 'ec'; status: 'on' | 'off'; default_pixel_id: number | null }>`
    select s.biz, s.status, s.default_pixel_id from site s
    where s.id = ${id} and s.deleted_at is null and ${assetVisible(caller, 'site', { id: sql`s.id` })}`.execute(db);
  return found.rows[0];
}

/** The channels of the homepages or pixels that the caller sees, by id. */
async function loadVisibleChannels(db: Db, caller: Caller, type: 'homepage' | 'pixel', ids: readonly number[]) {
  const found = await sql<{ id: number; channel: 'meta' | 'tiktok' }>`
    select t.id, t.channel from ${sql.table(type)} t where t.id = any(${[...ids]}::bigint[]) and t.deleted_at is null
      and ${assetVisible(caller, type, { id: sql`t.id`, authoriser: sql`t.personal_account_id` })}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.channel]));
}

/** The known landing pages of the site, or of any site if none is chosen yet. */
const loadKnownLandings = async (db: Db, site: number | null, ids: readonly number[]): Promise<Set<number>> => {
  const found = await sql<{ id: number }>`
    select l.id from landing_page l where l.site_id = coalesce(${site}::bigint, l.site_id) and l.id = any(${[...ids]}::bigint[]) and l.deleted_at is null`.execute(
    db,
  );
  return new Set(found.rows.map((row) => row.id));
};

/** Faults, at their fields, of objects that the scheme names and its author cannot use. A draft may be incomplete. */
export async function findReferenceFaults(
  db: Db,
  caller: Caller,
  { biz, channel, body }: SchemeContent,
  { isDraft }: { isDraft: boolean },
): Promise<FieldFault[]> {
  const { site_id, pixel_mode, pixel_id, homepage_ids, landing_mode, landing_page_ids } = body.identity;
  const fault = (field: string, rule: string): FieldFault => ({ field: `body.identity.${field}`, rule });
  const site = site_id === null ? null : await findVisibleSite(db, caller, site_id);
  if (site === undefined || site?.status === 'off') return [fault('site_id', 'exists')];
  const faults: FieldFault[] = site === null || site.biz === biz ? [] : [fault('site_id', 'otherBiz')];
  const findChannelFaults = (field: string, known: 'meta' | 'tiktok' | undefined): FieldFault[] => {
    if (known === undefined) return [fault(field, 'exists')];
    return known === channel ? [] : [fault(field, 'otherChannel')];
  };
  const pages = await loadVisibleChannels(db, caller, 'homepage', homepage_ids);
  faults.push(...homepage_ids.flatMap((id, index) => findChannelFaults(`homepage_ids.${index}`, pages.get(id))));
  if (pixel_mode === 'fixed' && pixel_id !== null) {
    faults.push(...findChannelFaults('pixel_id', (await loadVisibleChannels(db, caller, 'pixel', [pixel_id])).get(pixel_id)));
  } else if (!isDraft && needsPixel(body.goal.optimization_goal) && site?.default_pixel_id === null) {
    faults.push(fault('pixel_id', 'pixelOfSite'));
  }
  if (landing_mode === 'fixed') {
    const known = await loadKnownLandings(db, site_id, landing_page_ids);
    faults.push(...landing_page_ids.flatMap((id, index) => (known.has(id) ? [] : [fault(`landing_page_ids.${index}`, 'otherSite')])));
  }
  return faults;
}
