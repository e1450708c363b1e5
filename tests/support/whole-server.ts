import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ApiPath, EndpointAt } from '#contracts/endpoints/index.ts';
import { createScheduler } from '#server/domain/jobs/index.ts';
import { registerJobs } from '#server/domain/jobs/runs.repository.ts';
import { createStandardJobs } from '#server/domain/jobs/wire.ts';
import { areaJobs } from '#server/http/area-jobs.ts';
import { batchTypes } from '#server/http/batch-types.ts';
import { createTestApp, DEMO_PASSWORD, md5 } from './app.ts';

export type BodyOf<P extends ApiPath> = RequestOf<EndpointAt[P]>;

/** Longest duration of a session. */
const SESSION_MS = 8 * 3_600_000;

/** A server that does all its scheduled work as its clock advances. Tests use it only through calls, never through its tables. */
export async function startWholeServer() {
  const server = await createTestApp();
  const { db, clock, outside } = server;
  // Objects on the simulated channel are numbered by their tag: equal tags make every run the same.
  await sql`create sequence tag_of_item`.execute(db);
  await sql`alter table batch_item alter column client_tag set default md5(nextval('tag_of_item')::text)::uuid`.execute(db);
  const all = createStandardJobs({ databaseUrl: '', backupFolder: '', batchTypes, areaJobs: [...areaJobs, ...(outside.jobs ?? [])] });
  const jobs = all.filter(({ key }) => !key.startsWith('backup.') && !key.startsWith('database.'));
  await registerJobs(db, jobs, clock.now());
  const scheduler = createScheduler({ db, clock, jobs, outside, instance: 'whole' });

  /** Advances the clock by hours and runs the jobs due by then. */
  async function advance(hours: number): Promise<void> {
    clock.forward({ hours });
    await scheduler.tick();
    await scheduler.settled();
    await server.app.batches.sweep();
    await server.app.batches.settled();
    const failed = await db.selectFrom('cron_run').select(['job_key', 'message']).where('status', '<>', 'succeeded').execute();
    expect(failed).toEqual([]);
  }

  const tokens = new Map<string, { token: string; at: number }>();
  async function ensureToken(account: string): Promise<string> {
    const at = clock.now().getTime();
    const known = tokens.get(account);
    if (known !== undefined && at - known.at < SESSION_MS) return known.token;
    const { data } = await server.send('/login', { account, pwd: md5(DEMO_PASSWORD) });
    tokens.set(account, { token: String(data.token), at });
    return String(data.token);
  }

  /** Makes a call as a user and returns the data; throws when it is refused. */
  async function as<P extends ApiPath>(account: string, path: P, body: BodyOf<P>): Promise<ReplyOf<EndpointAt[P]>> {
    const answer = await server.call(path, body, { token: await ensureToken(account) });
    if (answer.code !== 0) throw new Error(`${account} ${path}: ${answer.code} ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  /** Makes a bulk call and checks that every item succeeded. */
  async function runBatch<P extends ApiPath>(account: string, path: P, body: BodyOf<P>): Promise<void> {
    const { batch_id } = (await as(account, path, body)) as BatchStart;
    const { list } = await as('admin', '/op-batches/items', { batch_id, page_size: 200 });
    expect(
      list.filter(({ status }) => status !== 'succeeded'),
      path,
    ).toEqual([]);
  }

  const idOf = async (account: string): Promise<number> =>
    (await as('admin', '/sys-users/simple_list', { keyword: account })).list[0]?.id ?? 0;

  const close = async () => {
    await scheduler.stop();
    await server.close();
  };
  return { server, advance, as, runBatch, idOf, close };
}

export type WholeServer = Awaited<ReturnType<typeof startWholeServer>>;
