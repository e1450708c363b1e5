import type { CatalogueCall } from '../catalogue.ts';

/** Quotes a text for a shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A curl command for a shell that defines `BASE` and, if needed, `TOKEN`; a null request has no body. */
export function toCurl(
  { method, path, access, answer }: Pick<CatalogueCall, 'method' | 'path' | 'access' | 'answer'>,
  request: unknown,
): string {
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} "$BASE${path}"`,
    ...(access === 'public' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(request === null ? [] : [`-H 'Content-Type: application/json' -d ${quoteForShell(JSON.stringify(request))}`]),
    ...(answer === 'spreadsheet' ? ['-OJ'] : []),
  ].join(' ');
}
