export interface TimelineRun {
  id: number | string;
  /** Instants. `to` is undefined while it runs. */
  from: string;
  to: string | undefined;
  kind: 'ok' | 'info' | 'warn' | 'error' | 'muted';
  /** The result in words. */
  text: string;
}

export interface PlacedRun {
  run: TimelineRun;
  /** Percent of the width. */
  left: number;
  width: number;
}

/** Runs that overlap the window, cut to it. A run without duration keeps a minimum visible width. */
export function placeRuns(runs: readonly TimelineRun[], from: Date, to: Date, minWidth = 0.4): PlacedRun[] {
  const span = to.getTime() - from.getTime();
  return runs.flatMap((run) => {
    const start = new Date(run.from).getTime() - from.getTime();
    const end = (run.to === undefined ? to.getTime() : new Date(run.to).getTime()) - from.getTime();
    if (end < 0 || start > span) return [];
    const left = (Math.max(start, 0) / span) * 100;
    const width = Math.max((Math.min(end, span) / span) * 100 - left, minWidth);
    return [{ run, left: Math.min(left, 100 - width), width }];
  });
}

/** Full hours inside the window, every `step` hours, in the given timezone. */
export function hourMarks(from: Date, to: Date, step: number, hourOf: (date: Date) => number): { at: Date; left: number }[] {
  const span = to.getTime() - from.getTime();
  const first = Math.ceil(from.getTime() / 3_600_000) * 3_600_000;
  const marks: { at: Date; left: number }[] = [];
  for (let time = first; time <= to.getTime(); time += 3_600_000) {
    const at = new Date(time);
    if (hourOf(at) % step === 0) marks.push({ at, left: ((time - from.getTime()) / span) * 100 });
  }
  return marks;
}
