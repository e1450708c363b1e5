import type { Static } from 'typebox';
import type { MaterialPermit, MaterialRow } from '#contracts/endpoints/materials.ts';
import { refuseField } from '../refusal.ts';
import type { Caller } from '../work-context.ts';

type Permit = Static<typeof MaterialPermit>;
type Status = MaterialRow['status'];

/** Of one material. */
export const TAGS_MAX = 10;
/** Reading a file takes no longer; whatever does has died. */
const PROCESSING_MAX_MS = 15 * 60_000;

export interface Standing {
  status: Status;
  writable: boolean;
  processing_since: Date | null;
}

/** Reading the file again makes sense: it failed, or whoever was reading it has died. */
export const isReprocessable = ({ status, processing_since }: Pick<Standing, 'status' | 'processing_since'>, now: Date): boolean =>
  status === 'failed' ||
  (status === 'processing' && processing_since !== null && now.getTime() - processing_since.getTime() > PROCESSING_MAX_MS);

/** What the caller may do with a material they see; using one needs no more than seeing it. */
export function permitsOn(of: Standing, caller: Pick<Caller, 'actions' | 'isAdmin'>, now: Date): Permit[] {
  if (!caller.actions.includes('material')) return [];
  const { status, writable } = of;
  const permits: Permit[] = [];
  if (writable) permits.push('edit');
  if (writable && status === 'ready') permits.push('archive');
  if (writable && status === 'archived') permits.push('unarchive');
  if (writable) permits.push('delete');
  if (status === 'ready') permits.push('sync');
  if (writable && isReprocessable(of, now)) permits.push('reprocess');
  if (status === 'blocked' && caller.isAdmin === 1) permits.push('unblock');
  return permits;
}

/** Trimmed, each once, in the order given. Refuses at `field` more than a material may have. */
export function tidyTags(tags: readonly string[], field = 'tags'): string[] {
  const blank = tags.findIndex((tag) => tag.trim() === '');
  if (blank >= 0) throw refuseField(`${field}.${blank}`, 'blank');
  const tidy = [...new Set(tags.map((tag) => tag.trim()))];
  if (tidy.length > TAGS_MAX) throw refuseField(field, 'maxItems', { limit: TAGS_MAX });
  return tidy;
}

/** The tags after some are added and others taken away. */
export const tagsAfter = (current: readonly string[], add: readonly string[], remove: readonly string[]): string[] =>
  tidyTags([...current.filter((tag) => !remove.includes(tag)), ...add]);
