import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** Who looks at the page, as far as a page needs to know. */
export interface ViewerFacts {
  id: number;
  account: string;
  /** 1 = ordinary admin, 9 = super admin; anything else is staff. */
  isAdmin: number;
  isLeader: boolean;
  /** Actions granted by roles. */
  actions: readonly string[];
}

export interface Viewer extends Omit<ViewerFacts, 'isAdmin'> {
  isAdmin: boolean;
  isSuperAdmin: boolean;
  /** An ordinary admin may do everything; everybody else, the super admin too, what is granted. */
  can(action: string): boolean;
}

const ViewerContext = createContext<Viewer | undefined>(undefined);

export function ViewerProvider({ viewer, children }: { viewer: ViewerFacts; children: ReactNode }) {
  const { id, account, isAdmin, isLeader, actions } = viewer;
  const value = useMemo((): Viewer => {
    return {
      id,
      account,
      isLeader,
      actions,
      isAdmin: isAdmin === 1,
      isSuperAdmin: isAdmin === 9,
      can: (action) => isAdmin === 1 || actions.includes(action),
    };
  }, [id, account, isAdmin, isLeader, actions]);
  return <ViewerContext value={value}>{children}</ViewerContext>;
}

/** Throws outside of a `ViewerProvider`: a page never stands without a reader. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('no viewer is provided');
  return viewer;
}
