import type { Kysely } from 'kysely';
import type { SitePush } from '#contracts/endpoints/site-push.ts';
import type { Database } from '#server/database/schema.ts';
import { Refusal } from '../refusal.ts';

/** Rows of unknown sites and in unknown currencies could not be counted anywhere, so they are refused before they are kept. */
export async function requireKnownPlaces(db: Kysely<Database>, { kind, events }: SitePush): Promise<void> {
  if (kind === 'pixel_events') return;
  const [sites, currencies] = await Promise.all([
    db.selectFrom('site').select('domain').where('deleted_at', 'is', null).execute(),
    db.selectFrom('currency').select('code').execute(),
  ]);
  const domains = new Set(sites.map(({ domain }) => domain));
  const codes = new Set(currencies.map(({ code }) => code));
  const faults = [...events.entries()].flatMap(([index, event]) => [
    ...('site' in event && !domains.has(event.site.toLowerCase()) ? [{ field: `events.${index}.site`, rule: 'siteUnknown' }] : []),
    ...('currency' in event && !codes.has(event.currency) ? [{ field: `events.${index}.currency`, rule: 'enum' }] : []),
  ]);
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults: faults.slice(0, 20) });
}
