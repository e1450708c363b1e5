import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** A writer without a heartbeat for this long is gone. */
const LEASE_MS = 6_000;
/** Interval of the heartbeat, which also reads whether another writer is waiting. */
const HEARTBEAT_MS = 1_000;
const RETRY_MS = 150;

/** The exclusive right to write the bytes of one upload, across all servers that share the database. */
export interface UploadLease {
  release(): Promise<void>;
}

const LEASE_END = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;

/**
 * Waits for the exclusive right to write an upload. The newest connection of a client wins, so the current writer is told by `onWanted`
 * to give up. Returns undefined when `signal` aborts first.
 */
export async function acquireUploadLease(
  db: Kysely<Database>,
  id: string,
  { signal, onWanted }: { signal: AbortSignal; onWanted: () => void },
): Promise<UploadLease | undefined> {
  const holderId = randomUUID();
  while (!signal.aborted) {
    const taken = await sql`
      update material_upload set held_by = ${holderId}, held_until = ${LEASE_END}, is_wanted = false
      where id = ${id} and (held_by is null or held_until < clock_timestamp())`.execute(db);
    if ((taken.numAffectedRows ?? 0n) > 0n) return startLease(db, id, holderId, onWanted);
    const requested = await sql`update material_upload set is_wanted = true where id = ${id} and held_by is not null`.execute(db);
    // The upload was deleted meanwhile: there is nothing to lock, and the caller notices that next.
    if ((requested.numAffectedRows ?? 0n) === 0n && !(await exists(db, id))) return { release: async () => {} };
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return undefined;
}

const exists = async (db: Kysely<Database>, id: string): Promise<boolean> =>
  (await db.selectFrom('material_upload').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

function startLease(db: Kysely<Database>, id: string, mine: string, onWanted: () => void): UploadLease {
  const heartbeat = async () => {
    const { rows } = await sql<{ is_wanted: boolean }>`
      update material_upload set held_until = ${LEASE_END} where id = ${id} and held_by = ${mine} returning is_wanted`.execute(db);
    if (rows[0]?.is_wanted !== false) onWanted();
  };
  // A failed heartbeat does not stop the writer: while the database is down, no other writer can take over either.
  const timer = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await sql`update material_upload set held_by = null, held_until = null where id = ${id} and held_by = ${mine}`.execute(db);
    },
  };
}
