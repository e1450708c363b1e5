/** What JSON holds. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Letters of a schema from which on a reference is worth a name; below that it reads better where it stands. */
const SHARED_FROM = 100;
const PLACE = '#/components/schemas/';

/** Keywords whose value is a schema, with the role it has there; a list of schemas; an object of them by name. */
const SINGLE: Readonly<Record<string, string>> = { items: 'item', additionalProperties: 'value', not: 'not' };
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties'];

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same schema with every schema right below it replaced; `role` says what a schema is for. */
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

/** A schema where a document holds it. */
export interface SchemaUse {
  schema: JsonObject;
  /** Whose it is: `ads`. */
  resource: string;
  /** What it is for: `list.reply`. */
  role: string;
  replace(by: Json): void;
}

/** How often each schema stands in a document, by its text. The parts of one that stands in several places count once. */
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
 * Moves schemas that stand in several places to the components, each once, and refers to them. A component has the name that the contract
 * gives it in `names`, by its text; otherwise that of the resource and the role it was found in first.
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
