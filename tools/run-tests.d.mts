export interface Counts {
  passed: number;
  failed: number;
}
interface FileReport {
  name: string;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}
export function countsOf(report: {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}): Counts & { skipped: number };
export function failuresIn(report: { testResults: FileReport[] }, folder: string): string[];
export function retriedIn(report: { testResults: Omit<FileReport, 'status'>[] }, folder: string): string[];
export function verdict(counts: Counts, exitCode: number): Counts;
export function summary(counts: Counts): string;
export function runVitest(folder: string, args: string[], env: NodeJS.ProcessEnv): Promise<Counts & { skipped: number; remarks: string[] }>;
