/**
 * The callers that a call permits: everyone, every signed-in user, every user with a page (super admins too), administrators of either
 * level, super admins only, or every user with one of the pages.
 */
export type Access = 'public' | 'signedIn' | 'anyPage' | 'admin' | 'superAdmin' | { readonly pages: readonly string[] };

/** 0 staff, 1 ordinary admin, 9 super admin. Always compared as a number. */
export const adminLevels = [0, 1, 9] as const;
export type AdminLevel = (typeof adminLevels)[number];
