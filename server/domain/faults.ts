const codeOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined);

/** A unique index refused the row: somebody was faster. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** The database gave a transaction up for another one's sake: serialization failure or deadlock. Once more may succeed. */
export const isTransient = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01';
