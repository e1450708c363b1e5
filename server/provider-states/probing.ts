import { CONSUMER } from '#contracts/sets/merged.ts';

/** A backend that is asked by us rather than by the verifier of Pact. */
export interface Backend {
  url: URL;
  statesUrl: string;
  timeoutMs: number;
}

interface NamedState {
  readonly name: string;
  readonly params?: object;
}

/** Sets states up in this order and returns the last token they answer with. Throws when the backend refuses a state. */
export async function setUpStates(states: readonly NamedState[], { statesUrl, timeoutMs }: Omit<Backend, 'url'>): Promise<string> {
  let token = '';
  for (const { name, params = {} } of states) {
    const answer = await fetch(statesUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ consumer: CONSUMER, state: name, params, action: 'setup' }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`the state "${name}" answered ${answer.status}`);
    token = ((await answer.json()) as { token?: string }).token ?? token;
  }
  return token;
}
