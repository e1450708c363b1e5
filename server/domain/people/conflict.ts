import type { CallContext } from '../call.ts';
import { formatInstant } from '../instants.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { lastChangedBy } from './oplogs.repository.ts';

/** Somebody saved in between: says who, when, and what the row is now; `shown` is the row as its call answers it. */
export async function versionConflict(
  context: Pick<CallContext, 'db' | 'caller'>,
  targetType: string,
  latest: { id: number; updated_at: string },
  shown: object = latest,
): Promise<Refusal> {
  const by = (await lastChangedBy(context.db, targetType, latest.id)) ?? '?';
  const at = formatInstant(new Date(latest.updated_at), context.caller.timezone);
  return refuse('VERSION_CONFLICT', { by, at: latest.updated_at, latest: shown }, { at });
}
