import md5 from 'md5';

/** What leaves the browser instead of a password: its MD5, 32 hex digits. */
export const passwordDigest = (password: string): string => md5(password);
