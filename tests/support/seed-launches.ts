import { sql } from 'kysely';
import { REFERENCE_DAY } from '#server/seed/demo.ts';
import { seedLaunches as seedDemoLaunches } from '#server/seed/demo-launches.ts';
import type { ConsoleServer } from './console-server.ts';
import { quietSandbox } from './outside.ts';

/**
 * Adds the launches of the demo company with their history, unless the database has them. The materials of the ads get a stored file,
 * though not a playable one, because an ad shows its material.
 */
export async function seedLaunches({ db, outside }: Pick<ConsoleServer, 'db' | 'outside'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await transaction.selectFrom('campaign').select('id').limit(1).executeTakeFirst();
    if (found !== undefined) return;
    const { rows } = await sql<{ id: number; account: string }>`select id, account from sys_user`.execute(transaction);
    const users = new Map(rows.map(({ id, account }) => [account, id]));
    await seedDemoLaunches(transaction, { users, asOf: REFERENCE_DAY, seed: quietSandbox.seed });
  });
  const files = {
    video: await outside.files.store(Buffer.from('film'), 'video/mp4'),
    image: await outside.files.store(Buffer.from('picture'), 'image/jpeg'),
  };
  for (const kind of ['video', 'image'] as const) {
    await db.updateTable('material').set({ file_key: files[kind] }).where('kind', '=', kind).where('file_key', 'like', 'demo/%').execute();
  }
}
