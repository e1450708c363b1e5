import { isListed } from '../dictionaries.ts';
import { refuseField } from '../refusal.ts';

/** Refuses values that are missing from the dictionary. */
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
  const unknownIndex = values.findIndex((value) => !isListed(name, value));
  if (unknownIndex >= 0) throw refuseField(`${field}.${unknownIndex}`, 'enum');
}
