/** Why a session ended, other than by signing out here. */
export type SessionEnd = 'expired' | 'passwordReset' | 'endedElsewhere' | 'signedOut' | 'otherTab' | 'disabled' | 'unknown';

/** The reason of a refused call, and the cause behind a revoked token. Both may be empty. */
export interface Rejection {
  reason: string;
  cause: string;
}

const END_BY_CAUSE: Record<string, SessionEnd> = {
  password_reset: 'passwordReset',
  ended_elsewhere: 'endedElsewhere',
  signed_out: 'signedOut',
};

const END_BY_REASON: Record<string, SessionEnd> = { TOKEN_EXPIRED: 'expired', USER_DISABLED: 'disabled' };

export const sessionEndOf = ({ reason, cause }: Rejection): SessionEnd => END_BY_CAUSE[cause] ?? END_BY_REASON[reason] ?? 'unknown';

/** A note for the next sign-in in this window. It contains no secrets. */
export interface Farewell {
  /** A `SessionEnd`, or a value of another release. */
  end: string;
  account: string;
  /** Unsaved typed content waits for the same user. */
  hasWork: boolean;
}

/** Reads a stored farewell; undefined for anything else. */
export function parseFarewell(value: unknown): Farewell | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { end, account, hasWork } = value as Partial<Record<keyof Farewell, unknown>>;
  return typeof end === 'string' && typeof account === 'string' ? { end, account, hasWork: hasWork === true } : undefined;
}
