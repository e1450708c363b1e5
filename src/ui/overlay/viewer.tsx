import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** What can be begun on a page from elsewhere. */
export interface PageAction {
  title: string;
  titleEn: string;
  /** The query string that begins it; empty where opening the page is enough. */
  search: string;
  /** The action that has to be granted. */
  needs?: string;
}

/** A page that the user may open, titled as in the menu. */
export interface OpenPage {
  path: string;
  /** Chinese title. */
  title: string;
  titleEn: string;
  /** It is not in the menu; links and the palette lead there. */
  hidden?: boolean;
  actions?: readonly PageAction[];
}

/** The current user, as far as pages need to know. */
export interface ViewerFacts {
  id: number;
  account: string;
  /** Empty when the user has no name. */
  name: string;
  /** 1 = ordinary admin, 9 = super admin; anything else is staff. */
  isAdmin: number;
  isLeader: boolean;
  /** Business line of the user; `dj` when none is set. */
  line?: 'dj' | 'ec';
  /** Actions granted by roles. */
  actions: readonly string[];
  /** In menu order; referentially stable while nothing in it changes. */
  pages: readonly OpenPage[];
}

export interface Viewer extends Omit<ViewerFacts, 'isAdmin'> {
  isAdmin: boolean;
  isSuperAdmin: boolean;
  /** An ordinary admin may do everything; all others, including the super admin, what is granted. */
  can(action: string): boolean;
  /** Whether the page at this path may be opened. */
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

/** Throws outside a `ViewerProvider`, because a page is never rendered without a user. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('no viewer is provided');
  return viewer;
}
