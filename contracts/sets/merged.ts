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
 * What each of a whole set is called in one pact: its description, behind its resource where several resources have the
 * same. In the order given. Throws when that is not unique either.
 */
export function uniqueNames(all: Described[]): string[] {
  const times = new Map<string, number>();
  for (const { description } of all) times.set(description, (times.get(description) ?? 0) + 1);
  const names = all.map(({ resource, description }) => ((times.get(description) ?? 0) > 1 ? `${resource}: ${description}` : description));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two interactions would be called "${twice}" in one pact`);
  return names;
}

const pactOf = (interactions: Interaction[]): PactFile => ({
  consumer: { name: CONSUMER },
  provider: { name: PROVIDER },
  interactions: interactions.map((interaction) => ({ ...interaction })),
  metadata: { pactSpecification: { version: '4.0' } },
});

const listed = (pacts: Pact[]) =>
  pacts.flatMap(({ resource, interactions }) => interactions.map((interaction) => ({ resource, interaction })));

/** The whole set as the one pact that two parties have for brokers. The same set gives the same bytes. */
export function mergedText({ pacts }: PactSet): string {
  const all = listed(pacts);
  const names = uniqueNames(all.map(({ resource, interaction }) => ({ resource, description: interaction.description })));
  return normalised(pactOf(all.map(({ interaction }, at) => ({ ...interaction, description: names[at] ?? interaction.description }))));
}

/** Tells two pacts apart by what they agree on: SHA-256 of the text of `mergedText`, as hexadecimal digits. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The text `mergedText` gave, of a pact that a broker kept: without what brokers add. */
export function withoutBrokerMarks(kept: { interactions: object[] }): string {
  const interactions = kept.interactions.map((interaction) =>
    Object.fromEntries(Object.entries(interaction).filter(([key]) => key !== '_id')),
  );
  return normalised(pactOf(interactions as unknown as Interaction[]));
}
