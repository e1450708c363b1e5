interface Rules {
  [path: string]: { combine?: string; matchers: { match: string; [option: string]: unknown }[] };
}

interface Message {
  headers?: Record<string, string[]>;
  body?: { content: unknown; contentType: string; encoded: false | string };
  matchingRules?: { body?: Rules; header?: Rules; path?: Rules; status?: Rules };
  generators?: { [part: string]: { [place: string]: { type: string; [option: string]: unknown } } };
}

/** One request with its answer, in the format of Pact specification 4. */
export interface Interaction {
  /** Unique within its pact. */
  description: string;
  /** In the order they are set up. */
  providerStates?: { name: string; params?: Record<string, unknown> }[];
  request: Message & { method: string; path: string; query?: Record<string, unknown> };
  response: Message & { status: number };
}

/** The exchanges of one resource of the API. */
export interface Pact {
  /** File name without ending. */
  resource: string;
  interactions: Interaction[];
}

interface Envelope {
  code: unknown;
  message: unknown;
  data: Record<string, unknown>;
}

/** The example of the answer; undefined for a file. */
export const envelopeOf = ({ response }: Interaction): Envelope | undefined =>
  response.body && response.body.encoded === false ? (response.body.content as Envelope) : undefined;

/** Whether the answer is data or a file. */
export const isSuccess = (interaction: Interaction): boolean => {
  const envelope = envelopeOf(interaction);
  return envelope ? envelope.code === 0 : interaction.response.body !== undefined;
};

/** Without the base path of the API. */
export const callPath = ({ request }: Interaction): string => request.path.replace(/^\/api/, '');

const READ_BACK = ', read back';

/** The name of the exchange that reads what the exchange of a write changed. */
export const readBackName = (description: string): string => `${description}${READ_BACK}`;

/** The name without the mark of such an exchange. */
export const nameOfTest = (description: string): string =>
  description.endsWith(READ_BACK) ? description.slice(0, -READ_BACK.length) : description;
