import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { type SandboxDatabase, sandboxTables } from './tables.ts';
import { demoGrant, demoShares, sandboxWorld, type WorldGrant } from './world.ts';

const MINUTE = 60_000;
/** Several servers may start at once; the lock lets one of them found the world. */
const FOUNDING_LOCK = 'sandbox.founding';

/** Hash under which tokens and codes are stored, so that the tables contain no secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const toGrantRow = (person: string, number: number, grant: WorldGrant) => ({
  token_hash: hashSecret(grant.token),
  person_id: person,
  number,
  scopes: [...grant.scopes],
  issued_at: grant.issued_at,
  expires_at: grant.expires_at,
  data_access_expires_at: grant.data_access_expires_at,
  revoked_at: null,
});

/** Fills the tables of the simulated channel unless a world exists already. Call it in a transaction. */
export async function foundWorld(db: SandboxDatabase, { seed, at, speed }: { seed: string; at: Date; speed: number }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${FOUNDING_LOCK}, 0))`.execute(db);
  const clock = { id: 1 as const, seed, founded_at: at, speed, real_at: at, simulated_at: at };
  const founded = await db
    .insertInto('sbx_clock')
    .values(clock)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (founded === undefined) return false;
  const world = sandboxWorld(seed);
  await db
    .insertInto('sbx_person')
    .values(world.persons.map(({ id, name, usage }, position) => ({ id, position, name, usage })))
    .execute();
  await db
    .insertInto('sbx_account')
    .values(
      world.accounts.map(({ business, biz: _biz, usage: _usage, demo: _demo, people, ...account }, position) => ({
        ...account,
        position,
        business_id: business?.id ?? null,
        business_name: business?.name ?? null,
        people: [...people],
        score: 0,
        score_at: at,
        throttled_until: null,
        computed_until: slotStart(at),
      })),
    )
    .execute();
  await db
    .insertInto('sbx_page')
    .values(
      world.pages.map(({ biz: _biz, demo: _demo, tasks, people, ...page }, position) => ({
        ...page,
        position,
        tasks: [...tasks],
        people: [...people],
      })),
    )
    .execute();
  await db
    .insertInto('sbx_pixel')
    .values(
      world.pixels.map(({ id, name, owner_account, status, silent_minutes }, position) => ({
        id,
        position,
        name,
        owner_account,
        status,
        last_fired_at: silent_minutes === null ? null : new Date(at.getTime() - silent_minutes * MINUTE),
      })),
    )
    .execute();
  return true;
}

export const SLOT_MS = 5 * MINUTE;
/** Start of the slot that contains an instant. */
export const slotStart = (at: Date): Date => new Date(Math.floor(at.getTime() / SLOT_MS) * SLOT_MS);

/**
 * Founds the world of the demo company, with the grants its people gave before that day and its shared pixels. The tokens are those of
 * `demoGrant`.
 */
export async function seedSandbox(database: Kysely<Database>, { seed, asOf }: { seed: string; asOf: Date }): Promise<void> {
  const db = sandboxTables(database);
  if (!(await foundWorld(db, { seed, at: asOf, speed: 1 }))) return;
  const world = sandboxWorld(seed);
  const grants = world.persons.flatMap((person) => {
    const grant = demoGrant(seed, person, asOf);
    return grant === null ? [] : [toGrantRow(person.id, 1, grant)];
  });
  await db.insertInto('sbx_grant').values(grants).execute();
  const shares = demoShares(world).filter(({ isRefused }) => !isRefused);
  await db
    .insertInto('sbx_pixel_share')
    .values(shares.map(({ pixel, account }) => ({ pixel_id: pixel.id, account_id: account.id })))
    .execute();
}
