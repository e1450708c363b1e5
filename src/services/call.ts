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
export interface Call<Asked, Answer> {
  (request: Asked, signal?: AbortSignal): Promise<Answer>;
  readonly path: string;
  readonly reads: unknown;
}

const made = <Asked, Answer>(
  path: string,
  reads: unknown,
  ask: (request: Asked, signal?: AbortSignal) => Promise<Answer>,
): Call<Asked, Answer> => Object.assign(ask, { path, reads });

/** Creates an API call that reads only the named fields. `quiet` calls are polled and do not announce failures. */
export const call = <P extends DataPath, const S extends Selection<Reply<P>>>(
  path: P,
  reads: S,
  { quiet = false }: { quiet?: boolean } = {},
): Call<Request<P>, Picked<Reply<P>, S>> =>
  made(path, reads, async (request: Request<P>, signal) =>
    pick((await requestData({ method: 'POST', url: path, body: request as object, signal, quiet })) as Reply<P>, reads),
  );

/** Like `call`, for GET endpoints. */
export const fetchCall = <P extends FetchPath, const S extends Selection<Reply<P>>>(path: P, reads: S): Call<void, Picked<Reply<P>, S>> =>
  made(path, reads, async (_: void, signal) =>
    pick((await requestData({ method: 'GET', url: path, body: {}, signal })) as Reply<P>, reads),
  );

/** A call that returns a file. */
export interface FileCall<Asked> extends Call<Asked, ReceivedFile> {
  (request: Asked, signal?: AbortSignal, onProgress?: (progress: FileProgress) => void): Promise<ReceivedFile>;
}

/** A file call whose rows can be counted first. */
export interface ExportCall<Asked> extends FileCall<Asked> {
  count(request: Asked, signal?: AbortSignal): Promise<ExportCount>;
}

/** The same file, asked for in other words. */
export const exportCallAs = <Given, Asked>(call: ExportCall<Asked>, asked: (given: Given) => Asked): ExportCall<Given> =>
  Object.assign(
    (given: Given, signal?: AbortSignal, onProgress?: (progress: FileProgress) => void) => call(asked(given), signal, onProgress),
    { path: call.path, reads: call.reads, count: (given: Given, signal?: AbortSignal) => call.count(asked(given), signal) },
  );

type CallFor<Asked> = Asked extends { count_only?: true } ? ExportCall<Omit<Asked, 'count_only'>> : FileCall<Asked>;

export const fileCall = <P extends FilePath>(path: P): CallFor<Request<P>> => {
  const ask = (request: object, signal?: AbortSignal, onProgress?: (progress: FileProgress) => void) =>
    requestFile({ method: 'POST', url: path, body: request, signal }, onProgress);
  const count = (request: object, signal?: AbortSignal) =>
    requestCount({ method: 'POST', url: path, body: { ...request, count_only: true }, signal });
  return Object.assign(ask, { path, reads: true, count }) as unknown as CallFor<Request<P>>;
};
