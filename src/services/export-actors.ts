import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { ExportCount } from '#contracts/endpoints/shapes.ts';
import type { ExportCall } from './call.ts';
import type { FileProgress } from './http.ts';

interface ExportOptions<RequestBody, Subject> {
  call: Pick<ExportCall<RequestBody>, 'count'> &
    ((
      request: RequestBody,
      signal?: AbortSignal,
      onProgress?: (progress: { received: number; expected: number | undefined }) => void,
    ) => Promise<{
      name: string;
      content: Blob;
    }>);
  /** Builds the export request for a subject. */
  toRequest: (subject: Subject) => RequestBody;
  /** Saves the file through the browser. */
  save: (name: string, content: Blob) => void;
}

/**
 * Actors of an export machine: the number of rows, and the file. A cancelled file is not saved, and a download that was interrupted by
 * leaving the page does not restart by itself.
 */
export const exportActors = <RequestBody, Subject>({ call, toRequest, save }: ExportOptions<RequestBody, Subject>) => ({
  countRows: fromPromise(({ input, signal }: { input: { subject: Subject }; signal: AbortSignal }) =>
    call.count(toRequest(input.subject), signal),
  ),
  download: fromCallback<EventObject, { subject: Subject; answer: ExportCount | undefined }>(({ input, sendBack }) => {
    if (!input.answer) return sendBack({ type: 'export.cancelled' });
    const cancellation = new AbortController();
    call(toRequest(input.subject), cancellation.signal, (progress) => sendBack({ type: 'export.progressed', ...progress })).then(
      ({ name, content }) => {
        if (cancellation.signal.aborted) return;
        save(name, content);
        sendBack({ type: 'export.finished' });
      },
      (error: unknown) => {
        if (!cancellation.signal.aborted) sendBack({ type: 'export.failed', error });
      },
    );
    return () => cancellation.abort();
  }),
});

/** An export call for the same file that takes another request. */
export const exportCallAs = <Given, RequestBody>(call: ExportCall<RequestBody>, asked: (given: Given) => RequestBody): ExportCall<Given> =>
  Object.assign(
    (given: Given, signal?: AbortSignal, onProgress?: (progress: FileProgress) => void) => call(asked(given), signal, onProgress),
    { path: call.path, reads: call.reads, count: (given: Given, signal?: AbortSignal) => call.count(asked(given), signal) },
  );
