/** A place in the console, as the address says it. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
  /** A step through the history or an address typed by hand, not a link. */
  isStep?: boolean;
  /** The working tab that was shown when the address was written. */
  tab?: string | undefined;
}

export interface GuardView {
  signedIn: boolean;
  /** In the user's own order; undefined while nobody knows them yet. */
  paths: readonly string[] | undefined;
  /** The paths are those of an earlier visit: they open a page at once, but a refusal waits for the newest. */
  remembered?: boolean;
  /** Every child route of the main layout. */
  children: readonly string[];
}

export type Decision =
  | { kind: 'signIn' }
  | { kind: 'open'; path: string }
  | { kind: 'notFound' }
  | { kind: 'redirect'; href: string }
  | { kind: 'wait' };

export const LOGIN = '/login';
export const NOT_FOUND = '/404';
export const ROOT = '/';

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** One form of a path: decoded once, no doubled or trailing slashes. */
export const normalised = (pathname: string): string => {
  const path = decoded(pathname)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
  return path.startsWith('/') ? path : `/${path}`;
};

/** Where somebody may be, decided from what is known: the token, the permitted paths and the address. Every redirect replaces. */
export function decide({ signedIn, paths, remembered = false, children }: GuardView, place: Place): Decision {
  const path = normalised(place.pathname);
  const settled = path === place.pathname;

  if (!signedIn) return path === LOGIN && settled ? { kind: 'signIn' } : { kind: 'redirect', href: LOGIN };
  if (path === LOGIN) return { kind: 'redirect', href: ROOT };
  if (path === NOT_FOUND && settled) return { kind: 'notFound' };
  if (paths === undefined) return { kind: 'wait' };

  const isPermitted = paths.includes(path) && children.includes(path);
  if (remembered && !isPermitted) return { kind: 'wait' };
  if (path === ROOT) {
    const first = paths.find((one) => children.includes(one));
    return { kind: 'redirect', href: first ?? NOT_FOUND };
  }
  if (!isPermitted) return { kind: 'redirect', href: NOT_FOUND };
  return settled ? { kind: 'open', path } : { kind: 'redirect', href: path + place.search + place.hash };
}
