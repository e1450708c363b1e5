export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Minimum length of a schema that becomes a component; shorter ones read better in place. */
const SHARED_FROM = 100;
const PLACE = '#/components/schemas/';

/** Keywords whose value is a schema, with its role; keywords with a list of schemas; keywords with schemas by name. */
const SINGLE: Readonly<Record<string, string>> = { items: 'item', additionalProperties: 'value', not: 'not' };
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties'];

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with each of its direct parts replaced. `role` describes the purpose of a schema. */
function withParts(schema: JsonObject, role: string, replace: (part: JsonObject, role: string) => Json): JsonObject {
  const part = (value: Json, its: string) => (isObject(value) ? replace(value, its) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const its = SINGLE[keyword];
      if (its !== undefined) return [keyword, part(value, `${role}.${its}`)];
      if (LISTS.includes(keyword) && Array.isArray(value)) return [keyword, value.map((one) => part(one, `${role}.option`))];
      if (!NAMED.includes(keyword) || !isObject(value)) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, part(one, name)]))];
    }),
  );
}

/** A schema in a document. */
export interface SchemaUse {
  schema: JsonObject;
  /** The resource that it belongs to, such as `ads`. */
  resource: string;
  /** Its purpose, such as `list.reply`. */
  role: string;
  replace(by: Json): void;
}

/** How often each schema occurs in a document, by its text. The parts of a repeated schema count once. */
function placesOf(schemas: Iterable<JsonObject>): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const count = (schema: JsonObject): JsonObject => {
    const text = JSON.stringify(schema);
    const known = places.get(text) ?? 0;
    places.set(text, known + 1);
    if (known === 0) withParts(schema, '', count);
    return schema;
  };
  for (const schema of schemas) count(schema);
  return places;
}

/**
 * Moves repeated schemas to the components and refers to them. A component gets the name that `names` has for its text, otherwise that of
 * the resource and role of its first use.
 */
export function shareSchemas(uses: readonly SchemaUse[], components: JsonObject, names: ReadonlyMap<string, string>): void {
  const own = Object.entries(components).flatMap(([name, schema]) => (isObject(schema) ? [{ name, schema }] : []));
  const places = placesOf([...uses, ...own].map(({ schema }) => schema));
  const given = new Map(own.map(({ name, schema }) => [JSON.stringify(schema), name]));

  const freeName = (text: string, base: string): string => {
    const name = names.get(text);
    if (name !== undefined && !(name in components)) return name;
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? base : `${base}.${number}`;
      if (!(free in components)) return free;
    }
  };
  const shared = (schema: JsonObject, resource: string, role: string): Json => {
    const text = JSON.stringify(schema);
    const known = given.get(text);
    if (known !== undefined) return { $ref: `${PLACE}${known}` };
    const inner = () => withParts(schema, role, (part, its) => shared(part, resource, its));
    if (text.length < SHARED_FROM || (places.get(text) ?? 0) < 2) return inner();
    const name = freeName(text, `${resource}.${role}`);
    given.set(text, name);
    // Takes its place before those within.
    components[name] = schema;
    components[name] = inner();
    return { $ref: `${PLACE}${name}` };
  };
  for (const { name, schema } of own) components[name] = withParts(schema, name, (part, its) => shared(part, name, its));
  for (const { schema, resource, role, replace } of uses) replace(shared(schema, resource, role));
}
