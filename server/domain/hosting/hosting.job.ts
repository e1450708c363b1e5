import { type Kysely, sql } from 'kysely';
import { setHostState } from '#contracts/endpoints/host-accounts.ts';
import type { Database } from '#server/database/schema.ts';
import type { Job } from '../jobs/index.ts';
import { writeOpLog } from '../people/index.ts';
import { applyDailyCaps } from './daily-caps.ts';

const KEY = 'hosting.caps';

/** Ends what has reached its end, and the hosting of accounts that were unlinked. Returns how many ended. */
async function endDue(db: Kysely<Database>, now: Date): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number; name: string; was: string }>`
      with due as (
        select h.id, h.state as was, t.name from host_account h join ad_account t on t.id = h.ad_account_id
        where h.state <> 'ended' and (h.end_at <= ${now} or t.deleted_at is not null) order by h.id for no key update of h
      )
      update host_account h set state = 'ended', paused_by_authoriser = false, capped_on = null, start_at = least(h.start_at, ${now}),
        end_at = least(h.end_at, ${now}), version = h.version + 1, updated_at = ${now}
      from due where h.id = due.id returning h.id, due.name, due.was`.execute(transaction);
    await writeOpLog(
      transaction,
      rows.map(({ id, name, was }) => ({
        at: now,
        userId: null,
        account: 'system',
        action: setHostState.path,
        targetType: 'host_account',
        targetId: id,
        targetLabel: name,
        ip: '',
        summary: { codes: ['ended'] },
        before: { state: was },
        after: { state: 'ended' },
        ok: true,
        code: 0,
        ms: 0,
      })),
    );
    return rows.length;
  });
}

/** Runs after each pull of hourly figures. */
const keepHosting: Job = {
  key: KEY,
  name: { zh: '托管上限与到期', en: 'Daily caps and ends of managed accounts' },
  cron: '10,25,40,55 * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run({ db, now }) {
    const ended = await endDue(db, now);
    const { closed, reopened } = await applyDailyCaps(db, { job: KEY, now });
    return {
      rowsIn: ended + closed + reopened,
      rowsOut: ended + closed + reopened,
      message: `${ended} ended, ${closed} reached their cap, ${reopened} turned on again`,
    };
  },
};

export const hostingJobs: readonly Job[] = [keepHosting];
