const DAY_MS = 86_400_000;
const toDateText = (at: number): string => new Date(at).toISOString().slice(0, 10);

export type Step = 'day' | 'week' | 'month';

/** First date of the step that contains the date: the date itself, its Monday, or the first of its month. */
function startOfStep(date: string, by: Step): string {
  if (by === 'day') return date;
  if (by === 'month') return `${date.slice(0, 7)}-01`;
  const at = Date.parse(date);
  return toDateText(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS);
}

function nextStep(date: string, by: Step): string {
  if (by !== 'month') return toDateText(Date.parse(date) + (by === 'day' ? 1 : 7) * DAY_MS);
  const [year = 0, month = 1] = date.split('-').map(Number);
  return toDateText(Date.UTC(year, month, 1));
}

/** Every step from the first date to the last, each by its first date. */
export function listSteps(from: string, to: string, by: Step): string[] {
  const steps: string[] = [];
  // Compared as instants, because the text of a year beyond 9999 sorts before every date.
  const end = Date.parse(to);
  for (let date = startOfStep(from, by); Date.parse(date) <= end; date = nextStep(date, by)) steps.push(date);
  return steps;
}
