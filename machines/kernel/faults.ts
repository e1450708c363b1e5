/** Why a field is wrong: a rule with its numbers (the view has the words), or the server's own words, which begin with the
 * name the server has for the field. */
export type FieldFault = { rule: string; params?: Record<string, string | number> } | { message: string; field?: string };

export type FieldFaults<Values> = { [K in keyof Values]?: FieldFault };

/** A failure as it may be kept and shown: plain text, never the error object. */
export interface Failure {
  message: string;
  /** Finds the request in the server's log; empty when no server answered. */
  traceId: string;
}

const textAt = (error: object, key: string): string => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
};

export const failureOf = (error: unknown): Failure =>
  error !== null && typeof error === 'object'
    ? { message: textAt(error, 'message'), traceId: textAt(error, 'traceId') }
    : { message: String(error), traceId: '' };
