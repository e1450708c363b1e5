import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { uploadItemMachine } from '#machines/parts/uploads/upload-item.machine.ts';
import type { CheckEvent, FinishOutcome, OpeningOutcome, SendEvent, UploadPlace } from '#machines/parts/uploads/upload-item-contract.ts';
import type { UploadQueueMachine } from '#machines/parts/uploads/upload-queue.machine.ts';
import { kindOf, mimeOf, type UploadFile } from '#machines/parts/uploads/upload-rules.ts';
import { hashFile } from '#src/platform/file-hash.ts';
import { capturePoster, readMediaFacts } from '#src/platform/media-facts.ts';
import { ApiError } from '#src/services/api-error.ts';
import { simpleDramas } from '#src/services/dramas.service.ts';
import { cancelUpload, finishUpload, initUpload, openUploads } from '#src/services/material-uploads.service.ts';
import { pollMaterial } from '#src/services/materials.service.ts';
import { type SendingFault, sendBytes } from '#src/services/upload-bytes.ts';
import { forgetFile, getFile, getPoster, storePoster } from './chosen-uploads.ts';

interface Existing {
  id: number;
  code: string;
  title: string;
  status: string;
}

/** Converts a refusal to an outcome of the file; rethrows other errors. */
function toRefusedOutcome(error: unknown): Exclude<OpeningOutcome, { kind: 'opened' }> {
  if (!(error instanceof ApiError)) throw error;
  // The row of the file shows it.
  error.isShownInPlace = true;
  const { reason, message, traceId, data, fields } = error;
  if (reason === 'DUPLICATE_MATERIAL') return { kind: 'duplicate', material: data.material as Existing | undefined };
  if (reason === 'STORAGE_FULL') return { kind: 'full' };
  return { kind: 'refused', failure: { message: fields[0]?.message ?? message, traceId } };
}

const finishWithPoster = async (key: string, id: string, signal: AbortSignal): Promise<FinishOutcome> => {
  const content = getPoster(key);
  try {
    const { material_id } = await finishUpload({ upload_id: id, ...(content === undefined ? {} : { poster: { content } }) }, signal);
    return { kind: 'finished', materialId: material_id };
  } catch (error) {
    const outcome = toRefusedOutcome(error);
    // The uploaded bytes are no longer needed.
    if (outcome.kind === 'duplicate') await cancelUpload({ upload_id: id }).catch(() => undefined);
    return outcome;
  }
};

const item = uploadItemMachine.provide({
  actors: {
    checkFile: fromCallback<EventObject, { key: string; file: UploadFile }>(({ input, sendBack }) => {
      const send = (event: CheckEvent) => sendBack(event);
      const file = getFile(input.key);
      const mime = mimeOf(input.file);
      if (file === undefined || mime === undefined) return send({ type: 'check.refused', refusal: 'gone' });
      const cancellation = new AbortController();
      const { signal } = cancellation;
      const kind = kindOf(mime);
      const checkFile = async () => {
        const facts = await readMediaFacts(file, kind, signal);
        const poster = kind === 'video' ? await capturePoster(file, signal) : undefined;
        if (poster !== undefined) storePoster(input.key, poster);
        const sha256 = await hashFile(file, { signal, onProgress: (done) => send({ type: 'check.progressed', done }) });
        send({ type: 'check.finished', sha256, facts });
      };
      checkFile().catch(() => {
        if (!signal.aborted) send({ type: 'check.refused', refusal: 'unreadable' });
      });
      return () => cancellation.abort();
    }),
    openUpload: fromPromise(async ({ input: { file, sha256, meta }, signal }) => {
      const mime = mimeOf(file);
      if (mime === undefined) throw new Error('a file of another kind was begun');
      try {
        const { upload_id, url, chunk_size, received } = await initUpload(
          { filename: file.name, size: file.size, sha256, mime, meta },
          signal,
        );
        return { kind: 'opened', place: { id: upload_id, url, chunkSize: chunk_size }, received };
      } catch (error) {
        return toRefusedOutcome(error);
      }
    }),
    sendBytes: fromCallback<EventObject, { key: string; place: UploadPlace; size: number }>(({ input, sendBack }) => {
      const send = (event: SendEvent) => sendBack(event);
      const file = getFile(input.key);
      if (file === undefined) return send({ type: 'send.failed', reason: 'gone', failure: { message: '', traceId: '' } });
      const cancellation = new AbortController();
      const { signal } = cancellation;
      sendBytes({ file, ...input.place, signal, onProgress: (sent, speed) => send({ type: 'send.progressed', sent, speed }) }).then(
        () => send({ type: 'send.finished' }),
        (error: SendingFault) => {
          if (!signal.aborted)
            send({ type: 'send.failed', reason: error.reason, failure: { message: error.message, traceId: error.traceId } });
        },
      );
      return () => cancellation.abort();
    }),
    finishUpload: fromPromise(({ input, signal }) => finishWithPoster(input.key, input.id, signal)),
    askProcessing: fromPromise(async ({ input, signal }) => {
      const { status, fail_reason } = await pollMaterial({ id: input.materialId }, signal);
      if (status === 'processing' || status === 'uploading') return { kind: 'waiting' };
      return status === 'failed' ? { kind: 'failed', reason: fail_reason ?? '' } : { kind: 'ready' };
    }),
    cancelUpload: fromPromise(async ({ input }) => void (await cancelUpload({ upload_id: input.id }))),
  },
  actions: { forgetFile: (_, { key }) => forgetFile(key) },
});

/** The drama code at the start of a file name, whatever the separator. */
const parseDramaCode = (name: string): string => /^[A-Za-z0-9-]{2,24}/.exec(name)?.[0].toUpperCase() ?? '';

/** There are few dramas, so each code in the names is looked up once. */
async function findContents(files: readonly { key: string; file: { name: string } }[], signal: AbortSignal) {
  const codes = [...new Set(files.map(({ file }) => parseDramaCode(file.name)).filter((code) => code !== ''))].slice(0, 20);
  const found = await Promise.all(
    codes.map(async (code) => ({ code, list: (await simpleDramas({ keyword: code.split('-').slice(0, 2).join('-') }, signal)).list })),
  );
  return files.flatMap(({ key, file }) => {
    const code = parseDramaCode(file.name);
    const candidates = found.find((entry) => entry.code === code)?.list ?? [];
    // The code is the start of the option's second line; the longest match wins.
    const match = candidates
      .map((row) => ({ row, own: row.sub.split(/[\s·]/)[0]?.toUpperCase() ?? '' }))
      .filter(({ own }) => own !== '' && (code === own || code.startsWith(`${own}-`)))
      .sort((one, other) => other.own.length - one.own.length)[0];
    return match ? [{ key, content: { id: match.row.id, label: match.row.label } }] : [];
  });
}

/** The upload queue with all its actors. */
export const uploadsOf = (queue: UploadQueueMachine) =>
  queue.provide({
    actors: {
      item,
      loadOpen: fromPromise(async ({ input: { biz }, signal }) => (await openUploads({ open: true, biz }, signal)).list),
      matchContents: fromPromise(({ input: { biz, files }, signal }) => (biz === 'dj' ? findContents(files, signal) : Promise.resolve([]))),
      dropUpload: fromPromise(async ({ input }) => void (await cancelUpload({ upload_id: input.uploadId }))),
    },
    actions: { forgetFiles: (_, { keys }) => keys.forEach(forgetFile) },
  });
