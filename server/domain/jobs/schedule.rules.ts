import { Cron } from 'croner';

/** Shortest interval between two runs. */
const MINUTE_MS = 60_000;
const FIELD_PATTERN = /^[0-9A-Za-z*,/\-#?LW]+$/;

const parse = (cron: string) => new Cron(cron, { paused: true, timezone: 'UTC', mode: '5-part' });

/** The rule that the text breaks; undefined when it is a schedule of five fields that recurs. */
export function findScheduleFault(cron: string, from: Date): 'cron' | 'cronTooOften' | undefined {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5 || !fields.every((field) => FIELD_PATTERN.test(field))) return 'cron';
  try {
    const [first, second] = parse(cron).nextRuns(2, from);
    if (first === undefined || second === undefined) return 'cron';
    return second.getTime() - first.getTime() < MINUTE_MS ? 'cronTooOften' : undefined;
  } catch {
    return 'cron';
  }
}

/** The next runs of a schedule after an instant; none when the text is not a schedule. */
export function nextRuns(cron: string, after: Date, count: number): Date[] {
  try {
    return parse(cron).nextRuns(count, after);
  } catch {
    return [];
  }
}

export const nextRun = (cron: string, after: Date): Date | null => nextRuns(cron, after, 1)[0] ?? null;
