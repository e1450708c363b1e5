import { useCallback, useEffect, useRef } from 'react';
import type { EntityRow } from '#machines/parts/launches/entity-rows.ts';

export type SeenRow = Pick<EntityRow, 'id' | 'name' | 'account'>;

/** As many as are remembered. */
const MOST = 5000;

/** Every row that was on the screen: what is chosen over several pages is still known. */
export function useSeenRows(rows: readonly EntityRow[] | undefined): () => readonly SeenRow[] {
  const seen = useRef(new Map<number, SeenRow>());
  useEffect(() => {
    if (seen.current.size > MOST) seen.current.clear();
    for (const { id, name, account } of rows ?? []) seen.current.set(id, { id, name, account });
  }, [rows]);
  return useCallback(() => [...seen.current.values()], []);
}
