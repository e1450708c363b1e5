import { createHash } from 'node:crypto';

/** Seals what tests make up; it keeps nothing that is worth anything. */
export const TEST_KEY = createHash('sha256').update('kept for tests').digest();
