export const root: string;
export class Stop extends Error {}
export function say(text: string): void;
export function isEnough(have: string, want: string): boolean;
export function requireNode(folder?: string): void;
export function needsInstall(folder?: string): boolean;
export function install(folder?: string, fetch?: (folder: string) => Promise<unknown>): Promise<void>;
export function alone<T>(lock: string, work: () => Promise<T>, how?: { onWait?: () => void; patience?: number }): Promise<T>;
export function sourcesHash(folder?: string, sources?: readonly string[]): string;
export function needsBuild(folder?: string): boolean;
export function catalogueHash(folder?: string): string;
export function needsCatalogue(folder?: string): boolean;
export function visualiserHash(folder?: string): string;
export function needsVisualiser(folder?: string): boolean;
export function build(folder?: string, options?: { withVisualiser?: boolean }): Promise<void>;
export function buildVisualiser(folder?: string): Promise<void>;
export function run(command: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv): Promise<void>;
export function guarded(work: () => Promise<void>): Promise<void>;
