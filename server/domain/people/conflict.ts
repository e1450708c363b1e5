import type { CallContext } from '../call.ts';
import { formatInstant } from '../instants.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findLastEditor } from './oplogs.repository.ts';

/**
 * Refuses an edit of an outdated version: tells who saved last, when, and the current row. `shown` is the row in the form its call
 * returns.
 */
export async function versionConflict(
  context: Pick<CallContext, 'db' | 'caller'>,
  targetType: string,
  latest: { id: number; updated_at: string },
  shown: object = latest,
): Promise<Refusal> {
  const by = (await findLastEditor(context.db, targetType, latest.id)) ?? '?';
  const at = formatInstant(new Date(latest.updated_at), context.caller.timezone);
  return refuse('VERSION_CONFLICT', { by, at: latest.updated_at, latest: shown }, { at });
}
