/** Keys of contexts that no memo keeps: what the server answered, which it can say again, and that somebody is looking. */
const MOMENTARY: ReadonlySet<string> = new Set(['answer', 'watched']);

export const isMomentary = (key: string): boolean => MOMENTARY.has(key);
