import type { Recording } from '../model/recording.ts';

/** A part of a file name that every file system accepts. */
const toFileNamePart = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);

/** A recording as a file, with one entry per line so that recordings can be compared. */
export function toRecordingFile(recording: Recording): { name: string; text: string } {
  const { entries, ...head } = recording;
  const start = JSON.stringify(head).slice(0, -1);
  const when = recording.startedAt.slice(0, 19).replaceAll(/[:T]/g, '-');
  return {
    name: `${['recording', toFileNamePart(recording.title), when].filter(Boolean).join('-')}.json`,
    text: `${start},"entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`,
  };
}
