/** The routes of the console in menu order, hidden pages right after their parent. */
export interface KnownRoutes {
  /** Children of the main layout for all users except super admins. */
  base: readonly string[];
  /** Children of the main layout for super admins. */
  admin: readonly string[];
}

/** 9 permits only the admin routes, 1 all other routes; any other value, of any type, means the server's list. */
export function permittedPaths(isAdmin: unknown, serverPaths: unknown, routes: KnownRoutes): string[] {
  if (isAdmin === 9) return [...routes.admin];
  if (isAdmin === 1) return [...routes.base];
  return Array.isArray(serverPaths) ? serverPaths.filter((path): path is string => typeof path === 'string') : [];
}
