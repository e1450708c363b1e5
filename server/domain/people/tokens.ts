import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; only the client keeps it. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
