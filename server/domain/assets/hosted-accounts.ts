import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';
import { writeOpLog } from '../people/index.ts';

interface PausedAccount {
  id: number;
  name: string;
  operator_user_id: number;
}

/** Names of accounts in one alert. */
const MAX_NAMED = 3;

/**
 * Pauses the hosting of every account that a person authorised, because the authorisation was lost, and alerts the operators. They start
 * it again once the authorisation is renewed.
 */
export async function pauseHosting(db: Kysely<Database>, personId: number, now: Date): Promise<void> {
  const { rows: paused } = await sql<PausedAccount>`
    with changed as (
      update host_account h set state = 'paused', paused_by_authoriser = true, version = h.version + 1, updated_at = ${now}
      from ad_account t where t.id = h.ad_account_id and t.personal_account_id = ${personId} and h.state = 'hosting'
      returning h.id, t.name, h.operator_user_id
    )
    select * from changed order by id`.execute(db);
  if (paused.length === 0) return;
  await writeOpLog(
    db,
    paused.map(({ id, name }) => ({
      at: now,
      userId: null,
      account: 'system',
      action: '/operation-accounts/set_state',
      targetType: 'host_account',
      targetId: id,
      targetLabel: name,
      ip: '',
      summary: { codes: ['paused'] },
      before: { state: 'hosting' },
      after: { state: 'paused' },
      ok: true,
      code: 0,
      ms: 0,
    })),
  );
  const { name } = await db.selectFrom('personal_account').select('name').where('id', '=', personId).executeTakeFirstOrThrow();
  for (const operator of new Set(paused.map(({ operator_user_id }) => operator_user_id))) {
    const own = paused.filter(({ operator_user_id }) => operator_user_id === operator).map((account) => account.name);
    const accounts = `${own.slice(0, MAX_NAMED).join(', ')}${own.length > MAX_NAMED ? ` +${own.length - MAX_NAMED}` : ''}`;
    await raiseAlert(
      db,
      [operator],
      {
        kind: 'token_expired',
        about: { type: 'authorisation', key: personId, name },
        data: { name, accounts },
        link: '/operation/account?state=paused',
        dedupeKey: `hosting:${personId}:${now.toISOString()}`,
      },
      now,
    );
  }
}
