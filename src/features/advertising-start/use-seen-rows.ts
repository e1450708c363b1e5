import { useCallback, useEffect, useRef } from 'react';
import type { EntityRow } from '#machines/parts/launches/entity-rows.ts';

export type SeenRow = Pick<EntityRow, 'id' | 'name' | 'account'>;

/** Maximum number of remembered rows. */
const MAX_REMEMBERED = 5000;

/** Remembers every loaded row, so that rows chosen on other pages stay known. */
export function useSeenRows(rows: readonly EntityRow[] | undefined): () => readonly SeenRow[] {
  const seen = useRef(new Map<number, SeenRow>());
  useEffect(() => {
    if (seen.current.size > MAX_REMEMBERED) seen.current.clear();
    for (const { id, name, account } of rows ?? []) seen.current.set(id, { id, name, account });
  }, [rows]);
  return useCallback(() => [...seen.current.values()], []);
}
