import { parseJson } from '../graph/errors.ts';
import type { Wire } from './wire.ts';

/** A file that came in a multipart form. */
export interface UploadedPart {
  readonly field: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/** A request in the network's wire format, taken apart. */
export interface DoubleRequest {
  readonly method: string;
  /** Without the version. */
  readonly path: string;
  readonly version: string;
  readonly parameters: Wire;
  readonly part: UploadedPart | null;
  readonly token: string | null;
  readonly address: URL;
}

/** Structures travel as JSON text. */
const readField = (text: string): unknown => (/^\s*[[{]/.test(text) ? (parseJson(text) ?? text) : text);

export async function readRequest(request: Request): Promise<DoubleRequest> {
  const address = new URL(request.url);
  const [, version = '', ...steps] = address.pathname.split('/');
  const parameters: Record<string, unknown> = {};
  let part: UploadedPart | null = null;
  for (const [name, text] of address.searchParams) parameters[name] = readField(text);
  if (request.method === 'POST') {
    for (const [name, value] of await request.formData()) {
      if (typeof value === 'string') parameters[name] = readField(value);
      else part = { field: name, name: value.name, mime: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
    }
  }
  const [, token = null] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  return { method: request.method, path: `/${steps.join('/')}`, version, parameters, part, token, address };
}

/** Names of a field list on its first level, such as business of business{id,name}. */
export function topFields(list: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let name = '';
  for (const sign of list) {
    if (sign === '{' || sign === '(') depth += 1;
    if (depth === 0 && sign === ',') {
      names.push(name);
      name = '';
    } else if (depth === 0) name += sign;
    if (sign === '}' || sign === ')') depth -= 1;
  }
  return [...names, name].map((each) => each.split('.')[0] ?? '').filter((each) => each !== '');
}

/** Only what was asked for, as the network answers. */
export function pick(row: Wire, parameters: Wire): Wire {
  const names = topFields(String(parameters['fields'] ?? 'id'));
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== undefined && (name === 'id' || names.includes(name))));
}
