import { AdPlatformError } from '../../ad-platform.ts';

/** An object of an answer whose fields are not trusted yet. */
export type Answer = Readonly<Record<string, unknown>>;

const unreadable = (what: string): AdPlatformError =>
  new AdPlatformError('down', { code: 2, title: 'Unreadable answer', userMessage: `The answer of the platform lacks ${what}.` });

export const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && !Array.isArray(value);

export function asAnswer(value: unknown, what: string): Answer {
  if (!isAnswer(value)) throw unreadable(what);
  return value;
}

/** Numbers and numeric text both occur in answers. */
export const optionalText = (answer: Answer, field: string): string | null => {
  const value = answer[field];
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
};

export function textOf(answer: Answer, field: string): string {
  const value = optionalText(answer, field);
  if (value === null) throw unreadable(field);
  return value;
}

export function optionalNumber(answer: Answer, field: string): number | null {
  const text = optionalText(answer, field);
  if (text === null || text.trim() === '') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

export const optionalAnswer = (answer: Answer, field: string): Answer | null => {
  const value = answer[field];
  return isAnswer(value) ? value : null;
};

export const answersOf = (answer: Answer, field: string): Answer[] => {
  const value = answer[field];
  return Array.isArray(value) ? value.filter(isAnswer) : [];
};

export const textsOf = (answer: Answer, field: string): string[] => {
  const value = answer[field];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};
