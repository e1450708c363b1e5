import { type Kysely, sql } from 'kysely';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { Database } from '#server/database/schema.ts';
import { type Language, reasonText, reasonTexts } from '../messages.ts';
import type { AnyAssetKind } from './asset-kind.ts';

/** The person does not grant it any more. */
export const NOT_GRANTED = 'NOT_GRANTED';

/** Something failed here; what it was stands in the log of the task. */
export const INTERNAL = 'INTERNAL';

/** Longer words of a channel are cut. */
const MAX = 500;

/** Writes at the row that its last refresh failed; its data, and when they were fetched, stay as they are. */
export async function noteSyncFault(db: Kysely<Database>, type: AnyAssetKind['type'], id: number, text: string): Promise<void> {
  await sql`update ${sql.table(type)} set sync_error = ${text.slice(0, MAX)} where id = ${id}`.execute(db);
}

/** What `sync_error` and `last_error` say to a reader: a reason of ours is kept by its name, the channel's words as they are. */
export function syncFaultText(kept: string | null, language: Language, name = ''): string | null {
  if (kept === null) return null;
  if (kept === NOT_GRANTED) return language === 'zh' ? '授权人已不再授予它' : 'Its authoriser does not grant it any more';
  if (kept === INTERNAL) return language === 'zh' ? '系统内部错误,请联系管理员' : 'Internal error, please contact your administrator';
  return kept in reasonTexts ? reasonText(kept as Reason, language, { name }) : kept;
}
