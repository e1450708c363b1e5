import type { Kysely } from 'kysely';
import * as entities from '#contracts/endpoints/ad-entities.ts';
import type { Database } from '#server/database/schema.ts';
import { type AnyBatchType, faultText, orderAsServer, type Words } from '../../batches/index.ts';
import type { Job } from '../../jobs/index.ts';
import { budgetBatch } from './amounts.batch.ts';
import { recomputeDue } from './effective-status.sql.ts';
import { describeCount } from './entities.orders.ts';
import { type DueTask, type EndedTask, recordOrder, settleTasks, takeDueTasks } from './schedules.repository.ts';
import { statusBatch } from './status.batch.ts';
import { inTransaction } from './sync-state.ts';

const KEY = 'schedule.apply';
/** Objects of one order. */
const TASKS_PER_TRANSACTION = 500;

const ORDERS_BY_ACTION = {
  start: { type: statusBatch, action: entities.setEntityStatuses.path, words: { zh: '定时开启', en: 'Turn on as scheduled:' } },
  pause: { type: statusBatch, action: entities.setEntityStatuses.path, words: { zh: '定时关闭', en: 'Turn off as scheduled:' } },
  budget: { type: budgetBatch, action: entities.setBudgets.path, words: { zh: '定时改预算', en: 'Change budget as scheduled:' } },
} as const;

const toParams = ({ action, value }: DueTask): object =>
  action === 'budget' ? { mode: 'set', value, by: 'cron' } : { to: action === 'start' ? 'ACTIVE' : 'PAUSED', by: 'cron' };

/** Groups tasks that one order can run: same user, level, action and value. */
function groupTasks(tasks: readonly DueTask[]): DueTask[][] {
  const groups = new Map<string, DueTask[]>();
  for (const task of tasks) {
    const key = [task.user_id, task.level, task.action, task.value].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups.values()];
}

async function orderTasks(db: Kysely<Database>, tasks: readonly DueTask[], now: Date): Promise<void> {
  const [first] = tasks;
  if (first === undefined) return;
  const { type, action, words } = ORDERS_BY_ACTION[first.action];
  const objects = describeCount(first.level, tasks.length);
  const { account } = await db.selectFrom('sys_user').select('account').where('id', '=', first.user_id).executeTakeFirstOrThrow();
  const { itemIds } = await orderAsServer(db, {
    type: type as AnyBatchType,
    user: { id: first.user_id, account },
    now,
    order: {
      type: type.type,
      action,
      origin: `cron:${KEY}`,
      level: first.level,
      summary: { zh: `${words.zh} ${objects.zh}`, en: `${words.en} ${objects.en}` },
      params: toParams(first),
      items: tasks.map((task) => ({ targetType: task.level, targetId: task.entity_id, label: task.name })),
    },
  });
  for (const [at, task] of tasks.entries()) await recordOrder(db, task, itemIds[at] ?? 0, now);
}

/** The text for an outcome that is still unknown after the last automatic check. */
const UNKNOWN_OUTCOME: Words = { zh: '结果未知，请在平台上核对', en: 'Outcome unknown, please check on the platform' };

const describeFault = (item: EndedTask): string =>
  item.status === 'unknown' ? UNKNOWN_OUTCOME[item.language] : (faultText(item, item.language) ?? item.reason ?? item.status);

/**
 * Orders the tasks that are due in the name of the user who scheduled them, records the results of earlier ones, and recomputes statuses
 * that depend on time.
 */
export const applySchedules: Job = {
  key: KEY,
  name: { zh: '定时开关', en: 'Apply schedules' },
  cron: '* * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run({ db, now, signal }) {
    const settled = await inTransaction(db, (transaction) => settleTasks(transaction, describeFault, now));
    let ordered = 0;
    for (;;) {
      signal.throwIfAborted();
      const found = await inTransaction(db, async (transaction) => {
        const tasks = await takeDueTasks(transaction, now, TASKS_PER_TRANSACTION);
        for (const group of groupTasks(tasks)) await orderTasks(transaction, group, now);
        return tasks.length;
      });
      ordered += found;
      if (found < TASKS_PER_TRANSACTION) break;
    }
    const recomputed = await inTransaction(db, (transaction) => recomputeDue(transaction, now));
    return {
      rowsIn: ordered,
      rowsOut: settled,
      message: `${ordered} ordered, ${settled} ended, ${recomputed} objects changed by time or account`,
    };
  },
};
