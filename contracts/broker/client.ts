import { authorizationOf, type BrokerAccess, BrokerProblem, withoutSecrets } from './access.ts';

const PATIENCE_MS = 30_000;

interface Link {
  href: string;
  name?: string;
}

/** A HAL document of the broker. */
export interface Resource {
  [field: string]: unknown;
  _links?: { [relation: string]: Link | Link[] };
}

/**
 * Follows the links in documents of the broker to publish results, which the pact program does only for its own verifications.
 * Every failure is a `BrokerProblem`.
 */
export interface BrokerClient {
  index(): Promise<Resource>;
  get(href: string): Promise<Resource>;
  put(href: string, body: object): Promise<void>;
  post(href: string, body: object): Promise<void>;
}

/** The broker answered with an error status. */
export class BrokerRefusal extends BrokerProblem {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function linksOf({ _links }: Resource, relation: string): Link[] {
  const found = _links?.[relation];
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
}

/** The address of a relation with its `{places}` filled in. */
export function resolveLink(resource: Resource, relation: string, places: Record<string, string> = {}): string {
  const [link] = linksOf(resource, relation);
  if (link === undefined) {
    throw new BrokerProblem(
      `The broker of PACT_BROKER_BASE_URL has no link ${relation}: it is older than these commands, or it is no Pact Broker.`,
    );
  }
  return link.href.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = places[name];
    return value === undefined ? place : encodeURIComponent(value);
  });
}

/** The message of a broker that refuses a request; empty when there is none. */
function errorTextOf(text: string): string {
  try {
    const { error, errors, notices, message } = JSON.parse(text) as Record<string, unknown>;
    const messages = [
      message,
      error,
      errors,
      Array.isArray(notices) ? notices.map((notice: { text?: unknown }) => notice.text) : undefined,
    ];
    return messages.flatMap(flatten).join('; ');
  } catch {
    return /^\s*</.test(text) ? '' : text.trim().slice(0, 500);
  }
}

function flatten(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(flatten);
  if (value === null || typeof value !== 'object') return [];
  const { message } = value as { message?: unknown };
  if (typeof message === 'string') return [message];
  return Object.entries(value).flatMap(([field, inner]) => flatten(inner).map((words) => `${field} ${words}`));
}

function refusal(call: string, response: Response, message: string, { baseUrl, knownBy }: BrokerAccess): BrokerRefusal {
  const { status } = response;
  const words = message === '' ? '' : ` It says: ${message}`;
  if (status === 401) {
    return new BrokerRefusal(status, `The broker at ${baseUrl} does not know the caller (401), who is known by ${knownBy}.${words}`);
  }
  if (status === 403) {
    return new BrokerRefusal(status, `The broker at ${baseUrl} does not let this caller do that (403): ${call}.${words}`);
  }
  if (status >= 300 && status < 400) {
    const to = response.headers.get('location') ?? 'elsewhere';
    return new BrokerRefusal(status, `${call} was sent on to ${to}: set PACT_BROKER_BASE_URL to where the broker really is.`);
  }
  return new BrokerRefusal(status, `${call} was answered with ${status}.${words}`);
}

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return name === 'TimeoutError' ? `no answer within ${PATIENCE_MS / 1000} s` : (cause?.code ?? cause?.message ?? message);
};

export function brokerClient(access: BrokerAccess): BrokerClient {
  const { baseUrl } = access;
  const { origin } = new URL(baseUrl);

  async function call(method: string, href: string, body?: object): Promise<{ text: string; response: Response }> {
    const url = new URL(href, `${baseUrl}/`);
    // A link to another origin would receive the token.
    if (url.origin !== origin) {
      throw new BrokerProblem(
        `The broker at ${baseUrl} links to ${url.origin}, and only PACT_BROKER_BASE_URL is called: set it to the address by which the broker calls itself.`,
      );
    }
    const headers = {
      accept: 'application/hal+json, application/json',
      ...authorizationOf(access),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) } as const;
    try {
      const response = await fetch(url, body === undefined ? sent : { ...sent, body: JSON.stringify(body) });
      const text = await response.text();
      if (response.ok) return { text, response };
      throw refusal(`${method} ${url.href}`, response, withoutSecrets(errorTextOf(text), access), access);
    } catch (error) {
      if (error instanceof BrokerProblem) throw error;
      throw new BrokerProblem(`Nothing answers at ${baseUrl}, the address in PACT_BROKER_BASE_URL: ${reasonOf(error)}`);
    }
  }

  async function get(href: string): Promise<Resource> {
    const { text, response } = await call('GET', href);
    try {
      return JSON.parse(text) as Resource;
    } catch {
      const kind = response.headers.get('content-type') ?? 'nothing';
      throw new BrokerProblem(`What answers at ${baseUrl} is no Pact Broker: it sent ${kind} instead of JSON.`);
    }
  }

  return {
    index: () => get(baseUrl),
    get,
    put: async (href, body) => void (await call('PUT', href, body)),
    post: async (href, body) => void (await call('POST', href, body)),
  };
}
