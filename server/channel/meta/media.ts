import { createHash } from 'node:crypto';
import { AdPlatformError, type FileRef, type Tok } from '../ad-platform.ts';
import { type Answer, answersOf, asAnswer, optionalAnswer, optionalNumber, optionalText, textOf } from './graph/answer.ts';
import type { Graph, GraphRequest } from './graph/call.ts';
import { OtherPlaceError } from './graph/errors.ts';
import type { Parameters } from './graph/form.ts';
import { readAll } from './graph/paging.ts';
import { accountNode, imageAssetId, imageHashOf } from './ids.ts';

const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
const VIDEO_TYPES = new Set(['video/mp4', 'video/quicktime', 'video/webm']);
const MAX_IMAGE_BYTES = 30 * 1024 * 1024;
const UPLOAD_LIMIT_MS = 120_000;

export const isVideoFile = ({ mime }: FileRef): boolean => VIDEO_TYPES.has(mime);
export const isImageFile = ({ mime }: FileRef): boolean => IMAGE_TYPES.has(mime);

export const refusedFile = (userMessage: string): AdPlatformError =>
  new AdPlatformError('rejected', { code: 100, title: 'The file cannot be used', userMessage });

const incompleteFile = (): AdPlatformError => refusedFile('The file is incomplete or was changed.');

/** Reads a whole file; refuses one that is not what was promised, before anything is sent. */
export async function readImage(file: FileRef): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_IMAGE_BYTES) throw refusedFile('The image is larger than 30 MB.');
  const chunks: Buffer[] = [];
  for await (const chunk of file.open()) chunks.push(Buffer.from(chunk));
  const bytes = Uint8Array.from(Buffer.concat(chunks));
  if (bytes.length !== file.size || createHash('sha256').update(bytes).digest('hex') !== file.sha256) throw incompleteFile();
  return bytes;
}

function hashOfUpload(answer: Answer): string {
  const images = asAnswer(answer['images'], 'images');
  const [image] = Object.values(images);
  return textOf(asAnswer(image, 'an image'), 'hash');
}

/** Uploads an image. The network knows images by their contents, so that an upload may be repeated. */
export async function uploadImage(
  graph: Graph,
  { token }: Tok,
  account: string,
  image: { name: string; mime: string; bytes: Uint8Array<ArrayBuffer> },
) {
  const answer = await graph.call({
    method: 'POST',
    path: `/${accountNode(account)}/adimages`,
    token,
    account,
    file: { field: 'filename', ...image },
  });
  return hashOfUpload(answer);
}

/** Hands out a stream in pieces of the length that the network asks for. */
class Pieces {
  readonly #source: AsyncIterator<Buffer | string>;
  #rest = Buffer.alloc(0);

  constructor(file: FileRef) {
    this.#source = (file.open() as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer at the end of the file. */
  async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const parts = [this.#rest];
    for (let size = this.#rest.length; size < length; ) {
      const next = await this.#source.next();
      if (next.done === true) break;
      const part = Buffer.from(next.value);
      parts.push(part);
      size += part.length;
    }
    const read = Buffer.concat(parts);
    this.#rest = read.subarray(length);
    return Uint8Array.from(read.subarray(0, length));
  }

  /** Closes the file, also when not all of it was read. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** Faults of one piece after which the same piece may be sent again, because its place is known. */
const REPEATABLE_PIECE = new Set([1363019, 1363021, 1363030, 1363033, 1363037, 1363041]);
const MAX_PIECE_ATTEMPTS = 4;

const brokenUpload = (): AdPlatformError =>
  new AdPlatformError('down', { code: 6000, title: 'The upload broke', userMessage: 'The platform lost a part of the file.' });

const isRepeatable = (error: unknown): boolean =>
  error instanceof AdPlatformError && (error.kind === 'down' || (error.subcode !== undefined && REPEATABLE_PIECE.has(error.subcode)));

/** Before the last step nothing exists that could be found or doubled, so that a lost answer counts as not sent. */
async function untilFinished(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AdPlatformError) || error.kind !== 'unknown') throw error;
    const { code, title, userMessage } = error;
    throw new AdPlatformError('down', { code, title, userMessage });
  }
}

