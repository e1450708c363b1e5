import { connection } from './connection.ts';

/** Why sending stopped. */
export type StopReason = 'network' | 'full' | 'session' | 'closed' | 'gone';

export interface SendingFault {
  reason: StopReason;
  message: string;
  traceId: string;
}

interface Sending {
  file: File;
  url: string;
  chunkSize: number;
  signal: AbortSignal;
  /** Bytes that arrived, and bytes per second. */
  onProgress: (sent: number, speed: number) => void;
}

/** Delays before the three retries of a failed chunk; then the user decides. */
const RETRY_DELAYS_MS = [1_000, 3_000, 6_000];
/** The speed is measured over this period. */
const SPEED_WINDOW_MS = 4_000;

const UNAUTHORISED = 401;
const FULL = 507;
const CLOSED = [403, 404, 410];

/** Measures the current speed in bytes per second. */
function createSpeedometer(): (sent: number) => number {
  let marks: { at: number; sent: number }[] = [];
  return (sent) => {
    const at = performance.now();
    marks = [...marks.filter((mark) => at - mark.at < SPEED_WINDOW_MS), { at, sent }];
    const [first] = marks;
    return first === undefined || at - first.at < 50 ? 0 : Math.round(((sent - first.sent) / (at - first.at)) * 1_000);
  };
}

interface RefusalEnvelope {
  message: string;
  code: number;
  reason: string;
  cause: string;
  traceId: string;
}

/** `data` of a refusal. */
interface RefusalData {
  reason?: string;
  cause?: string;
  trace_id?: string;
}

function readRefusal(body: string): RefusalEnvelope {
  try {
    const { message = '', code = 0, data = {} } = JSON.parse(body) as { message?: string; code?: number; data?: RefusalData };
    return { message, code, reason: data.reason ?? '', cause: data.cause ?? '', traceId: data.trace_id ?? '' };
  } catch {
    return { message: '', code: 0, reason: '', cause: '', traceId: '' };
  }
}

const toSendingEnd = (status: number): StopReason =>
  status === UNAUTHORISED ? 'session' : status === FULL ? 'full' : CLOSED.includes(status) ? 'closed' : 'network';

/**
 * Sends the missing bytes of a file in chunks; resolves once everything arrived. Rejects with a `SendingFault`, or with the reason of
 * `signal`. An ended session is announced as by any call.
 */
export async function sendBytes({ file, url, chunkSize, signal, onProgress }: Sending): Promise<void> {
  const { Upload, DetailedError } = await import('tus-js-client');
  const { baseUrl, currentToken, language, isClosed, onRejected, onRefused } = connection();
  const speedOf = createSpeedometer();
  let { serial } = currentToken();
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: url,
      chunkSize,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => {
        const now = currentToken();
        serial = now.serial;
        request.setHeader('Accept-Language', language());
        request.setHeader('Authorization', `Bearer ${now.token}`);
      },
      // A 409 is retried: the client asks for the offset and continues from there.
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        return (
          !isClosed() &&
          (status === 0 || status === 408 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== FULL))
        );
      },
      onProgress: (sent) => onProgress(sent, speedOf(sent)),
      onSuccess: () => resolve(),
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        const { cause, ...refusal } = readRefusal(response?.getBody() ?? '');
        const reason = response === null ? (isUnreadable(error) ? 'gone' : 'network') : toSendingEnd(response?.getStatus() ?? 0);
        if (reason === 'session') onRejected({ serial, message: refusal.message, reason: refusal.reason, cause });
        else if (refusal.code !== 0) {
          const status = response?.getStatus() ?? 0;
          const requestId = response?.getHeader('x-request-id') ?? '';
          onRefused({ method: 'PATCH', url: url.slice(baseUrl.length), status, requestId, ...refusal });
        }
        reject({ reason, message: refusal.message || (response ? error.message : ''), traceId: refusal.traceId } satisfies SendingFault);
      },
    });
    signal.addEventListener(
      'abort',
      () => {
        void upload.abort(false);
        reject(signal.reason);
      },
      { once: true },
    );
    if (isClosed()) return reject({ reason: 'session', message: '', traceId: '' } satisfies SendingFault);
    upload.start();
  });
}

/** The browser reports this when a file was changed or removed after it was chosen. */
const isUnreadable = (error: unknown): boolean => {
  const names = ['NotReadableError', 'NotFoundError'];
  const { name = '', causingError } = (error ?? {}) as { name?: string; causingError?: { name?: string } | null };
  return names.includes(name) || names.includes(causingError?.name ?? '');
};
