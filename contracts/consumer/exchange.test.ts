import { describe, expect, it } from 'vitest';
import { requireLooking } from './exchange.ts';

const outcomeOf = (looking: Promise<void>): Promise<string> =>
  looking.then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('an exchange', () => {
  it('is refused when its test looks at nothing', async () => {
    const outcome = await outcomeOf(requireLooking(async () => undefined));
    expect(outcome).toContain('asserts nothing');
  });

  it('is accepted when its test looks at something', async () => {
    const outcome = await outcomeOf(requireLooking(async () => expect(1).toBe(1)));
    expect(outcome).toBe('accepted');
  });
});