/**
 * Uploads a video in the pieces that the network asks for. Its hash is computed on the way and compared before the network is told that
 * the file is complete; `finish` are the parameters of that last step.
 */
export async function uploadVideo(
  graph: Graph,
  place: Pick<GraphRequest, 'path' | 'token' | 'account' | 'page'>,
  file: FileRef,
  finish: Parameters,
): Promise<{ videoId: string; answer: Answer }> {
  const { account, page, path, token } = place;
  const upload = { path, token, method: 'POST', host: 'video', limitMs: UPLOAD_LIMIT_MS } as const;
  const send: SendPart = (parameters, part) =>
    untilFinished(graph.call({ ...upload, parameters, ...(part === undefined ? {} : { file: part }) }));
  const quota = { ...(account === undefined ? {} : { account }), ...(page === undefined ? {} : { page }) };
  const started = await untilFinished(graph.call({ ...upload, ...quota, parameters: { upload_phase: 'start', file_size: file.size } }));
  const upload_session_id = textOf(started, 'upload_session_id');
  const videoId = textOf(started, 'video_id');
  const pieces = new Pieces(file);
  try {
    await sendPieces(graph, file, pieces, { started, send });
  } finally {
    await pieces.close();
  }
  return {
    videoId,
    answer: await graph.call({ ...upload, ...quota, parameters: { upload_phase: 'finish', upload_session_id, ...finish } }),
  };
}

type SendPart = (parameters: Parameters, part?: GraphRequest['file']) => Promise<Answer>;

async function sendPieces(
  graph: Graph,
  file: FileRef,
  pieces: Pieces,
  { started, send }: { started: Answer; send: SendPart },
): Promise<void> {
  const upload_session_id = textOf(started, 'upload_session_id');
  const hash = createHash('sha256');
  let [start, end] = [optionalNumber(started, 'start_offset') ?? 0, optionalNumber(started, 'end_offset') ?? 0];
  while (start < end) {
    const bytes = await pieces.take(end - start);
    if (bytes.length !== end - start) throw incompleteFile();
    hash.update(bytes);
    const part = { field: 'video_file_chunk', name: 'piece', mime: file.mime, bytes };
    let next: { start: number; end: number } | undefined;
    for (let attempt = 1; next === undefined; attempt += 1) {
      try {
        const answer = await send({ upload_phase: 'transfer', upload_session_id, start_offset: start }, part);
        const following = optionalNumber(answer, 'start_offset') ?? end;
        next = { start: following, end: optionalNumber(answer, 'end_offset') ?? following };
      } catch (error) {
        // The piece arrived before and only its answer was lost.
        if (error instanceof OtherPlaceError && error.start === end) next = error;
        else if (!isRepeatable(error)) throw error;
        // The upload may begin anew.
        else if (attempt >= MAX_PIECE_ATTEMPTS) throw brokenUpload();
        else await graph.sleep(1_000 * 2 ** attempt);
      }
    }
    // A network that asks for other bytes than the following ones would get a broken file.
    if (next.start !== end) throw brokenUpload();
    [start, end] = [next.start, next.end];
  }
  if (start !== file.size || hash.digest('hex') !== file.sha256) throw incompleteFile();
}

export async function uploadAsset(graph: Graph, t: Tok, account: string, file: FileRef, tag: string): Promise<{ asset_id: string }> {
  if (isImageFile(file)) {
    const bytes = await readImage(file);
    return { asset_id: imageAssetId(await uploadImage(graph, t, account, { name: tag, mime: file.mime, bytes })) };
  }
  if (!isVideoFile(file)) throw refusedFile('The platform takes no files of this type.');
  const place = { path: `/${accountNode(account)}/advideos`, token: t.token, account };
  const { videoId } = await uploadVideo(graph, place, file, { title: tag, name: file.name });
  return { asset_id: videoId };
}

