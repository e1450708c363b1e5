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

/** Nobody stays signed in for longer. */
const SESSION_MS = 8 * 3_600_000;

/** A server with everything that it does by itself, done as its clock goes forward: people call it, and nobody writes into its tables. */
export async function startWholeServer() {
  const server = await createTestApp();
  const { db, clock, outside } = server;
  // What is made on the simulated channel is numbered by its tag: with the same tags, the same happens every time.
  await sql`create sequence tag_of_item`.execute(db);
  await sql`alter table batch_item alter column client_tag set default md5(nextval('tag_of_item')::text)::uuid`.execute(db);
  const all = createStandardJobs({ databaseUrl: '', backupFolder: '', batchTypes, areaJobs: [...areaJobs, ...(outside.jobs ?? [])] });
  const jobs = all.filter(({ key }) => !key.startsWith('backup.') && !key.startsWith('database.'));
  await registerJobs(db, jobs, clock.now());
  const scheduler = createScheduler({ db, clock, jobs, outside, instance: 'whole' });

  /** Hours go by, and what was due by then is done. */
  async function pass(hours: number): Promise<void> {
    clock.forward({ hours });
    await scheduler.tick();
    await scheduler.settled();
    await server.app.batches.sweep();
    await server.app.batches.settled();
    const failed = await db.selectFrom('cron_run').select(['job_key', 'message']).where('status', '<>', 'succeeded').execute();
    expect(failed).toEqual([]);
  }

  const tokens = new Map<string, { token: string; at: number }>();
  async function signedIn(account: string): Promise<string> {
    const at = clock.now().getTime();
    const known = tokens.get(account);
    if (known !== undefined && at - known.at < SESSION_MS) return known.token;
    const { data } = await server.send('/login', { account, pwd: md5(DEMO_PASSWORD) });
    tokens.set(account, { token: String(data.token), at });
    return String(data.token);
  }

  /** Calls as somebody, and answers what came of it; throws where it is refused. */
  async function as<P extends ApiPath>(account: string, path: P, body: BodyOf<P>): Promise<ReplyOf<EndpointAt[P]>> {
    const answer = await server.call(path, body, { token: await signedIn(account) });
    if (answer.code !== 0) throw new Error(`${account} ${path}: ${answer.code} ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  /** The same of a bulk call: everything that was asked for is done. */
  async function whole<P extends ApiPath>(account: string, path: P, body: BodyOf<P>): Promise<void> {
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
  return { server, pass, as, whole, idOf, close };
}

export type WholeServer = Awaited<ReturnType<typeof startWholeServer>>;
