import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Rules {
  [path: string]: { matchers: { match: string }[] };
}

interface Message {
  headers?: Record<string, string[]>;
  body?: { content: unknown; contentType: string; encoded: false | string };
  matchingRules?: { body?: Rules; header?: Rules; path?: Rules; status?: Rules };
}

/** One request and its answer, as the pact has it. */
export interface Interaction {
  description: string;
  providerStates?: { name: string; params?: Record<string, unknown> }[];
  request: Message & { method: string; path: string };
  response: Message & { status: number };
}

export interface Pact {
  /** Name without ending. */
  resource: string;
  interactions: Interaction[];
}

const names = (folder: string, ending: string): string[] =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();

export const currentPacts = (): Pact[] =>
  names('pacts/current', '.json').map((resource) => ({
    resource,
    interactions: JSON.parse(readFileSync(path.join(ROOT, 'pacts/current', `${resource}.json`), 'utf8')).interactions,
  }));

/** Resources with a test that writes their pact. */
export const specified = (): string[] => names('contracts/consumer', '.pact.test.ts');

interface Envelope {
  code: unknown;
  message: unknown;
  data: Record<string, unknown>;
}

/** The example of the answer; undefined for a file. */
export const envelopeOf = ({ response }: Interaction): Envelope | undefined =>
  response.body && response.body.encoded === false ? (response.body.content as Envelope) : undefined;

/** Answered with data or with a file. */
export const isSuccess = (interaction: Interaction): boolean => {
  const envelope = envelopeOf(interaction);
  return envelope ? envelope.code === 0 : interaction.response.body !== undefined;
};

/** Without the base path of the API. */
export const callPath = ({ request }: Interaction): string => request.path.replace(/^\/api/, '');
