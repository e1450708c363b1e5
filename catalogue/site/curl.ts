import type { CatalogueCall } from '../catalogue.ts';

/** Safe between single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A call as a line for a shell that has `BASE` and, where one is needed, `TOKEN`; a null request has no body. */
export function curlOf(
  { method, path, access, answer }: Pick<CatalogueCall, 'method' | 'path' | 'access' | 'answer'>,
  request: unknown,
): string {
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} "$BASE${path}"`,
    ...(access === 'public' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(request === null ? [] : [`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(request))}`]),
    ...(answer === 'spreadsheet' ? ['-OJ'] : []),
  ].join(' ');
}
