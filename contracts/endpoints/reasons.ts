/**
 * Every reason an error can carry in `data.reason`, with the envelope code it comes under.
 * 0 is success; 401 ends the session on the client; -2 is a fault of the server.
 */
export const reasonCodes = {
  NO_TOKEN: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_REVOKED: 401,
  USER_DISABLED: 401,
  INTERNAL: -2,
  VALIDATION: 400,
  NO_PATH: 403,
  NO_ACTION: 403,
  NOT_OWNER: 403,
  ADMIN_ONLY: 403,
  NOT_FOUND: 404,
  VERSION_CONFLICT: 409,
  DUPLICATE: 409,
  ACCOUNT_TAKEN: 409,
  SELECTION_CHANGED: 409,
  DUPLICATE_MATERIAL: 409,
  EXPORT_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  HANDOVER_REQUIRED: 422,
  SELF_FORBIDDEN: 422,
  LAST_ADMIN: 422,
  DEPT_CYCLE: 422,
  DEPT_TOO_DEEP: 422,
  DEPT_NOT_EMPTY: 422,
  DEPT_ROOT: 422,
  ROLE_BUILTIN: 422,
  ROLE_IN_USE: 422,
  ROLE_PATH_RESERVED: 422,
  CRON_RUNNING: 422,
  CRON_CORE: 422,
  SITE_OFF: 422,
  SITE_IN_USE: 422,
  IDENTITY_MISMATCH: 422,
  HOMEPAGE_UNUSABLE: 422,
  IMMUTABLE_FIELD: 422,
  STATE_READY: 422,
  NO_CHANGE: 422,
  STATE_CHANGED: 422,
  OUTCOME_UNKNOWN: 422,
  PARENT_FAILED: 422,
  MATERIAL_NOT_READY: 422,
  CONTENT_OFF: 422,
  UPLOAD_CLOSED: 422,
  STORAGE_FULL: 422,
  ENTITY_BUSY: 423,
  TOO_MANY_REQUESTS: 429,
  PLATFORM_REJECTED: 510,
  PLATFORM_LIMIT: 511,
  PLATFORM_AUTH: 512,
  PLATFORM_UNKNOWN: 513,
  PLATFORM_DOWN: 514,
  LOGIN_BAD: 1001,
  LOGIN_DISABLED: 1002,
  LOGIN_LOCKED: 1003,
} as const;

export type Reason = keyof typeof reasonCodes;

/** Refusals that any call can answer with whose caller has to be signed in. */
export const signedOutReasons = ['NO_TOKEN', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'USER_DISABLED'] as const satisfies Reason[];

/** Refusals that any call can answer with. */
export const commonReasons = [
  'VALIDATION',
  'NO_PATH',
  'NO_ACTION',
  'NOT_OWNER',
  'ADMIN_ONLY',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
] as const satisfies Reason[];
