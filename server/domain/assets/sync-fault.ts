import { type Kysely, sql } from 'kysely';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { Database } from '#server/database/schema.ts';
import { describeHold } from '../channel-refusal.ts';
import { type Language, reasonText, reasonTexts } from '../messages.ts';
import type { AnyAssetKind } from './asset-kind.ts';

/** The authoriser no longer grants the asset. */
export const NOT_GRANTED = 'NOT_GRANTED';

/** An unexpected error, described in the log of the task. */
export const INTERNAL = 'INTERNAL';

/** The channel holds the person up until they confirm their identity. */
export const PERSON_HELD = 'PERSON_HELD';

/** Longer texts of a channel are cut. */
const MAX_LENGTH = 500;

/** Stores that the last refresh of a row failed; its data and their age stay unchanged. */
export async function writeSyncFault(db: Kysely<Database>, type: AnyAssetKind['type'], id: number, text: string): Promise<void> {
  await sql`update ${sql.table(type)} set sync_error = ${text.slice(0, MAX_LENGTH)} where id = ${id}`.execute(db);
}

/** The text of a stored `sync_error` or `last_error`: reasons of ours are translated, the channel's texts stay as they are. */
export function describeSyncFault(stored: string | null, language: Language, name = ''): string | null {
  if (stored === null) return null;
  if (stored === NOT_GRANTED) return language === 'zh' ? '授权人已不再授予它' : 'Its authoriser does not grant it any more';
  if (stored === INTERNAL) return language === 'zh' ? '系统内部错误,请联系管理员' : 'Internal error, please contact your administrator';
  if (stored === PERSON_HELD) return describeHold(name)[language];
  return stored in reasonTexts ? reasonText(stored as Reason, language, { name }) : stored;
}
