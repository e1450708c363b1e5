import { isSecretName } from '../people/index.ts';

function stripSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripSecrets);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isSecretName(key))
      .map(([key, each]) => [key, stripSecrets(each)]),
  );
}

/**
 * Copies values without fields that are named like secrets, at any depth. The console stores no passwords; this protects against other
 * clients.
 */
export const withoutSecrets = (values: Record<string, unknown>): Record<string, unknown> => stripSecrets(values) as Record<string, unknown>;
