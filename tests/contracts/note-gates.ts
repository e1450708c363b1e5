import { noteKeywords } from '#contracts/endpoints/noted.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Numbers that count nothing. */
const IDENTITY = /(?:^|_)ids?$/;

/** True of a number that does not stand for one of a few things. */
const isQuantity = (schema: Node): boolean => schema.type === 'integer' || schema.type === 'number';

const isNoted = (schema: Node): boolean => typeof schema.description === 'string' || 'x-unit' in schema;

/** Notes in one language only, notes that are empty, and quantities of which nobody says what they count. */
export function noteFaults(schema: unknown, at = '', isTold = false): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => noteFaults(one, at, isTold));
  if (!isNode(schema)) return [];
  const texts = [schema.description, schema['x-description-zh']];
  const written = texts.filter((text) => typeof text === 'string' && text.trim() !== '');
  const told = isTold || isNoted(schema) || IDENTITY.test(at.split('.').at(-1) ?? '');
  const { properties, ...rest } = schema;
  const below = Object.entries(rest).filter(([key]) => !['const', 'enum', 'description', ...noteKeywords].includes(key));
  return [
    ...(written.length === 1 || written.length < texts.filter((text) => text !== undefined).length
      ? [`${at}: a note in one language only`]
      : []),
    ...(isQuantity(schema) && !told ? [`${at}: nobody says what it counts`] : []),
    ...below.flatMap(([, inner]) => noteFaults(inner, at, told)),
    ...Object.entries(isNode(properties) ? properties : {}).flatMap(([name, inner]) =>
      noteFaults(inner, at === '' ? name : `${at}.${name}`),
    ),
  ];
}
