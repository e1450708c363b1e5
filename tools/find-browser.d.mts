export function findBrowser(env?: NodeJS.ProcessEnv): string | undefined;
export const browserFlags: readonly string[];
export function provideBrowser(say: (text: string) => void, env?: NodeJS.ProcessEnv): { program: string } | { advice: string };