/** Looks an upload up by its tag, which is the title of a video and the file name of an image. */
export async function findAsset(graph: Graph, { token }: Tok, account: string, tag: string): Promise<{ asset_id: string } | null> {
  const node = accountNode(account);
  const videos = readAll(graph, { path: `/${node}/advideos`, token, account, parameters: { title: tag, fields: 'id,title' } });
  for await (const row of videos) if (optionalText(row, 'title') === tag) return { asset_id: textOf(row, 'id') };
  const images = readAll(
    graph,
    { path: `/${node}/adimages`, token, account, parameters: { name: tag, fields: 'hash,name' } },
    {
      keyOf: (row) => optionalText(row, 'hash'),
    },
  );
  for await (const row of images) if (optionalText(row, 'name') === tag) return { asset_id: imageAssetId(textOf(row, 'hash')) };
  return null;
}

const VIDEO_STATUS = 'status{video_status,processing_phase{status,errors}}';

interface VideoState {
  status: 'processing' | 'ready' | 'error';
  /** The explanation of the network. */
  error: string | null;
}

export async function loadVideoState(graph: Graph, { token }: Tok, video: string, account?: string): Promise<VideoState> {
  const row = await graph.call({
    method: 'GET',
    path: `/${video}`,
    token,
    ...(account === undefined ? {} : { account }),
    parameters: { fields: VIDEO_STATUS },
  });
  const status = asAnswer(row['status'], 'status');
  const phase = optionalAnswer(status, 'processing_phase');
  const [fault] = phase === null ? [] : answersOf(phase, 'errors');
  const named = optionalText(status, 'video_status');
  const error = fault === undefined ? null : optionalText(fault, 'message');
  if (named === 'ready') return { status: 'ready', error: null };
  return named === 'error' ? { status: 'error', error } : { status: 'processing', error: null };
}

export async function assetStatus(graph: Graph, t: Tok, account: string, asset: string): Promise<VideoState['status']> {
  return imageHashOf(asset) === null ? (await loadVideoState(graph, t, asset, account)).status : 'ready';
}

const THUMBNAIL_HOSTS = /(?:^|\.)fbcdn\.net$/;
const THUMBNAIL_LIMIT_MS = 30_000;

const mayLoadFrom = (graph: Graph, address: URL): boolean =>
  (address.protocol === 'https:' && THUMBNAIL_HOSTS.test(address.hostname)) || address.origin === new URL(graph.config.graphUrl).origin;

/**
 * The hash of a picture that stands for a video in an ad. The network's own picture is uploaded to the account, because its address is
 * not accepted there.
 */
export async function uploadThumbnail(graph: Graph, t: Tok, account: string, video: string, send: typeof fetch = fetch): Promise<string> {
  const answer = await graph.call({
    method: 'GET',
    path: `/${video}/thumbnails`,
    token: t.token,
    account,
    parameters: { fields: 'uri,is_preferred' },
  });
  const pictures = answersOf(answer, 'data');
  const chosen = pictures.find((picture) => picture['is_preferred'] === true) ?? pictures[0];
  const address = new URL(textOf(chosen ?? {}, 'uri'));
  if (!mayLoadFrom(graph, address)) throw refusedFile('The picture of the video lies outside of the platform.');
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const response = await send(address, { redirect: 'error', signal: AbortSignal.timeout(THUMBNAIL_LIMIT_MS) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    throw new AdPlatformError('down', { code: 2, title: 'No picture', userMessage: 'The picture of the video could not be loaded.' });
  }
  return await uploadImage(graph, t, account, { name: `${video}.jpg`, mime: 'image/jpeg', bytes });
}
