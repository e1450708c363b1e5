import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDifferingSums } from '#tests/support/account-days.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { isMigrated } from '../migrate.ts';
import { BackupReader } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** Values that a careless format would lose. */
const DIFFICULT = ['tab\there', 'line\nbreak', '\\.', 'back\\slash', '中文 😀', '', '\\N', '"quoted"'];

describe('backup and restore', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    for (const [index, text] of DIFFICULT.entries()) {
      await sql`insert into setting (key, value) values (${`D${index}`}, ${JSON.stringify({ text, big: 9_007_199_254_740_993n.toString() })}::jsonb)`.execute(
        source.db,
      );
    }
    await sql`
      insert into op_log (at, user_id, account, action, target_type, target_id, target_label, ip, summary, before, after, ok, code, ms)
      select now(), null, 'a' || n, '/x', null, null, null, '127.0.0.1', repeat(${'行\t\n'}, 20), 'null'::jsonb, null, true, 0, 1 from generate_series(1, 3000) n`.execute(
      source.db,
    );
  });
  afterAll(async () => {
    await Promise.all([source.close(), target.close()]);
  });
  const insertFact = (ad: number) => sql`
    insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, biz, country, channel, spend, pulled_at)
    values (${ad}, '2026-11-20', 1, 1, 1, 'dj', 'US', 'meta', 700, now())`;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-backup-'));
    file = path.join(folder, 'one.backup.gz');
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const hashTables = async ({ db }: TestDatabase) => {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(db);
    const sums: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ sum: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text collate "C")), '') as sum from ${sql.table(name)} t`.execute(
        db,
      );
      sums[name] = rows[0]?.sum ?? '';
    }
    return sums;
  };

  it('restores every row of every table byte by byte', async () => {
    // Sums kept by triggers must not be counted twice.
    await insertFact(1).execute(source.db);
    const before = await hashTables(source);
    const written = await writeBackup({ url: source.url, file });
    expect(written.rows).toBeGreaterThan(3000);
    await target.db.insertInto('setting').values({ key: 'GONE', value: '1' }).execute();
    const restored = await restoreBackup({ url: target.url, file });
    expect(restored).toMatchObject({ tables: written.tables, rows: written.rows });
    expect(await hashTables(target)).toEqual(before);
    expect(await isMigrated(target.db)).toBe(true);
    await insertFact(2).execute(target.db);
    expect(await findDifferingSums(target.db)).toEqual([]);
  });

  it('continues the sequences of the backup and keeps the operation log append-only', async () => {
    await writeBackup({ url: source.url, file });
    await restoreBackup({ url: target.url, file });
    const highest = await source.db
      .selectFrom('op_log')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ id: number }>`
      insert into op_log (at, account, action, ip, summary, ok, code, ms) values (now(), 'b', '/y', '::1', '', true, 0, 1) returning id`.execute(
      target.db,
    );
    expect(rows[0]?.id).toBeGreaterThan(highest.id);
    await expect(sql`delete from op_log`.execute(target.db)).rejects.toThrow(/append only/);
  });

  it('contains one snapshot although others write meanwhile', async () => {
    const pairs = async (db: TestDatabase) => {
      const { rows } = await sql<{ settings: number; logs: number }>`
        select (select count(*) from setting where key like 'PAIR%') as settings, (select count(*) from op_log where action = '/pair') as logs`.execute(
        db.db,
      );
      return rows[0];
    };
    let stopped = false;
    let written = 0;
    const writing = (async () => {
      while (!stopped) {
        const n = written;
        await source.db.transaction().execute(async (transaction) => {
          await sql`insert into op_log (at, account, action, ip, summary, ok, code, ms) values (now(), 'p', '/pair', '::1', '', true, 0, 1)`.execute(
            transaction,
          );
          await sql`insert into setting (key, value) values (${`PAIR${n}`}, '1')`.execute(transaction);
        });
        written += 1;
      }
    })();
    await expect.poll(() => written).toBeGreaterThan(3);
    await writeBackup({ url: source.url, file });
    const after = written;
    await expect.poll(() => written).toBeGreaterThan(after);
    stopped = true;
    await writing;
    await restoreBackup({ url: target.url, file });
    const seen = await pairs(target);
    expect(seen?.settings).toBeGreaterThan(0);
    expect(seen?.settings).toBe(seen?.logs);
  });

  it('lets a server that uses the database continue with the restored rows', async () => {
    await writeBackup({ url: source.url, file });
    const ask = () => target.db.selectFrom('setting').select('key').where('key', '=', 'D0').execute();
    await ask();
    await restoreBackup({ url: target.url, file });
    expect(await ask()).toHaveLength(1);
  });

  it('continues after a deadlock with another connection', async () => {
    await writeBackup({ url: source.url, file });
    const others = new pg.Client({ connectionString: target.url });
    await others.connect();
    try {
      // The restore detects the deadlock first and therefore loses it.
      await others.query(`set deadlock_timeout = '60s'`);
      const { rows: newest } = await others.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by oid desc limit 1`,
      );
      await others.query('begin');
      await others.query(`lock table ${newest[0]?.name} in access share mode`);
      const restored = restoreBackup({ url: target.url, file });
      const locked = async () => {
        const { rows } = await others.query<{ name: string }>(`
          select held.relation::regclass::text as name from pg_locks held join pg_class c on c.oid = held.relation and c.relkind = 'r'
          where held.granted and held.mode = 'AccessExclusiveLock' and c.relnamespace = 'public'::regnamespace
            and exists (select 1 from pg_locks waits where waits.pid = held.pid and not waits.granted)`);
        return rows[0]?.name;
      };
      await vi.waitFor(async () => expect(await locked()).toBeDefined(), { timeout: 20_000, interval: 20 });
      await others.query(`lock table ${await locked()} in access share mode`);
      await others.query('commit');
      expect(await restored).toMatchObject({ rows: expect.any(Number) });
    } finally {
      await others.end();
    }
  });

  it('is readable by its owner only and leaves no incomplete file behind', async () => {
    await writeBackup({ url: source.url, file });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const stopped = AbortSignal.abort();
    await expect(writeBackup({ url: source.url, file: path.join(folder, 'two.gz'), signal: stopped })).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['one.backup.gz']);
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['is cut off', (whole) => whole.subarray(0, whole.length - 200)],
    ['lost its last line', (whole) => gzipSync(gunzipSync(whole).subarray(0, -10))],
    [
      'lost a table',
      (whole) =>
        gzipSync(
          gunzipSync(whole)
            .toString()
            .replace(/\{"table":"setting".*?\n\\\.\n/s, ''),
        ),
    ],
    [
      'comes from a newer version',
      (whole) =>
        gzipSync(
          gunzipSync(whole)
            .toString()
            .replace(/"schemaVersion":"[^"]*"/, '"schemaVersion":"9999-later"'),
        ),
    ],
    ['is something else', () => gzipSync('{"hello":"world"}\n')],
    ['is not packed', () => Buffer.from('hello')],
  ])('changes nothing when the file %s', async (_, spoil) => {
    await writeBackup({ url: source.url, file });
    const bad = path.join(folder, 'bad.gz');
    writeFileSync(bad, spoil(readFileSync(file)));
    const before = await hashTables(target);
    await expect(restoreBackup({ url: target.url, file: bad })).rejects.toThrow(/not a usable backup/);
    expect(await hashTables(target)).toEqual(before);
  });

  it('is read the same with any chunk size', async () => {
    const text = Buffer.from('{"a":1}\nrow \\\\.\n\\.x\n\\.\n{"b":2}\n\\.\n{"c":3}\n');
    for (let size = 1; size < text.length; size += 1) {
      const pieces = (async function* () {
        for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
      })();
      const reader = new BackupReader(pieces);
      const rows = async () => {
        const found: Buffer[] = [];
        for await (const piece of reader.readRows()) found.push(piece);
        return Buffer.concat(found).toString();
      };
      expect([
        await reader.readLine(),
        await rows(),
        await reader.readLine(),
        await rows(),
        await reader.readLine(),
        await reader.readLine(),
      ]).toEqual([{ a: 1 }, 'row \\\\.\n\\.x\n', { b: 2 }, '', { c: 3 }, undefined]);
    }
  });
});
