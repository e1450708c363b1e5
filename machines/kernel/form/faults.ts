/**
 * Why a field is wrong: a rule with its parameters (the view supplies the text), or the server's text, which begins with the server's
 * name of the field.
 */
export type FieldFault = { rule: string; params?: Record<string, string | number> } | { message: string; field?: string };

export type FieldFaults<Values> = { [K in keyof Values]?: FieldFault };

/** The earlier faults that still apply; texts of the server stay until their field changes. */
export const remainingFaults = <Values>(before: FieldFaults<Values>, now: FieldFaults<Values>): FieldFaults<Values> =>
  Object.fromEntries(
    Object.entries(before as Record<string, FieldFault>)
      .map(([field, fault]) => [field, 'message' in fault ? fault : (now as Record<string, FieldFault | undefined>)[field]] as const)
      .filter(([, fault]) => fault !== undefined),
  ) as FieldFaults<Values>;

/** A failure in a form that may be stored and shown: plain text, never the error object. */
export interface Failure {
  message: string;
  /** Finds the request in the server's log; empty if no server answered. */
  traceId: string;
  /** No server answered, so the failure ends once the server can be reached again. */
  unanswered?: true;
}

const textAt = (error: object, key: string): string => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
};

export const toFailure = (error: unknown): Failure =>
  error !== null && typeof error === 'object'
    ? {
        message: textAt(error, 'message'),
        traceId: textAt(error, 'traceId'),
        ...(Reflect.get(error, 'unanswered') === true && { unanswered: true }),
      }
    : { message: String(error), traceId: '' };
