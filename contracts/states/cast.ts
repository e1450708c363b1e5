/** The users of the contracts. The provider creates these accounts; their ids are part of the agreement. */
export const cast = {
  /** An ordinary administrator, who opens every page except those for super admins. */
  admin: { id: 11, account: 'admin', name: '林管理', isAdmin: 1, isLeader: 0 },
  /** A super admin, who opens only the pages for super admins and belongs to no department. */
  super: { id: 12, account: 'super', name: '超级管理员', isAdmin: 9, isLeader: 0 },
  /** A user whose only role opens the home page and the system log and permits no action. */
  staff: { id: 13, account: 'opt_01', name: '陈一鸣', isAdmin: 0, isLeader: 0 },
} as const;
export type Part = keyof typeof cast;

/** These always exist: the root department and the role of `staff`. */
export const ROOT_DEPARTMENT = { id: 1, name: '公司' } as const;
export const STAFF_ROLE = { id: 2, name: '看日志', paths: ['/index', '/advertising/copy-log'] } as const;

/** A made-up login for the contracts, which is valid only on a provider under verification. */
export const typedAtSignIn = { account: 'opt_09', password: 'Contract-2026' } as const;
