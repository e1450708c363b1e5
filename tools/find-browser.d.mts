export function findBrowser(env?: NodeJS.ProcessEnv): string | undefined;
export function hasBestBrowser(env?: NodeJS.ProcessEnv): boolean;
export const browserFlags: readonly string[];
export function provideBrowser(say: (text: string) => void, env?: NodeJS.ProcessEnv): { program: string } | { advice: string };
