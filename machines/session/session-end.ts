/** Why a session ended that its owner did not end here. */
export type SessionEnd = 'expired' | 'passwordReset' | 'endedElsewhere' | 'signedOut' | 'otherTab' | 'disabled' | 'unknown';

/** What a refused call says of it: the reason, and the cause behind a token that was revoked. Both may be empty. */
export interface Rejection {
  reason: string;
  cause: string;
}

const ofCause: Record<string, SessionEnd> = {
  password_reset: 'passwordReset',
  ended_elsewhere: 'endedElsewhere',
  signed_out: 'signedOut',
};

const ofReason: Record<string, SessionEnd> = { TOKEN_EXPIRED: 'expired', USER_DISABLED: 'disabled' };

export const sessionEndOf = ({ reason, cause }: Rejection): SessionEnd => ofCause[cause] ?? ofReason[reason] ?? 'unknown';

/** What waits in a window for its next sign-in: nothing secret, and nothing that opens anything. */
export interface Farewell {
  /** A `SessionEnd`, or one that another release knows. */
  end: string;
  account: string;
  /** Something typed was not saved, and waits for the same person. */
  hasWork: boolean;
}

/** A farewell as it was stored; anything else is none. */
export function farewellOf(value: unknown): Farewell | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { end, account, hasWork } = value as Partial<Record<keyof Farewell, unknown>>;
  return typeof end === 'string' && typeof account === 'string' ? { end, account, hasWork: hasWork === true } : undefined;
}
