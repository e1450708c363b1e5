import { createContext, type ReactNode, useContext } from 'react';

/** Who looks at the page, as far as a page needs to know. */
export interface Viewer {
  id: number;
  account: string;
  isAdmin: boolean;
  isLeader: boolean;
  /** Actions granted by roles. */
  actions: readonly string[];
  /** An ordinary admin may do everything. */
  can(action: string): boolean;
}

const ViewerContext = createContext<Viewer | undefined>(undefined);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** Throws outside of a `ViewerProvider`: a page never stands without a reader. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('no viewer is provided');
  return viewer;
}
