import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { ownTables, type SandboxDatabase } from './tables.ts';
import { demoGrant, demoShares, sandboxWorld, type WorldGrant } from './world.ts';

const MINUTE = 60_000;
/** Several starts at once may find no world; one founds it. */
const FOUNDING_LOCK = 'sandbox.founding';

/** Tokens and codes are looked up by this; the tables hold none. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const grantRow = (person: string, number: number, grant: WorldGrant) => ({
  token_hash: hashOf(grant.token),
  person_id: person,
  number,
  scopes: [...grant.scopes],
  issued_at: grant.issued_at,
  expires_at: grant.expires_at,
  data_access_expires_at: grant.data_access_expires_at,
  revoked_at: null,
});

/** Fills the tables of the simulated channel, unless there is a world already. Call it inside of a transaction. */
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

export const SLOT = 5 * MINUTE;
/** Where the slot begins that an instant lies in. */
export const slotStart = (at: Date): Date => new Date(Math.floor(at.getTime() / SLOT) * SLOT);

/**
 * For the demo company: founds the world of that seed, grants what its people granted it before that day, and shares what it shares.
 * Their tokens are those of `demoGrant`.
 */
export async function seedSandbox(database: Kysely<Database>, { seed, asOf }: { seed: string; asOf: Date }): Promise<void> {
  const db = ownTables(database);
  if (!(await foundWorld(db, { seed, at: asOf, speed: 1 }))) return;
  const world = sandboxWorld(seed);
  const grants = world.persons.flatMap((person) => {
    const grant = demoGrant(seed, person, asOf);
    return grant === null ? [] : [grantRow(person.id, 1, grant)];
  });
  await db.insertInto('sbx_grant').values(grants).execute();
  const shares = demoShares(world).filter(({ isRefused }) => !isRefused);
  await db
    .insertInto('sbx_pixel_share')
    .values(shares.map(({ pixel, account }) => ({ pixel_id: pixel.id, account_id: account.id })))
    .execute();
}
