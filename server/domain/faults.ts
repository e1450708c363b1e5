const codeOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined);

/** A unique index refused the row, because another transaction was faster. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** The database aborted a transaction because of another one: serialization failure or deadlock. A retry may succeed. */
export const isTransient = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01';
