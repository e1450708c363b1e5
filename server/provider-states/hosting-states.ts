import { type Kysely, sql } from 'kysely';
import type { Situations } from '#contracts/states/states.ts';
import type { Database } from '#server/database/schema.ts';
import { addManyAuthorised } from './authorising-states.ts';

type Db = Kysely<Database>;

const FIRST_DAY = new Date('2026-11-01T00:00:00Z');
const LAST_DAY = new Date('2026-11-10T00:00:00Z');
const times = () => ({ created_at: new Date(), updated_at: new Date() });

export async function addHostAccount(db: Db, { operator, state, ...given }: Situations['an ad account is hosted']): Promise<void> {
  await db
    .insertInto('host_account')
    .values({
      ...given,
      state,
      operator_user_id: operator,
      auto_level: 'suggest',
      daily_cap: 50_000,
      target_roi_bp: 15_000,
      start_at: FIRST_DAY,
      end_at: state === 'ended' ? LAST_DAY : null,
      consent_at: FIRST_DAY,
      consent_note: '合同附件三',
      remark: '合约',
      ...times(),
    })
    .execute();
}

/** Adds `count` hosted accounts, each of an ad account of its own. */
export async function addManyHosted(db: Db, count: number): Promise<void> {
  await addManyAuthorised(db, 'ad accounts', count);
  await sql`
    insert into host_account (ad_account_id, personal_account_id, operator_user_id, start_at, created_at, updated_at)
    select t.id, p.id, p.owner_user_id, ${FIRST_DAY}::timestamptz, now(), now() from ad_account t join personal_account p on p.id = t.personal_account_id`.execute(
    db,
  );
}
