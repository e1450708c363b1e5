import type { RecordedEntry } from '../model/recording.ts';

/** Entries that are looked at; a recording may have tens of thousands. */
const SAMPLE_SIZE = 24;

/** Characters of the file of a recording, estimated from some of its entries. */
export function estimateSize(entries: readonly RecordedEntry[]): number {
  const step = Math.max(1, Math.floor(entries.length / SAMPLE_SIZE));
  const sample = entries.filter((_, index) => index % step === 0);
  const length = sample.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
  return sample.length === 0 ? 0 : Math.round((length / sample.length) * entries.length);
}
