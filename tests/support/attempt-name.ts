import { getCurrentTest } from 'vitest/suite';

/** A name for what a test creates. A second attempt gets another one, because what the first attempt created is still there. */
export function attemptName(name: string): string {
  const test = getCurrentTest();
  if (!test) throw new Error(`no test runs that could name ${name}`);
  const earlier = test.result?.retryCount ?? 0;
  return earlier === 0 ? name : `${name}-${earlier + 1}`;
}
