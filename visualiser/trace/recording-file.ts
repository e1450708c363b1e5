import type { Recording } from '../model/recording.ts';

/** A name that every file system takes. */
const plain = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);

/** A recording as a file: one entry a line, so that two of them can be compared. */
export function recordingFile(recording: Recording): { name: string; text: string } {
  const { entries, ...head } = recording;
  const opening = JSON.stringify(head).slice(0, -1);
  const when = recording.startedAt.slice(0, 19).replaceAll(/[:T]/g, '-');
  return {
    name: `${['recording', plain(recording.title), when].filter(Boolean).join('-')}.json`,
    text: `${opening},"entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`,
  };
}
