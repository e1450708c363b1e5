import type { Days } from '../insights/index.ts';

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** The month so many months after another; negative numbers go back. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** All days from the first to the last of two months. */
export function monthDays(first: string, last = first): Days {
  const from = `${first}-01`;
  const to = new Date(Date.parse(`${monthAfter(last, 1)}-01`) - 86_400_000).toISOString().slice(0, 10);
  return { from, to, length: Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1, isToday: false };
}
