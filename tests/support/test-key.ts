import { createHash } from 'node:crypto';

/** Seals invented secrets of tests, so it protects nothing of value. */
export const TEST_KEY = createHash('sha256').update('kept for tests').digest();
