/** A problem that the reader can solve; the message says what is wrong and contains no secret. */
export class BrokerProblem extends Error {}

type Caller = { token: string } | { username: string; password: string };

/** Address and credentials of the broker. */
export interface BrokerAccess {
  /** Without a trailing slash. */
  baseUrl: string;
  /** Null for a broker that needs no credentials. */
  caller: Caller | null;
  /** The names of the variables that hold the credentials, for messages. */
  knownBy: string;
  /** Texts that no output may contain. */
  secrets: string[];
}

const given = (env: NodeJS.ProcessEnv, name: string): string | null => env[name]?.trim() || null;

function addressOf(env: NodeJS.ProcessEnv): URL {
  const text = given(env, 'PACT_BROKER_BASE_URL');
  if (text === null) {
    throw new BrokerProblem(
      'PACT_BROKER_BASE_URL is not set: the address of the Pact Broker or of PactFlow, such as https://company.pactflow.io',
    );
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new BrokerProblem('PACT_BROKER_BASE_URL must be an address that begins with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new BrokerProblem('PACT_BROKER_BASE_URL must hold no account: put it into PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD');
  }
  return url;
}

function callerOf(env: NodeJS.ProcessEnv): Pick<BrokerAccess, 'caller' | 'knownBy' | 'secrets'> {
  const token = given(env, 'PACT_BROKER_TOKEN');
  if (token !== null) return { caller: { token }, knownBy: 'PACT_BROKER_TOKEN', secrets: [token] };
  const username = given(env, 'PACT_BROKER_USERNAME');
  const password = given(env, 'PACT_BROKER_PASSWORD');
  if (username === null && password === null) {
    return { caller: null, knownBy: 'neither PACT_BROKER_TOKEN nor PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD', secrets: [] };
  }
  if (username === null) throw new BrokerProblem('PACT_BROKER_PASSWORD is set, but PACT_BROKER_USERNAME is not');
  if (password === null) throw new BrokerProblem('PACT_BROKER_USERNAME is set, but PACT_BROKER_PASSWORD is not');
  const caller = { username, password };
  return { caller, knownBy: 'PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD', secrets: [password, basicOf(caller)] };
}

const basicOf = ({ username, password }: { username: string; password: string }): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

/** Headers for every request; empty for a broker that needs no credentials. */
export function authorizationOf({ caller }: BrokerAccess): { authorization?: string } {
  if (caller === null) return {};
  return { authorization: 'token' in caller ? `Bearer ${caller.token}` : `Basic ${basicOf(caller)}` };
}

/** Reads the variables that every Pact tool reads. A token takes precedence over an account. Throws `BrokerProblem`. */
export function brokerAccess(env: NodeJS.ProcessEnv): BrokerAccess {
  const url = addressOf(env);
  return { baseUrl: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), ...callerOf(env) };
}

/** Brokers and tools may repeat the credentials they received. */
export const withoutSecrets = (text: string, { secrets }: BrokerAccess): string =>
  secrets.reduce((kept, secret) => kept.replaceAll(secret, '***'), text);
