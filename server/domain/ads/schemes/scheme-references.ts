import { type Kysely, sql } from 'kysely';
import type { SchemeBody } from '#contracts/endpoints/scheme-body.ts';
import { needsPixel, schemeFaults } from '#contracts/rules/scheme-rules.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible } from '../../assets/index.ts';
import type { Caller } from '../../call.ts';
import { isListed } from '../../dictionaries.ts';
import type { FieldFault } from '../../refusal.ts';

type Db = Kysely<Database>;

interface OfScheme {
  biz: 'dj' | 'ec';
  channel: 'meta' | 'tiktok';
  body: SchemeBody;
}

/** Whatever is wrong with what a scheme says, by itself. */
export function bodyFaults(body: SchemeBody, now: Date): FieldFault[] {
  const countries = body.audience.countries.flatMap((country, at): FieldFault[] =>
    isListed('countries', country) ? [] : [{ field: `audience.countries.${at}`, rule: 'exists' }],
  );
  return [...schemeFaults(body, { now: now.getTime() }), ...countries].map((fault) => ({ ...fault, field: `body.${fault.field}` }));
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

const landingsOn = async (db: Db, site: number, ids: readonly number[]): Promise<Set<number>> => {
  const found = await sql<{ id: number }>`
    select l.id from landing_page l where l.site_id = ${site} and l.id = any(${[...ids]}::bigint[]) and l.deleted_at is null`.execute(db);
  return new Set(found.rows.map((row) => row.id));
};

/** What a scheme names and cannot be used by whoever enables it, field by field. */
export async function referenceFaults(db: Db, caller: Caller, { biz, channel, body }: OfScheme): Promise<FieldFault[]> {
  const { site_id, pixel_mode, pixel_id, homepage_ids, landing_mode, landing_page_ids } = body.identity;
  const at = (field: string, rule: string): FieldFault => ({ field: `body.identity.${field}`, rule });
  const site = await siteOf(db, caller, site_id);
  if (site === undefined || site.status === 'off') return [at('site_id', 'exists')];
  const faults: FieldFault[] = site.biz === biz ? [] : [at('site_id', 'otherBiz')];
  const ofChannel = (field: string, known: 'meta' | 'tiktok' | undefined): FieldFault[] => {
    if (known === undefined) return [at(field, 'exists')];
    return known === channel ? [] : [at(field, 'otherChannel')];
  };
  const pages = await seen(db, caller, 'homepage', homepage_ids);
  faults.push(...homepage_ids.flatMap((id, index) => ofChannel(`homepage_ids.${index}`, pages.get(id))));
  if (pixel_mode === 'fixed' && pixel_id !== null) {
    faults.push(...ofChannel('pixel_id', (await seen(db, caller, 'pixel', [pixel_id])).get(pixel_id)));
  } else if (needsPixel(body.goal.optimization_goal) && site.default_pixel_id === null) faults.push(at('pixel_id', 'pixelOfSite'));
  if (landing_mode === 'fixed') {
    const known = await landingsOn(db, site_id, landing_page_ids);
    faults.push(...landing_page_ids.flatMap((id, index) => (known.has(id) ? [] : [at(`landing_page_ids.${index}`, 'otherSite')])));
  }
  return faults;
}
