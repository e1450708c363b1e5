type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const join = (at: string, key: string) => (at === '' ? key : `${at}.${key}`);

/** Of a field, or without a name of the elements; undefined where the schema names none. */
function schemaAt(schema: unknown, key?: string): unknown {
  if (!isRecord(schema)) return undefined;
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one) => schemaAt(one, key)).find((found) => found !== undefined);
  if (key === undefined) return schema.items;
  return isRecord(schema.properties) ? schema.properties[key] : undefined;
}

/** Every field within a value that is read whole: the compiler lets all of them be used. One that may be missing it does not. */
function wholeOf(schema: unknown, at: string): string[] {
  if (!isRecord(schema)) return [at];
  if (isRecord(schema.$defs)) return wholeOf(schema.$defs[String(schema.$ref)], at); // one turn of what refers to itself
  if (Array.isArray(schema.anyOf)) {
    const [only, ...others] = schema.anyOf.filter((one) => !isRecord(one) || one.type !== 'null');
    return others.length > 0 ? [at] : wholeOf(only, at);
  }
  if (schema.items !== undefined) {
    const leaves = wholeOf(schema.items, `${at}[]`);
    return leaves.length === 1 && leaves[0] === `${at}[]` ? [at] : leaves;
  }
  const { properties, required } = schema;
  if (!isRecord(properties) || !Array.isArray(required) || required.length === 0) return [at];
  return required.flatMap((key: string) => wholeOf(properties[key], join(at, key)));
}

/** `list[].id` for every leaf of a selection from a reply of that schema. */
export function readsOf(reads: unknown, schema: unknown, at = ''): string[] {
  if (reads === true) return wholeOf(schema, at);
  if (Array.isArray(reads)) return readsOf(reads[0], schemaAt(schema), `${at}[]`);
  return Object.entries(reads as object).flatMap(([key, inner]) => readsOf(inner, schemaAt(schema, key), join(at, key)));
}
