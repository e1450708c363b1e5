import type { AxiosInstance, AxiosProgressEvent, AxiosResponse, AxiosStatic } from 'axios';
import type { ExportCount } from '#contracts/endpoints/shapes.ts';
import { ApiError, TransportError } from './api-error.ts';
import { connection, type MissingAnswer, type Trace } from './connection.ts';
import { findSpreadsheetType } from './spreadsheet-types.ts';
import { isWholeSpreadsheet } from './whole-file.ts';

/** Ten minutes, because long exports are slow and the user may wait for one. */
export const HTTP_TIMEOUT_MS = 600_000;

/** Axios codes of a timeout. */
const TIMEOUT_CODES = ['ECONNABORTED', 'ETIMEDOUT'];

/** The HTTP status of every enveloped answer. */
const OK = 200;
const SUCCESS = 0;
const SESSION_EXPIRED = 401;

interface HttpClient {
  http: AxiosInstance;
  isCancel: AxiosStatic['isCancel'];
  isAxiosError: AxiosStatic['isAxiosError'];
}

let client: Promise<HttpClient> | undefined;

const loadHttpClient = async (): Promise<HttpClient> => {
  const { default: axios } = await import('axios');
  return { http: axios.create({ timeout: HTTP_TIMEOUT_MS }), isCancel: axios.isCancel, isAxiosError: axios.isAxiosError };
};

/** Loads axios on demand, because the sign-in form alone does not need it. A failed load is retried. */
const getHttpClient = (): Promise<HttpClient> => {
  client ??= loadHttpClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
};

/** Loads axios before the first call. */
export const preloadHttpClient = (): Promise<void> =>
  getHttpClient().then(
    () => undefined,
    () => undefined,
  );

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'code') === 'number';

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** A received file. */
export interface ReceivedFile {
  name: string;
  content: Blob;
}

/** Download progress of a file. */
export interface FileProgress {
  /** Bytes. */
  received: number;
  /** Approximate size of the whole file in bytes; undefined when unknown. */
  expected: number | undefined;
}

/** The size that the answer's header estimates when the exact length is unknown. */
function estimateSize({ total, event }: AxiosProgressEvent): number | undefined {
  if (total !== undefined) return total;
  const { target } = (event ?? {}) as { target?: Partial<Pick<XMLHttpRequest, 'getResponseHeader'>> };
  const estimate = Number(target?.getResponseHeader?.('x-estimated-length') ?? 0);
  return estimate > 0 ? estimate : undefined;
}

type HttpCall = { method: 'GET' | 'POST'; url: string; body: object; signal: AbortSignal | undefined; quiet?: boolean };
type Answer = Pick<AxiosResponse, 'status' | 'headers'>;

const readHeader = (answer: Answer, name: string): string => String(answer.headers[name] ?? '');

const toTrace = ({ method, url, quiet }: HttpCall, answer?: Answer): Trace => ({
  method,
  url,
  status: answer?.status ?? 0,
  requestId: answer ? readHeader(answer, 'x-request-id') : '',
  ...(quiet && { quiet }),
});

const reportUnanswered = (reason: MissingAnswer, httpCall: HttpCall, answer?: Answer): TransportError => {
  const message = connection().textFor(reason);
  connection().onUnanswered({ message, ...toTrace(httpCall, answer) });
  return new TransportError(message, answer === undefined);
};

const reportUnreadable = (httpCall: HttpCall, answer: Answer) =>
  reportUnanswered({ kind: 'unreadable', status: answer.status }, httpCall, answer);

async function send<Data>(httpCall: HttpCall, responseType: 'json' | 'blob', onProgress?: (progress: FileProgress) => void) {
  const { method, url, body, signal } = httpCall;
  const { baseUrl, currentToken, language, isClosed, textFor, onAnswered } = connection();
  if (isClosed()) throw new TransportError(textFor({ kind: 'ended' }), false);
  const { http, isCancel, isAxiosError } = await getHttpClient().catch(() => {
    throw reportUnanswered({ kind: 'unreachable' }, httpCall);
  });
  const { token, serial } = currentToken();
  try {
    const response = await http.request<Data>({
      method,
      url: `${baseUrl}${url}`,
      ...(method === 'POST' ? { data: body } : {}),
      headers: {
        'Accept-Language': language(),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      },
      responseType,
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onDownloadProgress: (event) => onProgress({ received: event.loaded, expected: estimateSize(event) }) } : {}),
    });
    onAnswered?.({ url, serial, rights: readHeader(response, 'x-rights') });
    return { response, serial };
  } catch (error) {
    if (isCancel(error) || signal?.aborted) throw error; // the call was aborted
    const { response, code = '' } = isAxiosError(error) ? error : {};
    throw response
      ? reportUnreadable(httpCall, response)
      : reportUnanswered({ kind: TIMEOUT_CODES.includes(code) ? 'late' : 'unreachable' }, httpCall);
  }
}

/** Interprets a refusal envelope the same way for every call. */
function reportRefusal(envelope: Envelope, httpCall: HttpCall, answer: Answer, serial: number): ApiError {
  const error = new ApiError(envelope.message, envelope.code, asRecord(envelope.data));
  const { message, code, reason, traceId, data } = error;
  const cause = typeof data.cause === 'string' ? data.cause : '';
  if (code === SESSION_EXPIRED) connection().onRejected({ serial, message, reason, cause });
  else connection().onRefused({ ...toTrace(httpCall, answer), message, code, reason, traceId }, () => error.isShownInPlace);
  return error;
}

/** Returns the data of a successful answer; every failure is announced once and thrown. */
export async function requestData(httpCall: HttpCall): Promise<unknown> {
  const { response, serial } = await send<unknown>(httpCall, 'json');
  if (!isEnvelope(response.data)) throw reportUnreadable(httpCall, response);
  if (response.data.code !== SUCCESS) throw reportRefusal(response.data, httpCall, response, serial);
  return response.data.data;
}

/** Returns the number of rows that an export would have. */
export async function requestCount(httpCall: HttpCall): Promise<ExportCount> {
  const { count, max } = asRecord(await requestData(httpCall));
  if (typeof count !== 'number' || typeof max !== 'number') throw reportUnreadable(httpCall, { status: OK, headers: {} });
  return { count, max };
}

/** The file name of a Content-Disposition header: the encoded form first, then the plain one. */
export function parseFileName(disposition: string, fallback: string): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? fallback);
  } catch {
    return plain ?? fallback;
  }
}

/** Any complete spreadsheet is a file; any other answer is read as JSON and is an error, whatever its code. */
export async function requestFile(httpCall: HttpCall, onProgress?: (progress: FileProgress) => void): Promise<ReceivedFile> {
  const { response, serial } = await send<Blob>(httpCall, 'blob', onProgress);
  const spreadsheet = findSpreadsheetType(readHeader(response, 'content-type'));
  if (spreadsheet) {
    if (spreadsheet.isArchive && !(await isWholeSpreadsheet(response.data))) throw reportUnanswered({ kind: 'cutOff' }, httpCall, response);
    const fallback = `export.${spreadsheet.extension}`;
    return { name: parseFileName(readHeader(response, 'content-disposition'), fallback), content: response.data };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(await response.data.text());
  } catch {
    throw reportUnreadable(httpCall, response);
  }
  if (!isEnvelope(parsed)) throw reportUnreadable(httpCall, response);
  throw reportRefusal(parsed, httpCall, response, serial);
}
