/** An invalid field with the message of the server. */
export interface FieldError {
  field: string;
  rule: string;
  message: string;
}

/** The server refused the request: it answered with a code other than 0. */
export class ApiError extends Error {
  readonly code: number;
  /** A machine-readable reason; empty when the server gave none. */
  readonly reason: string;
  /** Identifies the request in the log of the server. */
  readonly traceId: string;
  /** Further data of the refusal. */
  readonly data: Record<string, unknown>;
  /** Whether it is shown where it arose, for example at the fields of a form, so that no notice repeats it. */
  isShownInPlace = false;

  constructor(message: string, code: number, data: Record<string, unknown>) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.reason = typeof data.reason === 'string' ? data.reason : '';
    this.traceId = typeof data.trace_id === 'string' ? data.trace_id : '';
    this.data = data;
  }

  /** The invalid fields of a VALIDATION refusal. */
  get fields(): FieldError[] {
    const { errors } = this.data;
    return Array.isArray(errors) ? errors : [];
  }
}

/** No usable answer: it is unknown what the server did. */
export class TransportError extends Error {
  readonly traceId = '';
  /** No server answered; such failures end once the server is reachable again. */
  readonly unanswered: boolean;

  constructor(message: string, unanswered: boolean) {
    super(message);
    this.name = 'TransportError';
    this.unanswered = unanswered;
  }
}
