import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** A page that the reader may open, as the menu names it. */
export interface OpenPage {
  path: string;
  /** Chinese. */
  title: string;
  titleEn: string;
  /** It does not stand in the menu; links and the palette lead there. */
  hidden?: boolean;
}

/** Who looks at the page, as far as a page needs to know. */
export interface ViewerFacts {
  id: number;
  account: string;
  /** Empty where nobody gave one. */
  name: string;
  /** 1 = ordinary admin, 9 = super admin; anything else is staff. */
  isAdmin: number;
  isLeader: boolean;
  /** The line of business the reader works in; short drama where nobody said. */
  line?: 'dj' | 'ec';
  /** Actions granted by roles. */
  actions: readonly string[];
  /** In menu order; the same array as long as nothing in it changes. */
  pages: readonly OpenPage[];
}

export interface Viewer extends Omit<ViewerFacts, 'isAdmin'> {
  isAdmin: boolean;
  isSuperAdmin: boolean;
  /** An ordinary admin may do everything; everybody else, the super admin too, what is granted. */
  can(action: string): boolean;
  /** Whether a link to this page leads anywhere. */
  canOpen(path: string): boolean;
}

const ViewerContext = createContext<Viewer | undefined>(undefined);

export function ViewerProvider({ viewer, children }: { viewer: ViewerFacts; children: ReactNode }) {
  const { id, account, name, isAdmin, isLeader, line = 'dj', actions, pages } = viewer;
  const value = useMemo((): Viewer => {
    return {
      id,
      account,
      name,
      isLeader,
      line,
      actions,
      pages,
      isAdmin: isAdmin === 1,
      isSuperAdmin: isAdmin === 9,
      can: (action) => isAdmin === 1 || actions.includes(action),
      canOpen: (path) => pages.some((page) => page.path === path),
    };
  }, [id, account, name, isAdmin, isLeader, line, actions, pages]);
  return <ViewerContext value={value}>{children}</ViewerContext>;
}

/** Throws outside of a `ViewerProvider`: a page never stands without a reader. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('no viewer is provided');
  return viewer;
}
