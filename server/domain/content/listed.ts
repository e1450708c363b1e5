import { isListed } from '../dictionaries.ts';
import { refuseField } from '../refusal.ts';

/** Refuses what the dictionary does not have. */
export function requireListed(
  name: 'languages' | 'genres' | 'currencies',
  values: string | readonly string[] | undefined,
  field: string,
): void {
  if (values === undefined) return;
  if (typeof values === 'string') {
    if (!isListed(name, values)) throw refuseField(field, 'enum');
    return;
  }
  const unknown = values.findIndex((value) => !isListed(name, value));
  if (unknown >= 0) throw refuseField(`${field}.${unknown}`, 'enum');
}
