import type { Reporter, TestModule } from 'vitest/node';

type Timed = Pick<TestModule, 'relativeModuleId'> & {
  diagnostic(): Pick<
    ReturnType<TestModule['diagnostic']>,
    'environmentSetupDuration' | 'prepareDuration' | 'collectDuration' | 'setupDuration' | 'duration'
  >;
};
export function slowestLines(modules: readonly Timed[]): string[];
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly Timed[]): void;
}
