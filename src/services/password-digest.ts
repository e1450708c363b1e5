import md5 from 'md5';

/** The MD5 of the password as 32 hex digits, sent instead of the password itself. */
export const passwordDigest = (password: string): string => md5(password);
