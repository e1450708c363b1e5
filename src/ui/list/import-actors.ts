import { fromPromise } from 'xstate';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { toFailure } from '#machines/kernel/form/faults.ts';
import type { ImportPreview, ImportRequest } from '#machines/kernel/form/import.machine.ts';
import { contentOfChosen, forgetChosenFile, readChosenFile } from '../form/chosen-files.ts';

interface Upload {
  file: { name: string; content: string };
}

interface Calls<Row> {
  preview: (request: Upload, signal: AbortSignal) => Promise<ImportPreview<Row>>;
  start: (request: Upload & { idempotency_key: string }) => Promise<{ batch_id: number; siblings?: number[] | undefined }>;
}

const NAME_MAX = 255;

const uploadOf = ({ file, key }: ImportRequest): Upload => ({
  file: { name: file.name.slice(-NAME_MAX), content: contentOfChosen(key) },
});

/** What the server says of the file stands at its field; above it there are only general words. */
function inItsWords(error: unknown): Error {
  const { message, traceId } = toFailure(error);
  const data: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'data') : undefined;
  const errors: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'errors') : undefined;
  const words = Array.isArray(errors) ? errors.flatMap((one) => (typeof one?.message === 'string' ? one.message : [])) : [];
  return Object.assign(new Error(words.join(' ') || message), { traceId });
}

/** What an import machine asks for, by the two calls of its resource. */
export const importActors = <Row>({ preview, start }: Calls<Row>) => ({
  actors: {
    readFile: fromPromise<boolean, ImportRequest>(({ input }) => readChosenFile(input.key)),
    preview: fromPromise<ImportPreview<Row>, ImportRequest>(({ input, signal }) =>
      preview(uploadOf(input), signal).catch((error: unknown) => {
        throw inItsWords(error);
      }),
    ),
    start: fromPromise(({ input }: { input: ImportRequest }) =>
      toBatchOutcome<object>(start({ ...uploadOf(input), idempotency_key: input.key }), { fields: [] }),
    ),
  },
  actions: { forgetFile: (_: unknown, { key }: { key: string }) => forgetChosenFile(key) },
});
