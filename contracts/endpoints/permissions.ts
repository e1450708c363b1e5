/**
 * Who may call: everybody; whoever is signed in; whoever has any page (super admins too);
 * administrators of either level; super admins only; or whoever has one of the pages.
 */
export type Access = 'public' | 'signedIn' | 'anyPage' | 'admin' | 'superAdmin' | { readonly pages: readonly string[] };

/** 0 staff, 1 ordinary admin, 9 super admin. Always compared as a number. */
export const adminLevels = [0, 1, 9] as const;
export type AdminLevel = (typeof adminLevels)[number];
