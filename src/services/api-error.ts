/** One wrong field, in the server's words. */
export interface FieldError {
  field: string;
  rule: string;
  message: string;
}

/** The server refused: it answered with a code other than 0. */
export class ApiError extends Error {
  readonly code: number;
  /** Why, as a word to compare with; empty when the server gave none. */
  readonly reason: string;
  /** Finds the request in the server's log. */
  readonly traceId: string;
  /** Whatever else the refusal carries. */
  readonly data: Record<string, unknown>;

  constructor(message: string, code: number, data: Record<string, unknown>) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.reason = typeof data.reason === 'string' ? data.reason : '';
    this.traceId = typeof data.trace_id === 'string' ? data.trace_id : '';
    this.data = data;
  }

  /** With VALIDATION: the fields that are wrong. */
  get fields(): FieldError[] {
    const { errors } = this.data;
    return Array.isArray(errors) ? errors : [];
  }
}

/** No usable answer: nothing is known of what the server did. */
export class TransportError extends Error {
  readonly traceId = '';
  /** No server answered: that is over once the server can be reached again. */
  readonly unanswered: boolean;

  constructor(message: string, unanswered: boolean) {
    super(message);
    this.name = 'TransportError';
    this.unanswered = unanswered;
  }
}
