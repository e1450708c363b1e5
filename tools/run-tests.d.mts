export interface Counts {
  passed: number;
  failed: number;
}
export function countsOf(report: {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}): Counts & { skipped: number };
export function failuresIn(
  report: {
    testResults: {
      name: string;
      status: string;
      message?: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  },
  folder: string,
): string[];
export function retriedIn(
  report: { testResults: { name: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[] },
  folder: string,
): string[];
export function verdict(counts: Counts, exitCode: number): Counts;
export function summary(counts: Counts): string;
export function runVitest(folder: string, args: string[], env: NodeJS.ProcessEnv): Promise<Counts & { skipped: number; remarks: string[] }>;
