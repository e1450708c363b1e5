import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { SeenCall, SeenState } from './observer.ts';

/** What was asked and answered in an exchange that failed. Tokens and passwords are left out. */
export interface Evidence {
  /** One line per provider state: name, parameters and how the backend answered. */
  states: string[];
  /** The request as a command for a shell that defines TOKEN; null when a state failed before it. */
  curl: string | null;
  /** The first line and the body of the real answer; null when none came. */
  answer: string | null;
  /** The call in the catalogue, below its address: `#/calls/roles.list`; null for a call the contracts do not know. */
  catalogue: string | null;
}

const SECRET_KEY = /(?:token|passwd|pwd|password|secret|digest)$/i;
const MAX_ANSWER_LENGTH = 2_000;

const hideSecrets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner) => (SECRET_KEY.test(key) && typeof inner === 'string' ? '…' : inner)) ?? 'null');

/** A text of a backend without secrets; a text that is not JSON is shortened only. */
function describeText(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(hideSecrets(JSON.parse(text)));
  } catch {
    // Shown as it came.
  }
  return shown.length > MAX_ANSWER_LENGTH ? `${shown.slice(0, MAX_ANSWER_LENGTH)} …` : shown;
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function describeCurl(baseUrl: URL, { method, path, headers, body }: SeenCall): string {
  const shown = Object.entries(headers)
    .filter(([name]) => ['accept-language', 'content-type'].includes(name))
    .map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`);
  return [
    `curl -sS -X ${method} ${quoteForShell(`${baseUrl.href.replace(/\/$/, '')}${path}`)}`,
    ...('authorization' in headers ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...shown,
    ...(body === '' ? [] : [`-d ${quoteForShell(describeText(body))}`]),
  ].join(' ');
}

const describeState = ({ name, params, status, text }: SeenState): string => {
  const given = Object.keys(params).length === 0 ? '' : ` ${JSON.stringify(hideSecrets(params))}`;
  const isSetUp = status !== undefined && status >= 200 && status < 300;
  return `"${name}"${given}: ${status === undefined ? text : `HTTP ${status}${isSetUp ? '' : ` ${describeText(text)}`}`}`;
};

const describeAnswer = ({ status, contentType, text }: SeenCall): string | null =>
  status === undefined ? null : `HTTP ${status} ${contentType}${text === '' ? '' : `\n${describeText(text)}`}`;

export function createEvidence(
  baseUrl: URL,
  endpoint: Endpoint | undefined,
  states: readonly SeenState[],
  call: SeenCall | undefined,
): Evidence {
  return {
    states: states.map(describeState),
    curl: call === undefined ? null : describeCurl(baseUrl, call),
    answer: call === undefined ? null : describeAnswer(call),
    catalogue: endpoint === undefined ? null : `#/calls/${endpoint.name}`,
  };
}

/** The state that could not be set up, in words; undefined when all were. */
export function findFailedState(states: readonly SeenState[]): string | undefined {
  const failed = states.find(({ status }) => status === undefined || status < 200 || status >= 300);
  if (failed === undefined) return undefined;
  const answer = failed.status === undefined ? failed.text : `HTTP ${failed.status} ${describeText(failed.text)}`.trim();
  return `the state "${failed.name}" could not be set up: ${answer}`;
}

/** True when the backend has no such call: HTTP 404 without an envelope. */
export function isMissingCall(call: SeenCall | undefined): boolean {
  if (call?.status !== 404 && call?.status !== 501) return false;
  try {
    const { code } = JSON.parse(call.text) as { code?: unknown };
    return typeof code !== 'number' || code === call.status;
  } catch {
    return true;
  }
}
