import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { type Kysely, sql, type Transaction } from 'kysely';
import { seedSandbox } from '#server/channel/sandbox/found-world.ts';
import type { Database } from '#server/database/schema.ts';
import type { StoredFileType } from '#server/domain/files.ts';
import type { Vault } from '#server/domain/vault.ts';
import { seedAlertTargets } from './demo-alert-targets.ts';
import { seedAuthorisedAssets } from './demo-assets.ts';
import { seedContent } from './demo-content.ts';
import { seedEvaluations } from './demo-evaluations.ts';
import { seedHistory } from './demo-history.ts';
import { seedHosting } from './demo-hosting.ts';
import { seedLandings } from './demo-landings.ts';
import { seedLaunches } from './demo-launches.ts';
import { type DemoPerson, demoDepartments, demoPeople } from './demo-people.ts';
import { seedPosts } from './demo-posts.ts';
import { seedRules } from './demo-rules.ts';
import { seedSettlements } from './demo-settlements.ts';
import { seedConnections } from './demo-sites.ts';

/** The public password of all demo users; the documentation contains it. */
export const DEMO_PASSWORD = 'Demo@2026';

/** The reference date of the demo data in the specification. */
export const REFERENCE_DAY = new Date('2026-11-20T00:00:00Z');

/** Several servers may start at once; the lock lets one of them seed. */
const SEED_LOCK = 'seed.demo';

const HOUR = 3_600_000;

/** End of the history for a start at this time: the last full hour, so that today has figures and little has to be caught up. */
export const demoEndHour = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR) * HOUR);

export interface DemoSeeding {
  /** The hour in which the history ends; the same hour gives the same company. */
  asOf?: Date;
  /** Adds no unfinished work that a server would continue. */
  isAtRest?: boolean;
  /** Seals the tokens of people and pages. */
  vault: Vault;
  /** Seed of the simulated channel that the company works with. */
  sandboxSeed: string;
  /** Stores bytes and returns their key; null creates no files, for databases whose files are never played. */
  store: ((bytes: Uint8Array, type: StoredFileType) => Promise<string>) | null;
}

interface SeededPeople {
  users: ReadonlyMap<string, number>;
  departments: ReadonlyMap<string, number>;
}

/** Seeds departments, users and their log; returns undefined without changes when any user exists. */
async function seedPeople(db: Transaction<Database>, asOf: Date): Promise<SeededPeople | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${SEED_LOCK}, 0))`.execute(db);
  const existingUser = await db.selectFrom('sys_user').select('id').limit(1).executeTakeFirst();
  if (existingUser !== undefined) return undefined;
  const departments = await seedDepartments(db, asOf);
  const roles = await db.selectFrom('sys_role').select(['id', 'name']).execute();
  const roleIds = new Map(roles.map((role) => [role.name, role.id]));
  const hashes = await Promise.all(demoPeople.map((person) => hashDemoPassword(person.account)));
  const users = new Map<string, number>();
  for (const [index, person] of demoPeople.entries()) {
    users.set(person.account, await seedPerson(db, person, hashes[index] ?? '', departments, roleIds, asOf));
  }
  await seedHistory(db, users, departments, asOf);
  return { users, departments };
}

/** Like `seedDemo`, but only with the users of the demo company and no other data. */
export const seedDemoPeople = (db: Kysely<Database>): Promise<boolean> =>
  db.transaction().execute(async (transaction) => (await seedPeople(transaction, REFERENCE_DAY)) !== undefined);

/**
 * Fills an empty system with the demo company. The result is always the same, except for sealed secrets. Returns false without changes
 * when any user exists.
 */
export async function seedDemo(
  db: Kysely<Database>,
  { asOf = REFERENCE_DAY, isAtRest = false, vault, sandboxSeed, store }: DemoSeeding,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const people = await seedPeople(transaction, asOf);
    if (people === undefined) return false;
    const seeding = { vault, asOf, seed: sandboxSeed };
    await seedSandbox(transaction, { seed: sandboxSeed, asOf });
    const assets = await seedAuthorisedAssets(transaction, people, seeding);
    const connections = await seedConnections(transaction, { ...people, ...assets }, seeding);
    const content = await seedContent(transaction, { users: people.users, shops: connections.shops, asOf, store });
    await seedLandings(transaction, { sites: connections.sites, ...content, asOf });
    await seedPosts(transaction, { users: people.users, materials: content.materials, asOf });
    await seedLaunches(transaction, { users: people.users, asOf, seed: sandboxSeed, isAtRest });
    await seedHosting(transaction, { users: people.users, asOf });
    await seedRules(transaction, { users: people.users, asOf });
    await seedAlertTargets(transaction, people.users, { vault, asOf });
    await seedEvaluations(transaction, { users: people.users, dramas: content.dramas, asOf });
    await seedSettlements(transaction, { asOf });
    return true;
  });
}

/** The salt follows from the account, so that the same seed gives the same rows; the password is public anyway. */
const hashDemoPassword = (account: string): Promise<string> =>
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
  const departments = new Map([[root.name, { id: root.id, path: root.path, depth: 1 }]]);
  for (const { name, parent, sort } of demoDepartments) {
    const parentDepartment = departments.get(parent);
    if (parentDepartment === undefined) throw new Error(`the demo department ${parent} comes after its child ${name}`);
    const row = {
      parent_id: parentDepartment.id,
      name,
      path: '',
      depth: parentDepartment.depth + 1,
      sort,
      deleted_at: null,
      created_at: at,
      updated_at: at,
    };
    const { id } = await db.insertInto('sys_department').values(row).returning('id').executeTakeFirstOrThrow();
    const path = `${parentDepartment.path}${id}/`;
    await db.updateTable('sys_department').set({ path }).where('id', '=', id).execute();
    departments.set(name, { id, path, depth: parentDepartment.depth + 1 });
  }
  return new Map([...departments].map(([name, { id }]) => [name, id]));
}

async function seedPerson(
  db: Transaction<Database>,
  person: DemoPerson,
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
