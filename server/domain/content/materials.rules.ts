import type { Static } from 'typebox';
import type { MaterialPermit, MaterialRow } from '#contracts/endpoints/materials.ts';
import { refuseField } from '../refusal.ts';
import type { Caller } from '../work-context.ts';

type Permit = Static<typeof MaterialPermit>;
type Status = MaterialRow['status'];

/** Most tags per material. */
export const MAX_TAGS = 10;
/** Longest time that processing a file takes; a server that takes longer has died. */
const MAX_PROCESSING_MS = 15 * 60_000;

export interface MaterialState {
  status: Status;
  writable: boolean;
  processing_since: Date | null;
}

/** True when the file may be processed again: processing failed, or the server that did it has died. */
export const isReprocessable = ({ status, processing_since }: Pick<MaterialState, 'status' | 'processing_since'>, now: Date): boolean =>
  status === 'failed' ||
  (status === 'processing' && processing_since !== null && now.getTime() - processing_since.getTime() > MAX_PROCESSING_MS);

/** Actions the caller may take on a material they may see. Using it needs no permission of its own. */
export function permitsFor(material: MaterialState, caller: Pick<Caller, 'actions' | 'isAdmin'>, now: Date): Permit[] {
  if (!caller.actions.includes('material')) return [];
  const { status, writable } = material;
  const permits: Permit[] = [];
  if (writable) permits.push('edit');
  if (writable && status === 'ready') permits.push('archive');
  if (writable && status === 'archived') permits.push('unarchive');
  if (writable) permits.push('delete');
  if (status === 'ready') permits.push('sync');
  if (writable && isReprocessable(material, now)) permits.push('reprocess');
  if (status === 'blocked' && caller.isAdmin === 1) permits.push('unblock');
  return permits;
}

/** Trims tags and removes duplicates, keeping their order. Refuses too many tags at `field`. */
export function tidyTags(tags: readonly string[], field = 'tags'): string[] {
  const blankIndex = tags.findIndex((tag) => tag.trim() === '');
  if (blankIndex >= 0) throw refuseField(`${field}.${blankIndex}`, 'blank');
  const tidy = [...new Set(tags.map((tag) => tag.trim()))];
  if (tidy.length > MAX_TAGS) throw refuseField(field, 'maxItems', { limit: MAX_TAGS });
  return tidy;
}

/** Removes and adds tags. */
export const changeTags = (current: readonly string[], add: readonly string[], remove: readonly string[]): string[] =>
  tidyTags([...current.filter((tag) => !remove.includes(tag)), ...add]);
