import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { sealAddress, sealSecret } from '#server/domain/alerting/index.ts';
import type { Vault } from '#server/domain/vault.ts';

const DAY = 86_400_000;

/** Writes one delivery target that is off, because the demo company sends nothing anywhere. */
export async function seedAlertTargets(
  db: Kysely<Database>,
  users: ReadonlyMap<string, number>,
  { vault, asOf }: { vault: Vault; asOf: Date },
): Promise<void> {
  const at = new Date(asOf.getTime() - 9 * DAY);
  await db
    .insertInto('alert_target')
    .values({
      user_id: users.get('admin') ?? 0,
      name: '本机测试接收端',
      format: 'json',
      ...sealAddress(vault, 'http://127.0.0.1:9099/alerts'),
      ...sealSecret(vault, 'demo-signing-secret'),
      language: 'zh',
      levels: ['warn', 'error'],
      kinds: [],
      quiet_from: '22:00',
      quiet_to: '08:00',
      enabled: false,
      created_at: at,
      updated_at: at,
    })
    .execute();
}
