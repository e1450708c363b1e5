import type { UploadMeta, UploadRow } from '#contracts/endpoints/material-uploads.ts';

/** What is known of a file without reading it. The file itself stands outside of every machine, under its key. */
export interface UploadFile {
  name: string;
  /** Bytes. */
  size: number;
  /** As the browser tells it; may be empty. */
  type: string;
}

export type UploadKind = 'video' | 'image';

/** Why a file is not sent at all. */
export type UploadRefusal =
  | 'type'
  | 'empty'
  | 'videoTooLarge'
  | 'imageTooLarge'
  | 'tooNarrow'
  | 'tooShort'
  | 'tooLong'
  | 'unreadable'
  /** It is not the file whose upload was begun. */
  | 'otherFile'
  /** The page was loaded anew, and the browser does not give it again by itself. */
  | 'gone';

const MIB = 1024 * 1024;
export const VIDEO_MAX_BYTES = 1024 * MIB;
export const IMAGE_MAX_BYTES = 30 * MIB;
export const WIDTH_MIN = 500;
const DURATION_MIN_MS = 1_000;
const DURATION_MAX_MS = 241 * 60_000;
/** Files that one choice may bring. */
export const FILES_MAX = 100;
/** Files that are sent side by side. */
export const AT_ONCE = 3;

type Mime = UploadRow['mime'];
const mimes: Readonly<Record<string, Mime>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

/** By its name: the server looks at its content. Undefined for what cannot be uploaded. */
export const mimeOf = ({ name }: UploadFile): Mime | undefined => mimes[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];

export const kindOf = (mime: Mime): UploadKind => (mime.startsWith('video/') ? 'video' : 'image');

/** What can be said of a file before it is read; undefined when nothing is wrong. */
export function refusalOf(file: UploadFile): UploadRefusal | undefined {
  const mime = mimeOf(file);
  if (mime === undefined) return 'type';
  if (file.size === 0) return 'empty';
  if (kindOf(mime) === 'video') return file.size > VIDEO_MAX_BYTES ? 'videoTooLarge' : undefined;
  return file.size > IMAGE_MAX_BYTES ? 'imageTooLarge' : undefined;
}

/** What the browser found in a file; null for what it cannot tell. */
export interface UploadFacts {
  width: number | null;
  durationMs: number | null;
}

export function refusalOfFacts({ width, durationMs }: UploadFacts): UploadRefusal | undefined {
  if (width !== null && width < WIDTH_MIN) return 'tooNarrow';
  if (durationMs === null) return undefined;
  return durationMs < DURATION_MIN_MS ? 'tooShort' : durationMs > DURATION_MAX_MS ? 'tooLong' : undefined;
}

export type Biz = UploadMeta['biz'];
export type TitleRule = 'fileName' | 'content';

/** A drama or product, as it was chosen. */
export interface UploadContent {
  id: number;
  label: string;
}

/** What is common to all files, and may differ for one. */
export interface UploadWords {
  biz: Biz;
  content: UploadContent | null;
  language: string;
  creator: UploadContent | null;
  visibility: UploadMeta['visibility'];
  tags: string[];
  titleRule: TitleRule;
}

/** Said of one file alone. */
export type OwnWords = Partial<Pick<UploadWords, 'content' | 'language' | 'tags'>> & { title?: string };

export const TITLE_MAX = 120;
export const TAGS_MAX = 10;

const bareName = (name: string): string => name.replace(/\.[a-z0-9]+$/i, '').trim() || name;

/** `{content}_{date}_{seq}`, or the name of the file. `today`: YYYYMMDD. */
export function titleOf(file: UploadFile, words: UploadWords, own: OwnWords, place: { today: string; seq: number }): string {
  const content = own.content ?? words.content;
  const text =
    own.title ??
    (words.titleRule === 'content' && content
      ? `${content.label}_${place.today}_${String(place.seq).padStart(2, '0')}`
      : bareName(file.name));
  return text.slice(0, TITLE_MAX);
}

/** What is still to be said before anything is sent. */
export type MissingWord = 'content' | 'language' | 'creator';
export function missingWords(words: UploadWords, own: OwnWords = {}): MissingWord[] {
  return [
    ...((own.content ?? words.content) === null ? (['content'] as const) : []),
    ...((own.language ?? words.language) === '' ? (['language'] as const) : []),
    ...(words.creator === null ? (['creator'] as const) : []),
  ];
}

/** As the server wants it; undefined while something is missing. */
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

/** An upload that was begun and not ended, as the server keeps it. */
export type OpenUpload = Pick<UploadRow, 'upload_id' | 'filename' | 'size' | 'sha256' | 'received' | 'expires_at' | 'meta' | 'content'>;
