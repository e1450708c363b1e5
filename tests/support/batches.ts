import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { BatchFaults, NewItem, Order } from '#server/domain/batches/index.ts';
import type { CallContext } from '#server/domain/call.ts';
import { defaultLimits } from '#server/domain/limits.ts';
import { loadCaller, readMenu } from '#server/domain/people/index.ts';
import { refuse } from '#server/domain/refusal.ts';
import type { Caller } from '#server/domain/work-context.ts';
import type { TestApp } from './app.ts';

/** Adds enabled optimizers without a password, named `many_0001` and so on, and returns their ids in order. */
export async function addManyOptimizers(db: Kysely<Database>, count: number): Promise<number[]> {
  const made = await sql<{ id: number }>`
    with made as (
      insert into sys_user (account, pwd_hash, name, department_id, created_at, updated_at)
      select 'many_' || lpad(n::text, 4, '0'), 'none', '成员' || n, d.id, now(), now()
      from generate_series(1, ${count}::int) n, (select id from sys_department where name = '英语组') d order by n
      returning id
    ), roles as (
      insert into sys_user_role (user_id, role_id) select made.id, r.id from made, sys_role r where r.name = '优化师'
    )
    select id from made order by id`.execute(db);
  return made.rows.map((row) => row.id);
}

/** The faults of batches on a test server, as plain numbers that can be passed to a process. */
export interface FaultPlan {
  /** Every item whose number is a multiple of this fails at its first attempt. */
  failEvery?: number;
  /** Milliseconds added to the duration of every item. */
  slowMs?: number;
}

/** Plans faults that are the same in every run: with `plannedFaults({ failEvery: 10 })` every tenth item fails. */
export const plannedFaults = ({ failEvery, slowMs }: FaultPlan): BatchFaults => ({
  async beforeItem({ seq, attempt }) {
    if (slowMs !== undefined) await sleep(slowMs);
    if (failEvery !== undefined && attempt === 1 && seq % failEvery === 0) throw refuse('PLATFORM_DOWN');
  },
});

/** Orders a batch as a call of its area would, in the name of the administrator, and returns its id. */
export async function orderBatch(server: TestApp, items: NewItem[], more: Partial<Order> = {}): Promise<number> {
  const { db, clock, app } = server;
  const [admin, menu] = await Promise.all([
    db.selectFrom('sys_user').select('id').where('account', '=', 'admin').executeTakeFirstOrThrow(),
    readMenu(db),
  ]);
  const afterCommitTasks: (() => void)[] = [];
  const { batch_id } = await db.transaction().execute(async (transaction) => {
    const context: Partial<CallContext> = {
      db: transaction,
      now: clock.now(),
      caller: await loadCaller(transaction, admin.id, menu).then((caller) => caller as Caller),
      address: '10.0.0.7',
      language: 'zh',
      limits: defaultLimits,
      audit: () => undefined,
      afterCommit: (task) => void afterCommitTasks.push(task),
    };
    return await app.batches.start(context as CallContext, {
      type: 'user_import',
      action: '/sys-users/create_account',
      origin: 'rule:7',
      summary: { zh: '试', en: 'Try' },
      params: {},
      items,
      ...more,
    });
  });
  for (const task of afterCommitTasks) task();
  return batch_id;
}
