export interface Lockfile {
  packages: Record<string, { version?: string; dev?: boolean; optionalDependencies?: Record<string, string>; [key: string]: unknown }>;
}
export function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } | undefined;
export function missingFrom(lockfile: Lockfile): [string, Record<string, unknown>][];
export function completed<L extends Lockfile>(lockfile: L): L;
