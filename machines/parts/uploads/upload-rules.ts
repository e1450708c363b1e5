import type { UploadMeta, UploadRow } from '#contracts/endpoints/material-uploads.ts';

/** A file as described before it is read. The file itself is stored outside of all machines, under its key. */
export interface UploadFile {
  name: string;
  /** Bytes. */
  size: number;
  /** The type reported by the browser; may be empty. */
  type: string;
}

export type UploadKind = 'video' | 'image';

/** Why a file is not sent. */
export type UploadRefusal =
  | 'type'
  | 'empty'
  | 'videoTooLarge'
  | 'imageTooLarge'
  | 'tooNarrow'
  | 'tooShort'
  | 'tooLong'
  | 'unreadable'
  /** It is not the file of the earlier upload. */
  | 'otherFile'
  /** The page was reloaded, and the browser no longer provides the file. */
  | 'gone';

const MIB = 1024 * 1024;
export const MAX_VIDEO_BYTES = 1024 * MIB;
export const MAX_IMAGE_BYTES = 30 * MIB;
export const MIN_WIDTH = 500;
const MIN_DURATION_MS = 1_000;
const MAX_DURATION_MS = 241 * 60_000;
/** Most files that one choice may add. */
export const MAX_FILES = 100;
/** Number of files that are sent in parallel. */
export const PARALLEL_UPLOADS = 3;

type Mime = UploadRow['mime'];
const mimes: Readonly<Record<string, Mime>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

/** The MIME type by the file name, because the server checks the content. Undefined for files that cannot be uploaded. */
export const mimeOf = ({ name }: UploadFile): Mime | undefined => mimes[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];

export const kindOf = (mime: Mime): UploadKind => (mime.startsWith('video/') ? 'video' : 'image');

/** The refusal that name and size alone cause; undefined if there is none. */
export function refuseFile(file: UploadFile): UploadRefusal | undefined {
  const mime = mimeOf(file);
  if (mime === undefined) return 'type';
  if (file.size === 0) return 'empty';
  if (kindOf(mime) === 'video') return file.size > MAX_VIDEO_BYTES ? 'videoTooLarge' : undefined;
  return file.size > MAX_IMAGE_BYTES ? 'imageTooLarge' : undefined;
}

/** Properties the browser read from a file; null for what it could not read. */
export interface UploadFacts {
  width: number | null;
  durationMs: number | null;
}

export function refuseFacts({ width, durationMs }: UploadFacts): UploadRefusal | undefined {
  if (width !== null && width < MIN_WIDTH) return 'tooNarrow';
  if (durationMs === null) return undefined;
  return durationMs < MIN_DURATION_MS ? 'tooShort' : durationMs > MAX_DURATION_MS ? 'tooLong' : undefined;
}

export type Biz = UploadMeta['biz'];
export type TitleRule = 'fileName' | 'content';

/** A chosen drama or product. */
export interface UploadContent {
  id: number;
  label: string;
}

/** Metadata that all files share, unless a file has its own. */
export interface UploadWords {
  biz: Biz;
  content: UploadContent | null;
  language: string;
  creator: UploadContent | null;
  visibility: UploadMeta['visibility'];
  tags: string[];
  titleRule: TitleRule;
}

/** Metadata of one file alone. */
export type OwnWords = Partial<Pick<UploadWords, 'content' | 'language' | 'tags'>> & { title?: string };

export const MAX_TITLE_LENGTH = 120;
export const MAX_TAGS = 10;

const bareName = (name: string): string => name.replace(/\.[a-z0-9]+$/i, '').trim() || name;

/** `{content}_{date}_{seq}`, or the name of the file. `today`: YYYYMMDD. */
export function titleOf(file: UploadFile, words: UploadWords, own: OwnWords, place: { today: string; seq: number }): string {
  const content = own.content ?? words.content;
  const text =
    own.title ??
    (words.titleRule === 'content' && content
      ? `${content.label}_${place.today}_${String(place.seq).padStart(2, '0')}`
      : bareName(file.name));
  return text.slice(0, MAX_TITLE_LENGTH);
}

/** The metadata that must be filled in before anything is sent. */
export type MissingWord = 'content' | 'language' | 'creator';
export function missingWords(words: UploadWords, own: OwnWords = {}): MissingWord[] {
  return [
    ...((own.content ?? words.content) === null ? (['content'] as const) : []),
    ...((own.language ?? words.language) === '' ? (['language'] as const) : []),
    ...(words.creator === null ? (['creator'] as const) : []),
  ];
}

/** The metadata for the server; undefined while it is incomplete. */
export function metaOf(words: UploadWords, own: OwnWords, title: string): UploadMeta | undefined {
  const content = own.content ?? words.content;
  if (content === null || words.creator === null || missingWords(words, own).length > 0) return undefined;
  return {
    biz: words.biz,
    ...(words.biz === 'dj' ? { drama_id: content.id } : { product_id: content.id }),
    language: own.language ?? words.language,
    creator_user_id: words.creator.id,
    visibility: words.visibility,
    tags: own.tags ?? words.tags,
    title,
  };
}

export const blankWords = (biz: Biz): UploadWords => ({
  biz,
  content: null,
  language: '',
  creator: null,
  visibility: 'dept',
  tags: [],
  titleRule: 'fileName',
});

/** An unfinished upload on the server. */
export type OpenUpload = Pick<UploadRow, 'upload_id' | 'filename' | 'size' | 'sha256' | 'received' | 'expires_at' | 'meta' | 'content'>;
