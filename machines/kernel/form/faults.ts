/** Why a field is wrong: a rule with its numbers (the view has the words), or the server's own words, which begin with the
 * name the server has for the field. */
export type FieldFault = { rule: string; params?: Record<string, string | number> } | { message: string; field?: string };

export type FieldFaults<Values> = { [K in keyof Values]?: FieldFault };

/** Of what was found wrong before, what is wrong now; the server's own words stand until their field changes. */
export const stillWrong = <Values>(before: FieldFaults<Values>, now: FieldFaults<Values>): FieldFaults<Values> =>
  Object.fromEntries(
    Object.entries(before as Record<string, FieldFault>)
      .map(([field, fault]) => [field, 'message' in fault ? fault : (now as Record<string, FieldFault | undefined>)[field]] as const)
      .filter(([, fault]) => fault !== undefined),
  ) as FieldFaults<Values>;

/** A failure as it may be kept and shown: plain text, never the error object. */
export interface Failure {
  message: string;
  /** Finds the request in the server's log; empty when no server answered. */
  traceId: string;
  /** No server answered: that is over once the server can be reached again. */
  unanswered?: true;
}

const textAt = (error: object, key: string): string => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
};

export const failureOf = (error: unknown): Failure =>
  error !== null && typeof error === 'object'
    ? {
        message: textAt(error, 'message'),
        traceId: textAt(error, 'traceId'),
        ...(Reflect.get(error, 'unanswered') === true && { unanswered: true }),
      }
    : { message: String(error), traceId: '' };
