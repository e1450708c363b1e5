import { createHash } from 'node:crypto';
import type { Interaction, Pact } from './interaction.ts';
import { normalised, type PactFile } from './normalised.ts';
import type { PactSet } from './pact-set.ts';

export const CONSUMER = 'ad-console';
export const PROVIDER = 'ad-delivery-api';

interface Described {
  resource: string;
  description: string;
}

/**
 * The names of exchanges in one pact: the description, with the resource in front where several resources have the
 * same one. In the given order. Throws when a name is still not unique.
 */
export function uniqueNames(all: Described[]): string[] {
  const times = new Map<string, number>();
  for (const { description } of all) times.set(description, (times.get(description) ?? 0) + 1);
  const names = all.map(({ resource, description }) => ((times.get(description) ?? 0) > 1 ? `${resource}: ${description}` : description));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two interactions would be called "${twice}" in one pact`);
  return names;
}

/** The consumer of the pact of one resource, for brokers that keep a pact per resource: `ad-console-roles`. */
export const consumerOf = (resource: string): string => `${CONSUMER}-${resource}`;

const pactOf = (interactions: Interaction[], consumer: string): PactFile => ({
  consumer: { name: consumer },
  provider: { name: PROVIDER },
  interactions: interactions.map((interaction) => ({ ...interaction })),
  metadata: { pactSpecification: { version: '4.0' } },
});

const listed = (pacts: Pact[]) =>
  pacts.flatMap(({ resource, interactions }) => interactions.map((interaction) => ({ resource, interaction })));

/** The whole set as one pact, because brokers store one per consumer and provider. The same set gives the same bytes. */
export function mergedText({ pacts }: Pick<PactSet, 'pacts'>, consumer = CONSUMER): string {
  const all = listed(pacts);
  const names = uniqueNames(all.map(({ resource, interaction }) => ({ resource, description: interaction.description })));
  return normalised(
    pactOf(
      all.map(({ interaction }, at) => ({ ...interaction, description: names[at] ?? interaction.description })),
      consumer,
    ),
  );
}

/** Identifies a pact by its agreement: SHA-256 of the text of `mergedText`, in hexadecimal digits. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The digest of the pact of one resource, as it is published on its own. */
export const digestOfResource = (pact: Pact): string => digestOf(mergedText({ pacts: [pact] }, consumerOf(pact.resource)));

/** The text of `mergedText` for a pact from a broker, without what brokers add. */
export function withoutBrokerMarks(kept: { interactions: object[] }, consumer = CONSUMER): string {
  const interactions = kept.interactions.map((interaction) =>
    Object.fromEntries(Object.entries(interaction).filter(([key]) => key !== '_id')),
  );
  return normalised(pactOf(interactions as unknown as Interaction[], consumer));
}
