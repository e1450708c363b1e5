import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { type Kysely, sql, type Transaction } from 'kysely';
import { seedSandbox } from '#server/channel/sandbox/found-world.ts';
import type { Database } from '#server/database/schema.ts';
import type { StoredFileType } from '#server/domain/files.ts';
import type { Vault } from '#server/domain/vault.ts';
import { seedAuthorisedAssets } from './demo-assets.ts';
import { demoContent } from './demo-content.ts';
import { demoHistory } from './demo-history.ts';
import { seedLandings } from './demo-landings.ts';
import { demoLaunches } from './demo-launches.ts';
import { demoDepartments, demoPeople, type Person } from './demo-people.ts';
import { demoPosts } from './demo-posts.ts';
import { seedConnections } from './demo-sites.ts';

/** Public: everybody who reads the documentation knows it. */
export const DEMO_PASSWORD = 'Demo@2026';

/** The day that the specification of the demo set is written for. */
export const REFERENCE_DAY = new Date('2026-11-20T00:00:00Z');

/** Any of several starts at once may seed; one does. */
const SEED_LOCK = 'seed.demo';

const HOUR = 3_600_000;

/** For somebody who starts now: up to the last full hour, so that today has figures and little is left to catch up. */
export const demoUntil = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR) * HOUR);

export interface DemoSeeding {
  /** The hour its history ends; the same one gives the same company. */
  asOf?: Date;
  /** Nothing is under way that a server on it would go on with. */
  isAtRest?: boolean;
  /** Seals the tokens of its people and pages. */
  vault: Vault;
  /** Of the simulated channel, whose people and accounts the company works with. */
  sandboxSeed: string;
  /** Keeps the bytes of a file and answers their key; null makes no files, for databases nobody plays anything from. */
  keep: ((bytes: Uint8Array, type: StoredFileType) => Promise<string>) | null;
}

interface SeededPeople {
  users: ReadonlyMap<string, number>;
  departments: ReadonlyMap<string, number>;
}

/** Departments, people, and what they did; undefined, and nothing changed, where anybody has an account already. */
async function seedPeople(db: Transaction<Database>, asOf: Date): Promise<SeededPeople | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${SEED_LOCK}, 0))`.execute(db);
  const someone = await db.selectFrom('sys_user').select('id').limit(1).executeTakeFirst();
  if (someone !== undefined) return undefined;
  const departments = await seedDepartments(db, asOf);
  const roles = await db.selectFrom('sys_role').select(['id', 'name']).execute();
  const roleIds = new Map(roles.map((role) => [role.name, role.id]));
  const hashes = await Promise.all(demoPeople.map((person) => demoHash(person.account)));
  const users = new Map<string, number>();
  for (const [index, person] of demoPeople.entries()) {
    users.set(person.account, await seedPerson(db, person, hashes[index] ?? '', departments, roleIds, asOf));
  }
  await demoHistory(db, users, departments, asOf);
  return { users, departments };
}

/** Fills an empty system with the people of the demo company and nothing they work with; as `seedDemo` otherwise. */
export const seedDemoPeople = (db: Kysely<Database>): Promise<boolean> =>
  db.transaction().execute(async (transaction) => (await seedPeople(transaction, REFERENCE_DAY)) !== undefined);

/**
 * Fills an empty system with the demo company. Deterministic, but for what the vault makes of secrets. Answers false and
 * changes nothing where anybody has an account already.
 */
export async function seedDemo(
  db: Kysely<Database>,
  { asOf = REFERENCE_DAY, isAtRest = false, vault, sandboxSeed, keep }: DemoSeeding,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const people = await seedPeople(transaction, asOf);
    if (people === undefined) return false;
    const seeding = { vault, asOf, seed: sandboxSeed };
    await seedSandbox(transaction, { seed: sandboxSeed, asOf });
    const granted = await seedAuthorisedAssets(transaction, people, seeding);
    const connected = await seedConnections(transaction, { ...people, ...granted }, seeding);
    const content = await demoContent(transaction, { users: people.users, shops: connected.shops, asOf, keep });
    await seedLandings(transaction, { sites: connected.sites, ...content, asOf });
    await demoPosts(transaction, { users: people.users, materials: content.materials, asOf });
    await demoLaunches(transaction, { users: people.users, asOf, seed: sandboxSeed, isAtRest });
    return true;
  });
}

/** The salt follows from the account, so that the same seed gives the same rows; the password is public anyway. */
const demoHash = (account: string): Promise<string> =>
  hash(createHash('md5').update(DEMO_PASSWORD).digest('hex'), {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
    salt: createHash('sha256').update(`demo ${account}`).digest().subarray(0, 16),
  });

const DAY = 86_400_000;
const daysBefore = (asOf: Date, days: number): Date => new Date(asOf.getTime() - days * DAY);

async function seedDepartments(db: Transaction<Database>, asOf: Date): Promise<Map<string, number>> {
  const root = await db
    .selectFrom('sys_department')
    .select(['id', 'name', 'path'])
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow();
  const at = daysBefore(asOf, 120);
  const known = new Map([[root.name, { id: root.id, path: root.path, depth: 1 }]]);
  for (const { name, parent, sort } of demoDepartments) {
    const above = known.get(parent);
    if (above === undefined) throw new Error(`the demo department ${parent} comes after its child ${name}`);
    const row = { parent_id: above.id, name, path: '', depth: above.depth + 1, sort, deleted_at: null, created_at: at, updated_at: at };
    const { id } = await db.insertInto('sys_department').values(row).returning('id').executeTakeFirstOrThrow();
    const path = `${above.path}${id}/`;
    await db.updateTable('sys_department').set({ path }).where('id', '=', id).execute();
    known.set(name, { id, path, depth: above.depth + 1 });
  }
  return new Map([...known].map(([name, { id }]) => [name, id]));
}

async function seedPerson(
  db: Transaction<Database>,
  person: Person,
  pwdHash: string,
  departments: ReadonlyMap<string, number>,
  roles: ReadonlyMap<string, number>,
  asOf: Date,
): Promise<number> {
  const created = daysBefore(asOf, 90);
  const { id } = await db
    .insertInto('sys_user')
    .values({
      account: person.account,
      pwd_hash: pwdHash,
      name: person.name,
      remark: person.remark ?? null,
      is_admin: person.isAdmin ?? 0,
      is_leader: person.isLeader ? 1 : 0,
      platform: person.platform ?? 'dj',
      department_id: person.department === undefined ? null : (departments.get(person.department) ?? null),
      status: person.disabled ? 'disabled' : 'enabled',
      login_at: null,
      timezone: person.timezone ?? 'Asia/Shanghai',
      deleted_at: person.deleted ? daysBefore(asOf, 5) : null,
      created_at: created,
      updated_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const role = person.role === undefined ? undefined : roles.get(person.role);
  if (role !== undefined) await db.insertInto('sys_user_role').values({ user_id: id, role_id: role }).execute();
  return id;
}
