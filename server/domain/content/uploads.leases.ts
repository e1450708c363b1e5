import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** A writer that is not heard of for so long is gone. */
const HELD_MS = 6_000;
/** How often a writer says that it is there, and hears whether somebody else wants to write. */
const BEAT_MS = 1_000;
const RETRY_MS = 150;

/** The right to write the bytes of one upload, among all servers that share the database. */
export interface UploadLease {
  release(): Promise<void>;
}

const held = sql`clock_timestamp() + ${HELD_MS} * interval '1 millisecond'`;

/**
 * Waits until nobody else writes the upload: the newest connection of a client counts, so whoever writes is told by
 * `onWanted` and gives up. Undefined when `signal` is raised before.
 */
export async function holdUpload(
  db: Kysely<Database>,
  id: string,
  { signal, onWanted }: { signal: AbortSignal; onWanted: () => void },
): Promise<UploadLease | undefined> {
  const mine = randomUUID();
  while (!signal.aborted) {
    const taken = await sql`
      update material_upload set held_by = ${mine}, held_until = ${held}, is_wanted = false
      where id = ${id} and (held_by is null or held_until < clock_timestamp())`.execute(db);
    if ((taken.numAffectedRows ?? 0n) > 0n) return keep(db, id, mine, onWanted);
    const asked = await sql`update material_upload set is_wanted = true where id = ${id} and held_by is not null`.execute(db);
    // Gone meanwhile: there is nothing to hold, and whoever asks finds that out next.
    if ((asked.numAffectedRows ?? 0n) === 0n && !(await exists(db, id))) return { release: async () => {} };
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return undefined;
}

const exists = async (db: Kysely<Database>, id: string): Promise<boolean> =>
  (await db.selectFrom('material_upload').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

function keep(db: Kysely<Database>, id: string, mine: string, onWanted: () => void): UploadLease {
  const beat = async () => {
    const { rows } = await sql<{ is_wanted: boolean }>`
      update material_upload set held_until = ${held} where id = ${id} and held_by = ${mine} returning is_wanted`.execute(db);
    if (rows[0]?.is_wanted !== false) onWanted();
  };
  // A database that does not answer for a moment is no reason to stop: others cannot take it meanwhile either.
  const timer = setInterval(() => void beat().catch(() => {}), BEAT_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await sql`update material_upload set held_by = null, held_until = null where id = ${id} and held_by = ${mine}`.execute(db);
    },
  };
}
