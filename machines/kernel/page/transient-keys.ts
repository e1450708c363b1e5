/** Context keys that a page's memo leaves out: answers of the server, which can be loaded again, and whether the page is on the screen. */
const TRANSIENT: ReadonlySet<string> = new Set(['answer', 'watched']);

export const isTransient = (key: string): boolean => TRANSIENT.has(key);
