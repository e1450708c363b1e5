import type { Kysely } from 'kysely';
import type { PersonalStatus } from '#contracts/endpoints/authorising.ts';
import type { Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';
import { describeAccountStatus } from './asset-words.ts';
import { DELIVERING } from './deliverable.ts';

type Db = Kysely<Database>;

interface Person {
  name: string;
  status: PersonalStatus;
  token_expires_at: Date | null;
}

/** Alerts the owner of a personal account that its authorisation expires soon or is lost. Statuses set by hand raise no alert. */
export async function alertAboutToken(db: Db, id: number, { name, status, token_expires_at }: Person, now: Date): Promise<void> {
  if (status !== 'expiring' && status !== 'expired' && status !== 'revoked') return;
  const { owner_user_id, usage } = await db
    .selectFrom('personal_account')
    .select(['owner_user_id', 'usage'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const at = token_expires_at?.toISOString() ?? '';
  const common = {
    about: { type: 'authorisation' as const, key: id, name },
    link: `${usage === 'self' ? '/auth/personage' : '/operation/auth'}?keyword=${encodeURIComponent(name)}`,
    // The date distinguishes the alerts of a renewed token.
    dedupeKey: `token:${id}:${status}:${at.slice(0, 10)}`,
  };
  await raiseAlert(
    db,
    [owner_user_id],
    status === 'expiring'
      ? { ...common, kind: 'token_expiring', data: { name, date: { at } } }
      : { ...common, kind: 'token_expired', data: { name } },
    now,
  );
}

/** Users whom alerts about an ad account concern: its assigned users and the owner of its authoriser. */
export async function findAccountPeople(db: Db, id: number): Promise<number[]> {
  const owners = await db
    .selectFrom('ad_account as a')
    .innerJoin('personal_account as p', 'p.id', 'a.personal_account_id')
    .select('p.owner_user_id as user_id')
    .where('a.id', '=', id)
    .execute();
  const users = await db
    .selectFrom('asset_assign')
    .select('user_id')
    .where('asset_type', '=', 'ad_account')
    .where('asset_id', '=', id)
    .where('to_at', 'is', null)
    .where('user_id', 'is not', null)
    .execute();
  return [...owners, ...users].flatMap(({ user_id }) => user_id ?? []);
}

/** Alerts the users of an ad account and the owner of its authoriser that it no longer delivers. */
export async function alertAboutAccount(
  db: Db,
  id: number,
  { name, account_status }: { name: string; account_status: number },
  now: Date,
): Promise<void> {
  if (DELIVERING.some((status) => status === account_status)) return;
  const people = await findAccountPeople(db, id);
  await raiseAlert(
    db,
    people,
    {
      kind: 'account_disabled',
      about: { type: 'ad_account', key: id, name },
      data: { name, status: describeAccountStatus(account_status) },
      link: `/auth/account?keyword=${encodeURIComponent(name)}`,
      dedupeKey: `account:${id}:${account_status}:${now.toISOString().slice(0, 10)}`,
    },
    now,
  );
}
