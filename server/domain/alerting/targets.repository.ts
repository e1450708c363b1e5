import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { AlertTargetTable } from '#server/database/schema-facts.ts';
import type { Vault } from '../vault.ts';

type Db = Kysely<Database>;
export type AlertTarget = Selectable<AlertTargetTable>;

const ADDRESS_PLACE = 'alert_target.address';
const SECRET_PLACE = 'alert_target.secret';

export const sealAddress = (vault: Vault, address: string) => ({
  address_enc: vault.seal(address, ADDRESS_PLACE),
  address_shown: `${new URL(address).origin}/…`,
});

export const sealSecret = (vault: Vault, secret: string | null) => ({
  secret_enc: secret === null ? null : vault.seal(secret, SECRET_PLACE),
});

/** The address and secret to send with. */
export const openTarget = (vault: Vault, { address_enc, secret_enc }: Pick<AlertTarget, 'address_enc' | 'secret_enc'>) => ({
  address: vault.open(address_enc, ADDRESS_PLACE),
  secret: secret_enc === null ? null : vault.open(secret_enc, SECRET_PLACE),
});

const selectOwn = (db: Db, userId: number) =>
  db
    .selectFrom('alert_target')
    .selectAll()
    .select(sql<number>`(select count(*) from alert_delivery d where d.target_id = alert_target.id and d.status = 'waiting')`.as('waiting'))
    .where('user_id', '=', userId);

export type ListedTarget = AlertTarget & { waiting: number };

export const loadTargets = (db: Db, userId: number): Promise<ListedTarget[]> => selectOwn(db, userId).orderBy('id').execute();

export const findTarget = (db: Db, userId: number, id: number): Promise<ListedTarget | undefined> =>
  selectOwn(db, userId).where('id', '=', id).executeTakeFirst();

export async function insertTarget(db: Db, row: Insertable<AlertTargetTable>): Promise<number> {
  return (await db.insertInto('alert_target').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateTarget(db: Db, id: number, changes: Partial<Insertable<AlertTargetTable>>): Promise<void> {
  await db.updateTable('alert_target').set(changes).where('id', '=', id).execute();
}

export async function deleteTarget(db: Db, id: number): Promise<void> {
  await db.deleteFrom('alert_target').where('id', '=', id).execute();
}

/** Alerts of a target that was turned off are not sent later. */
export async function dropWaiting(db: Db, targetId: number): Promise<void> {
  await db.deleteFrom('alert_delivery').where('target_id', '=', targetId).where('status', '=', 'waiting').execute();
}
