import { expect } from 'vitest';

/** What a request carries besides what it says: a key of its own, so that a repetition is known as one. */
export const someKey = {
  idempotency_key: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
};
