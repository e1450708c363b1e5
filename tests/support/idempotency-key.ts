import { expect } from 'vitest';

/** Matches the idempotency key that a request carries, by which a repetition is recognised. */
export const anyIdempotencyKey = {
  idempotency_key: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
};
