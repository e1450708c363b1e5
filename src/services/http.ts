import type { AxiosInstance, AxiosResponse, AxiosStatic } from 'axios';
import { ApiError, TransportError } from './api-error.ts';
import { connection } from './connection.ts';

/** Ten minutes, in milliseconds: long exports are slow, and a person may wait for one. */
export const HTTP_TIMEOUT_MS = 600_000;

const SUCCESS = 0;
const SESSION_EXPIRED = 401;

interface Wires {
  http: AxiosInstance;
  isCancel: AxiosStatic['isCancel'];
}

let wires: Promise<Wires> | undefined;

const strung = async (): Promise<Wires> => {
  const { default: axios } = await import('axios');
  return { http: axios.create({ timeout: HTTP_TIMEOUT_MS }), isCancel: axios.isCancel };
};

/** Whoever only looks at the sign-in form needs no way to the server yet. A way that could not be fetched is fetched anew. */
const connected = (): Promise<Wires> => {
  wires ??= strung().catch((error: unknown) => {
    wires = undefined;
    throw error;
  });
  return wires;
};

/** Gets ready for the first call, which somebody is about to make. */
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

/** A file as it came over the wire. */
export interface ReceivedFile {
  name: string;
  content: Blob;
}

type Method = 'GET' | 'POST';
type Wire = { method: Method; url: string; body: object; signal: AbortSignal | undefined };

const broken = (message: string): TransportError => {
  connection().onBroken(message);
  return new TransportError(message);
};

async function exchange<Data>({ method, url, body, signal }: Wire, responseType: 'json' | 'blob') {
  const { baseUrl, held, language, isSilent } = connection();
  if (isSilent()) throw new TransportError('the session has ended');
  const { http, isCancel } = await connected().catch((error: unknown) => {
    throw broken(error instanceof Error ? error.message : String(error));
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
    });
    return { response, serial };
  } catch (error) {
    if (isCancel(error)) throw error; // nobody waits for this answer any more
    throw broken(error instanceof Error ? error.message : String(error));
  }
}

/** What every answer in an envelope means, whichever call it answers. */
function refusal(envelope: Envelope, url: string, serial: number): ApiError {
  const error = new ApiError(envelope.message, envelope.code, asRecord(envelope.data));
  if (envelope.code === SESSION_EXPIRED) connection().onRejected({ serial, message: envelope.message });
  else connection().onRefused({ url, message: envelope.message, reason: error.reason, traceId: error.traceId });
  return error;
}

/** The data of a successful answer; everything else is announced once and thrown. */
export async function requestData(wire: Wire): Promise<unknown> {
  const { response, serial } = await exchange<unknown>(wire, 'json');
  if (!isEnvelope(response.data)) throw broken(`${wire.url}: ${response.status} ${response.headers['content-type'] ?? ''}`.trim());
  if (response.data.code !== SUCCESS) throw refusal(response.data, wire.url, serial);
  return response.data.data;
}

const SPREADSHEETS = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.ms-excel'];

const mediaType = (response: AxiosResponse) =>
  String(response.headers['content-type'] ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase() ?? '';

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

/** A spreadsheet is a file; any other binary answer is read as JSON and is an error, whatever its code. */
export async function requestFile(wire: Wire): Promise<ReceivedFile> {
  const { response, serial } = await exchange<Blob>(wire, 'blob');
  if (SPREADSHEETS.includes(mediaType(response))) {
    return { name: fileNameOf(String(response.headers['content-disposition'] ?? ''), 'export.xlsx'), content: response.data };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(await response.data.text());
  } catch {
    throw broken(`${wire.url}: ${mediaType(response)}`);
  }
  if (!isEnvelope(parsed)) throw broken(`${wire.url}: ${mediaType(response)}`);
  throw refusal(parsed, wire.url, serial);
}
