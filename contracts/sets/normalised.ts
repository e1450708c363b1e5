/** The format of pact files; other keys are kept unchanged. */
export interface PactFile {
  consumer: { name: string };
  provider: { name: string };
  interactions: { description: string; [key: string]: unknown }[];
  metadata: { pactSpecification: { version: string }; [key: string]: unknown };
}

const inKeyOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inKeyOrder(inner)]),
  );
};

/** The same agreement gives the same bytes: interactions and keys in order, and nothing about the library that wrote it. */
export function normalised({ consumer, provider, interactions, metadata }: PactFile): string {
  const sorted = interactions.toSorted((a, b) => (a.description < b.description ? -1 : 1));
  const kept = { consumer, interactions: sorted, metadata: { pactSpecification: metadata.pactSpecification }, provider };
  return `${JSON.stringify(inKeyOrder(kept), null, 2)}\n`;
}
