import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { writeBackup } from '#server/database/backup/write-backup.ts';
import type { Job } from './job.ts';

/** Number of scheduled backups to keep; older ones are deleted once a new one is complete. */
export const BACKUPS_KEPT = 7;
const BACKUP_NAME = /^scheduled-\d{8}T\d{6}Z\.backup\.gz$/;

const backupName = (now: Date) => `scheduled-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup.gz`;

/** Backs up the whole database to a folder once a day. Files with other names in the folder are left alone. */
export function createBackupJob({ databaseUrl, folder }: { databaseUrl: string; folder: string }): Job {
  return {
    key: 'backup.daily',
    name: { zh: '每日备份', en: 'Daily backup' },
    cron: '30 18 * * *',
    timeoutS: 3600,
    core: false,
    allowManual: true,
    async run({ now, signal, log }) {
      const file = path.join(folder, backupName(now));
      const written = await writeBackup({
        url: databaseUrl,
        file,
        now,
        signal,
        onTable: (table, rows) => log(`${table}: ${rows} rows`),
      });
      log(`${path.basename(file)}: ${written.bytes} bytes`);
      const old = (await readdir(folder))
        .filter((name) => BACKUP_NAME.test(name))
        .sort()
        .slice(0, -BACKUPS_KEPT);
      for (const name of old) {
        await rm(path.join(folder, name), { force: true });
        log(`${name} removed`);
      }
      return { rowsIn: written.rows, rowsOut: written.rows, message: path.basename(file) };
    },
  };
}

/** Updates the statistics of PostgreSQL for its query plans and logs the size of each table. */
export const databaseStatistics: Job = {
  key: 'database.statistics',
  name: { zh: '数据库统计', en: 'Database statistics' },
  cron: '20 19 * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run({ db, signal, log }) {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`.execute(
      db,
    );
    for (const { name } of rows) {
      signal.throwIfAborted();
      await sql`analyze ${sql.table(name)}`.execute(db);
      const { rows: found } = await sql<{ estimate: number; bytes: number }>`
        select greatest(reltuples, 0)::bigint as estimate, pg_total_relation_size(oid) as bytes from pg_class
        where oid = ${name}::regclass`.execute(db);
      log(`${name}: about ${found[0]?.estimate ?? 0} rows, ${found[0]?.bytes ?? 0} bytes`);
    }
    return { rowsOut: rows.length };
  },
};
