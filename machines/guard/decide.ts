/** A place in the console, as the address names it. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
  /** Reached by a history step or a typed address, not by a link. */
  isStep?: boolean;
  /** The working tab that was shown when the address was written. */
  tab?: string | undefined;
}

export interface GuardView {
  signedIn: boolean;
  /** In the user's own order; undefined while they are unknown. */
  paths: readonly string[] | undefined;
  /** The paths are remembered from an earlier visit: they open a page at once, but a refusal waits for the newest paths. */
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

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Normalises a path: decoded once, without doubled or trailing slashes. */
export const normalisePath = (pathname: string): string => {
  const path = decodePath(pathname)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
  return path.startsWith('/') ? path : `/${path}`;
};

/** Decides from the token, the permitted paths and the address which page is shown. Every redirect replaces the history entry. */
export function decide({ signedIn, paths, remembered = false, children }: GuardView, place: Place): Decision {
  const path = normalisePath(place.pathname);
  const isNormalised = path === place.pathname;

  if (!signedIn) return path === LOGIN && isNormalised ? { kind: 'signIn' } : { kind: 'redirect', href: LOGIN };
  if (path === LOGIN) return { kind: 'redirect', href: ROOT };
  if (path === NOT_FOUND && isNormalised) return { kind: 'notFound' };
  if (paths === undefined) return { kind: 'wait' };

  const isPermitted = paths.includes(path) && children.includes(path);
  if (remembered && !isPermitted) return { kind: 'wait' };
  if (path === ROOT) {
    const first = paths.find((one) => children.includes(one));
    return { kind: 'redirect', href: first ?? NOT_FOUND };
  }
  if (!isPermitted) return { kind: 'redirect', href: NOT_FOUND };
  return isNormalised ? { kind: 'open', path } : { kind: 'redirect', href: path + place.search + place.hash };
}
