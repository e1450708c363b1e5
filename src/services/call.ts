import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { EndpointAt } from '#contracts/endpoints/index.ts';
import type { ExportCount } from '#contracts/endpoints/shapes.ts';
import { type FileProgress, type ReceivedFile, requestCount, requestData, requestFile } from './http.ts';
import { type Picked, pick, type Selection } from './selection.ts';

type PathsWith<Shape> = { [P in keyof EndpointAt]: EndpointAt[P] extends Shape ? P : never }[keyof EndpointAt];
type DataPath = PathsWith<{ answer: 'envelope'; method: 'POST' }>;
type FetchPath = PathsWith<{ answer: 'envelope'; method: 'GET' }>;
type FilePath = PathsWith<{ answer: 'spreadsheet' }>;

type Reply<P extends keyof EndpointAt> = ReplyOf<EndpointAt[P]>;
type Request<P extends keyof EndpointAt> = RequestOf<EndpointAt[P]>;

/** An API call, with its path and the fields it reads. */
export interface Call<RequestBody, Answer> {
  (request: RequestBody, signal?: AbortSignal): Promise<Answer>;
  readonly path: string;
  readonly reads: unknown;
}

const createCall = <RequestBody, Answer>(
  path: string,
  reads: unknown,
  ask: (request: RequestBody, signal?: AbortSignal) => Promise<Answer>,
): Call<RequestBody, Answer> => Object.assign(ask, { path, reads });

/** Creates an API call that reads only the named fields. `quiet` calls are polled and do not announce failures. */
export const call = <P extends DataPath, const S extends Selection<Reply<P>>>(
  path: P,
  reads: S,
  { quiet = false }: { quiet?: boolean } = {},
): Call<Request<P>, Picked<Reply<P>, S>> =>
  createCall(path, reads, async (request: Request<P>, signal) =>
    pick((await requestData({ method: 'POST', url: path, body: request as object, signal, quiet })) as Reply<P>, reads),
  );

/** Like `call`, for GET endpoints. */
export const fetchCall = <P extends FetchPath, const S extends Selection<Reply<P>>>(path: P, reads: S): Call<void, Picked<Reply<P>, S>> =>
  createCall(path, reads, async (_: void, signal) =>
    pick((await requestData({ method: 'GET', url: path, body: {}, signal })) as Reply<P>, reads),
  );

/** A call that returns a file. */
export interface FileCall<RequestBody> extends Call<RequestBody, ReceivedFile> {
  (request: RequestBody, signal?: AbortSignal, onProgress?: (progress: FileProgress) => void): Promise<ReceivedFile>;
}

/** A file call whose rows can be counted first. */
export interface ExportCall<RequestBody> extends FileCall<RequestBody> {
  count(request: RequestBody, signal?: AbortSignal): Promise<ExportCount>;
}

type CallFor<RequestBody> = RequestBody extends { count_only?: true } ? ExportCall<Omit<RequestBody, 'count_only'>> : FileCall<RequestBody>;

export const fileCall = <P extends FilePath>(path: P): CallFor<Request<P>> => {
  const ask = (request: object, signal?: AbortSignal, onProgress?: (progress: FileProgress) => void) =>
    requestFile({ method: 'POST', url: path, body: request, signal }, onProgress);
  const count = (request: object, signal?: AbortSignal) =>
    requestCount({ method: 'POST', url: path, body: { ...request, count_only: true }, signal });
  return Object.assign(ask, { path, reads: true, count }) as unknown as CallFor<Request<P>>;
};

/** An export call that always sends these fields. */
export const exportCallWith = <RequestBody extends object, Fields extends Partial<RequestBody>>(
  exporting: ExportCall<RequestBody>,
  fields: Fields,
): ExportCall<Omit<RequestBody, keyof Fields>> => {
  // A request without the fixed fields and those together are a whole one.
  const toWhole = (request: Omit<RequestBody, keyof Fields>) => ({ ...request, ...fields }) as unknown as RequestBody;
  const { path, reads } = exporting;
  return Object.assign(
    (request: Omit<RequestBody, keyof Fields>, signal?: AbortSignal, onProgress?: (progress: FileProgress) => void) =>
      exporting(toWhole(request), signal, onProgress),
    { path, reads, count: (request: Omit<RequestBody, keyof Fields>, signal?: AbortSignal) => exporting.count(toWhole(request), signal) },
  );
};
