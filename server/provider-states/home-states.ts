import type { Kysely } from 'kysely';
import type { HomeSituations } from '#contracts/states/home-situations.ts';
import type { Database } from '#server/database/schema.ts';
import type { Vault } from '#server/domain/vault.ts';

/** Children first. */
export const homeIdTables = ['alert_delivery', 'alert_target', 'alert', 'incident'] as const;

export async function addAlert(db: Kysely<Database>, { id, user_id, read }: HomeSituations['somebody was told of a batch']): Promise<void> {
  const data = { summary: { zh: '关闭 40 个广告系列', en: 'Turn off 40 campaigns' }, ok: 37, fail: 3, unknown: 0, total: 40 };
  const alert = {
    id,
    user_id,
    level: 'warn' as const,
    kind: 'batch_done' as const,
    data: JSON.stringify(data),
    link: '/advertising/copy-log?keyword=900',
    read_at: read ? new Date() : null,
    dedupe_key: `batch:${id}`,
    created_at: new Date(),
  };
  await db
    .insertInto('alert')
    .values(alert as never)
    .execute();
}

export async function addLostAuthorisation(
  db: Kysely<Database>,
  { id, alert_id, user_id, name, closed }: HomeSituations['an authorisation was lost'],
): Promise<void> {
  const now = new Date();
  const incident = {
    id,
    subject_type: 'authorisation' as const,
    subject_key: '51',
    cause: 'token_expired' as const,
    name,
    level: 'error' as const,
    opened_at: now,
    last_alert_at: now,
    closed_at: closed ? now : null,
  };
  const alert = {
    id: alert_id,
    user_id,
    level: 'error' as const,
    kind: 'token_expired' as const,
    data: JSON.stringify({ name }),
    link: '/auth/personage',
    dedupe_key: `token:${alert_id}`,
    incident_id: id,
    created_at: now,
  };
  await db
    .insertInto('incident')
    .values(incident as never)
    .execute();
  await db
    .insertInto('alert')
    .values(alert as never)
    .execute();
}

export async function addTarget(
  db: Kysely<Database>,
  vault: Vault,
  { id, user_id, name, private: isPrivate }: HomeSituations['a delivery target exists'],
): Promise<void> {
  const now = new Date();
  const origin = isPrivate ? 'https://10.0.0.8' : 'https://alerts.example.com';
  const target = {
    id,
    user_id,
    name,
    format: 'json' as const,
    address_enc: vault.seal(`${origin}/hook`, 'alert_target.address'),
    address_shown: `${origin}/…`,
    secret_enc: vault.seal('secret', 'alert_target.secret'),
    language: 'zh' as const,
    levels: ['warn', 'error'] as const,
    quiet_from: '22:00',
    quiet_to: '08:00',
    created_at: now,
    updated_at: now,
  };
  await db
    .insertInto('alert_target')
    .values(target as never)
    .execute();
}
