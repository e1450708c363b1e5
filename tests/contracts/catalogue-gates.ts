import type { Catalogue } from '#catalogue/catalogue.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { ServiceCall } from './service-calls.ts';

/** Stand where a pact needs a token or a password that was made up. */
const PLACEHOLDERS = new Set(['made-up-token', 'made-up-token-of-a-person', 'made-up-text']);
const SECRET_KEY = /(?:^|_)(?:token|passwd|password|secret)$/i;
/** As long as the tokens our server makes, and nothing but their letters. */
const TOKEN_LIKE = /(?<![A-Za-z0-9_/+-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_/+=-])/;
const BEARER = /Bearer\s+(?!test-token)[A-Za-z0-9_-]{8,}/;

/** Calls that are missing, made up, without an example of their success or without anybody who makes them. */
export function callGaps({ calls }: Catalogue, endpoints: readonly Endpoint[], serviceCalls: readonly ServiceCall[]): string[] {
  const services = (path: string) => serviceCalls.filter((call) => `/api${call.path}` === path).map(({ name }) => name);
  return [
    ...endpoints.filter(({ name }) => !calls.some((call) => call.name === name)).map(({ name }) => `${name} is not in the catalogue`),
    ...calls.filter(({ name }) => !endpoints.some((one) => one.name === name)).map(({ name }) => `${name} is no endpoint`),
    ...calls.flatMap(({ name, path, examples, uses }) => {
      const made = services(path);
      const isShown = examples.some(({ answer }) => answer === null || answer.code === 0);
      return [
        ...(made.length > 0 && !isShown ? [`${name} has no example of its success`] : []),
        ...made.filter((service) => !uses.some((use) => use.service === service)).map((service) => `${name}: nobody uses ${service}`),
        ...uses.filter(({ service }) => !made.includes(service)).map(({ service }) => `${name}: ${service} is no service`),
        ...uses.filter(({ machines }) => machines.length === 0).map(({ service }) => `${name}: no machine is given ${service}`),
      ];
    }),
  ];
}

/** Everything that looks like a secret and is no placeholder. */
export function secretsIn(value: unknown, at = ''): string[] {
  if (typeof value === 'string') {
    const isSecret = SECRET_KEY.test(at.split('.').at(-1) ?? '') && !PLACEHOLDERS.has(value);
    return isSecret || TOKEN_LIKE.test(value) || BEARER.test(value) ? [`${at}: ${value.slice(0, 12)}…`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, at === '' ? key : `${at}.${key}`));
}
