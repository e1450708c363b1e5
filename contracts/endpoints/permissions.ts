/** What a role may do on the pages it opens. */
export const roleActions = ['export', 'publish', 'status', 'budget', 'copy', 'remove', 'material', 'asset', 'rule'] as const;
export type RoleAction = (typeof roleActions)[number];

/** 0 staff, 1 ordinary admin, 9 super admin. Always compared as a number. */
export const adminLevels = [0, 1, 9] as const;
export type AdminLevel = (typeof adminLevels)[number];
