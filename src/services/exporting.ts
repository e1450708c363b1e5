import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { ExportCount } from '#contracts/endpoints/shapes.ts';
import type { ExportCall } from './call.ts';

interface Exporting<Asked, Subject> {
  call: Pick<ExportCall<Asked>, 'count'> &
    ((
      request: Asked,
      signal?: AbortSignal,
      onProgress?: (progress: { received: number; expected: number | undefined }) => void,
    ) => Promise<{
      name: string;
      content: Blob;
    }>);
  /** Builds the export request for a subject. */
  asked: (subject: Subject) => Asked;
  /** Saves the file through the browser. */
  save: (name: string, content: Blob) => void;
}

/**
 * Actors of an export machine: the number of rows, and the file. A cancelled file is not saved, and a download that was interrupted by
 * leaving the page does not restart by itself.
 */
export const exportActors = <Asked, Subject>({ call, asked, save }: Exporting<Asked, Subject>) => ({
  countRows: fromPromise(({ input, signal }: { input: { subject: Subject }; signal: AbortSignal }) =>
    call.count(asked(input.subject), signal),
  ),
  download: fromCallback<EventObject, { subject: Subject; answer: ExportCount | undefined }>(({ input, sendBack }) => {
    if (!input.answer) return sendBack({ type: 'export.cancelled' });
    const leaving = new AbortController();
    call(asked(input.subject), leaving.signal, (progress) => sendBack({ type: 'export.progressed', ...progress })).then(
      ({ name, content }) => {
        if (leaving.signal.aborted) return;
        save(name, content);
        sendBack({ type: 'export.arrived' });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) sendBack({ type: 'export.broken', error });
      },
    );
    return () => leaving.abort();
  }),
});
