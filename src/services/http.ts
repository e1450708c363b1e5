import type { AxiosInstance, AxiosProgressEvent, AxiosResponse, AxiosStatic } from 'axios';
import type { ExportCount } from '#contracts/endpoints/shapes.ts';
import { ApiError, TransportError } from './api-error.ts';
import { connection, type Silence, type Trace } from './connection.ts';
import { spreadsheetOf } from './spreadsheet-types.ts';
import { isWholeSpreadsheet } from './whole-file.ts';

/** Ten minutes, because long exports are slow and the user may wait for one. */
export const HTTP_TIMEOUT_MS = 600_000;

/** Axios codes of a timeout. */
const LATE = ['ECONNABORTED', 'ETIMEDOUT'];

/** The HTTP status of every enveloped answer. */
const OK = 200;
const SUCCESS = 0;
const SESSION_EXPIRED = 401;

interface Wires {
  http: AxiosInstance;
  isCancel: AxiosStatic['isCancel'];
  isAxiosError: AxiosStatic['isAxiosError'];
}

let wires: Promise<Wires> | undefined;

const strung = async (): Promise<Wires> => {
  const { default: axios } = await import('axios');
  return { http: axios.create({ timeout: HTTP_TIMEOUT_MS }), isCancel: axios.isCancel, isAxiosError: axios.isAxiosError };
};

/** Loads axios on demand, because the sign-in form alone does not need it. A failed load is retried. */
const connected = (): Promise<Wires> => {
  wires ??= strung().catch((error: unknown) => {
    wires = undefined;
    throw error;
  });
  return wires;
};

/** Loads axios before the first call. */
export const warmUp = (): Promise<void> =>
  connected().then(
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
function expectedOf({ total, event }: AxiosProgressEvent): number | undefined {
  if (total !== undefined) return total;
  const { target } = (event ?? {}) as { target?: Partial<Pick<XMLHttpRequest, 'getResponseHeader'>> };
  const said = Number(target?.getResponseHeader?.('x-estimated-length') ?? 0);
  return said > 0 ? said : undefined;
}

type Wire = { method: 'GET' | 'POST'; url: string; body: object; signal: AbortSignal | undefined; quiet?: boolean };
type Answer = Pick<AxiosResponse, 'status' | 'headers'>;

const headerOf = (answer: Answer, name: string): string => String(answer.headers[name] ?? '');

const traceOf = ({ method, url, quiet }: Wire, answer?: Answer): Trace => ({
  method,
  url,
  status: answer?.status ?? 0,
  requestId: answer ? headerOf(answer, 'x-request-id') : '',
  ...(quiet && { quiet }),
});

const broken = (silence: Silence, wire: Wire, answer?: Answer): TransportError => {
  const message = connection().wordsFor(silence);
  connection().onBroken({ message, ...traceOf(wire, answer) });
  return new TransportError(message, answer === undefined);
};

const unreadable = (wire: Wire, answer: Answer) => broken({ kind: 'unreadable', status: answer.status }, wire, answer);

async function exchange<Data>(wire: Wire, responseType: 'json' | 'blob', onProgress?: (progress: FileProgress) => void) {
  const { method, url, body, signal } = wire;
  const { baseUrl, held, language, isSilent, wordsFor, onAnswered } = connection();
  if (isSilent()) throw new TransportError(wordsFor({ kind: 'ended' }), false);
  const { http, isCancel, isAxiosError } = await connected().catch(() => {
    throw broken({ kind: 'unreachable' }, wire);
  });
  const { token, serial } = held();
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
      ...(onProgress ? { onDownloadProgress: (event) => onProgress({ received: event.loaded, expected: expectedOf(event) }) } : {}),
    });
    onAnswered?.({ url, serial, rights: headerOf(response, 'x-rights') });
    return { response, serial };
  } catch (error) {
    if (isCancel(error) || signal?.aborted) throw error; // the call was aborted
    const { response, code = '' } = isAxiosError(error) ? error : {};
    throw response ? unreadable(wire, response) : broken({ kind: LATE.includes(code) ? 'late' : 'unreachable' }, wire);
  }
}

/** Interprets a refusal envelope the same way for every call. */
function refusal(envelope: Envelope, wire: Wire, answer: Answer, serial: number): ApiError {
  const error = new ApiError(envelope.message, envelope.code, asRecord(envelope.data));
  const { message, code, reason, traceId, data } = error;
  const cause = typeof data.cause === 'string' ? data.cause : '';
  if (code === SESSION_EXPIRED) connection().onRejected({ serial, message, reason, cause });
  else connection().onRefused({ ...traceOf(wire, answer), message, code, reason, traceId });
  return error;
}

/** Returns the data of a successful answer; every failure is announced once and thrown. */
export async function requestData(wire: Wire): Promise<unknown> {
  const { response, serial } = await exchange<unknown>(wire, 'json');
  if (!isEnvelope(response.data)) throw unreadable(wire, response);
  if (response.data.code !== SUCCESS) throw refusal(response.data, wire, response, serial);
  return response.data.data;
}

/** Returns the number of rows that an export would have. */
export async function requestCount(wire: Wire): Promise<ExportCount> {
  const { count, max } = asRecord(await requestData(wire));
  if (typeof count !== 'number' || typeof max !== 'number') throw unreadable(wire, { status: OK, headers: {} });
  return { count, max };
}

/** The file name of a Content-Disposition header: the encoded form first, then the plain one. */
export function fileNameOf(disposition: string, fallback: string): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? fallback);
  } catch {
    return plain ?? fallback;
  }
}

/** Any complete spreadsheet is a file; any other answer is read as JSON and is an error, whatever its code. */
export async function requestFile(wire: Wire, onProgress?: (progress: FileProgress) => void): Promise<ReceivedFile> {
  const { response, serial } = await exchange<Blob>(wire, 'blob', onProgress);
  const spreadsheet = spreadsheetOf(headerOf(response, 'content-type'));
  if (spreadsheet) {
    if (spreadsheet.isArchive && !(await isWholeSpreadsheet(response.data))) throw broken({ kind: 'cutOff' }, wire, response);
    const fallback = `export.${spreadsheet.extension}`;
    return { name: fileNameOf(headerOf(response, 'content-disposition'), fallback), content: response.data };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(await response.data.text());
  } catch {
    throw unreadable(wire, response);
  }
  if (!isEnvelope(parsed)) throw unreadable(wire, response);
  throw refusal(parsed, wire, response, serial);
}
