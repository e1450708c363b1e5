import type { Kysely } from 'kysely';
import * as entities from '#contracts/endpoints/ad-entities.ts';
import type { Database } from '#server/database/schema.ts';
import { type AnyBatchType, faultText, orderAsServer, type Words } from '../../batches/index.ts';
import type { Job } from '../../jobs/index.ts';
import { budgetBatch } from './amounts.ts';
import { recomputeDue } from './effective-status.sql.ts';
import { counted } from './entities.orders.ts';
import { type DueTask, dueTasks, type Ended, noteOrdered, settleTasks } from './schedules.repository.ts';
import { statusBatch } from './status.batch.ts';
import { inTransaction } from './sync-states.ts';

const KEY = 'schedule.apply';
/** Objects of one order. */
const AT_ONCE = 500;

const orders = {
  start: { type: statusBatch, action: entities.setEntityStatuses.path, words: { zh: '定时开启', en: 'Open as scheduled:' } },
  pause: { type: statusBatch, action: entities.setEntityStatuses.path, words: { zh: '定时关闭', en: 'Close as scheduled:' } },
  budget: { type: budgetBatch, action: entities.setBudgets.path, words: { zh: '定时改预算', en: 'Change the budget as scheduled:' } },
} as const;

const paramsOf = ({ action, value }: DueTask): object =>
  action === 'budget' ? { mode: 'set', value, by: 'cron' } : { to: action === 'start' ? 'ACTIVE' : 'PAUSED', by: 'cron' };

/** Tasks that one order can carry out: of one person, about one level, with the same thing to do. */
function together(tasks: readonly DueTask[]): DueTask[][] {
  const groups = new Map<string, DueTask[]>();
  for (const task of tasks) {
    const key = [task.user_id, task.level, task.action, task.value].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups.values()];
}

async function order(db: Kysely<Database>, tasks: readonly DueTask[], now: Date): Promise<void> {
  const [first] = tasks;
  if (first === undefined) return;
  const { type, action, words } = orders[first.action];
  const objects = counted(first.level, tasks.length);
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
      params: paramsOf(first),
      items: tasks.map((task) => ({ targetType: task.level, targetId: task.entity_id, label: task.name })),
    },
  });
  for (const [at, task] of tasks.entries()) await noteOrdered(db, task, itemIds[at] ?? 0, now);
}

/** Nothing looks an unknown outcome up any more when its task ends. */
const UNKNOWN: Words = { zh: '结果未知,请在平台上核对', en: 'Outcome unknown, please check on the channel' };

const wordsOf = (item: Ended): string =>
  item.status === 'unknown' ? UNKNOWN[item.language] : (faultText(item, item.language) ?? item.reason ?? item.status);

/** Orders what is due, in the name of whoever scheduled it, notes what came of what was due before, and follows the time of starts and ends. */
export const applySchedules: Job = {
  key: KEY,
  name: { zh: '定时开关', en: 'Apply schedules' },
  cron: '* * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run({ db, now, signal }) {
    const settled = await inTransaction(db, (transaction) => settleTasks(transaction, wordsOf, now));
    let ordered = 0;
    for (;;) {
      signal.throwIfAborted();
      const found = await inTransaction(db, async (transaction) => {
        const tasks = await dueTasks(transaction, now, AT_ONCE);
        for (const group of together(tasks)) await order(transaction, group, now);
        return tasks.length;
      });
      ordered += found;
      if (found < AT_ONCE) break;
    }
    const moved = await inTransaction(db, (transaction) => recomputeDue(transaction, now));
    return {
      rowsIn: ordered,
      rowsOut: settled,
      message: `${ordered} ordered, ${settled} ended, ${moved} objects changed by time or account`,
    };
  },
};
