/** Who asks in the contracts. The provider makes these accounts; the ids are part of the agreement. */
export const cast = {
  /** An ordinary administrator: every page but those of super admins. */
  admin: { id: 11, account: 'admin', name: '林管理', isAdmin: 1, isLeader: 0 },
  /** A super admin: only the pages of super admins, and no department. */
  super: { id: 12, account: 'super', name: '超级管理员', isAdmin: 9, isLeader: 0 },
  /** Somebody with one role, which opens the first page and the system log and allows nothing beyond reading. */
  staff: { id: 13, account: 'opt_01', name: '陈一鸣', isAdmin: 0, isLeader: 0 },
} as const;
export type Part = keyof typeof cast;

/** Always there: the root of the tree, and the role of `staff`. */
export const ROOT_DEPARTMENT = { id: 1, name: '公司' } as const;
export const STAFF_ROLE = { id: 2, name: '看日志', paths: ['/index', '/advertising/copy-log'] } as const;

/** The sign-in of the contracts: made up, and good for nothing but a provider under verification. */
export const typedAtSignIn = { account: 'opt_09', password: 'Contract-2026' } as const;
