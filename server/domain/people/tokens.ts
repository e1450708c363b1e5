import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; the server stores only their hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The hash under which the database stores a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
