import { isSecretName } from '../people/index.ts';

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isSecretName(key))
      .map(([key, each]) => [key, stripped(each)]),
  );
}

/**
 * A copy without the fields that are named like secrets, at any depth. The console keeps passwords out of what it stores;
 * this holds for a client that does not.
 */
export const withoutSecrets = (values: Record<string, unknown>): Record<string, unknown> => stripped(values) as Record<string, unknown>;
