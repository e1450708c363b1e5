export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Minimum length of a schema that becomes a component; shorter ones read better in place. */
const SHARED_FROM = 60;
const PLACE = '#/components/schemas/';

/** Keywords whose value is a schema, with its role; keywords with a list of schemas; keywords with schemas by name. */
const SINGLE: Readonly<Record<string, string>> = { items: 'Item', additionalProperties: 'Value', not: 'Not' };
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties'];

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with each of its direct parts replaced. `role` says where a schema stands. */
function withParts(schema: JsonObject, role: string, replace: (part: JsonObject, role: string) => Json): JsonObject {
  const part = (value: Json, its: string) => (isObject(value) ? replace(value, its) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const its = SINGLE[keyword];
      if (its !== undefined) return [keyword, part(value, `${role}${its}`)];
      if (LISTS.includes(keyword) && Array.isArray(value)) return [keyword, value.map((one) => part(one, role))];
      if (!NAMED.includes(keyword) || !isObject(value)) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, part(one, `${role}.${name}`)]))];
    }),
  );
}

/** A schema in a document. */
export interface SchemaUse {
  schema: JsonObject;
  /** The resource that it belongs to, such as `Ads`. */
  resource: string;
  /** Where it stands, such as `AdsListAnswer`; the fields on the way to a part follow it after dots. */
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

/** `RolesList` for `roles.list`. */
export const toPascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[._-])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Names for a schema without one, the shortest first: its field with more and more of the fields around it, and then of its call. */
function* namesFor(resource: string, role: string): Generator<string> {
  const [call = '', ...fields] = role.split('.');
  for (let from = fields.length - 1; from >= 0; from -= 1) yield `${resource}${toPascalCase(fields.slice(from).join('.'))}`;
  yield `${call}${toPascalCase(fields.filter((field) => field !== 'data').join('.'))}`;
  yield `${call}${toPascalCase(fields.join('.'))}`;
}

/**
 * Moves named schemas, and objects that stand in several places, to the components and refers to them. A component gets the name that
 * `names` has for its text, otherwise one made of the resource and the place of its first use. Throws when none is free.
 */
export function shareSchemas(uses: readonly SchemaUse[], components: JsonObject, names: ReadonlyMap<string, string>): void {
  const own = Object.entries(components).flatMap(([name, schema]) => (isObject(schema) ? [{ name, schema }] : []));
  const places = placesOf([...uses, ...own].map(({ schema }) => schema));
  const given = new Map(own.map(({ name, schema }) => [JSON.stringify(schema), name]));
  const reserved = new Set(names.values());

  const freeName = (text: string, resource: string, role: string): string => {
    const name = names.get(text);
    if (name !== undefined && !(name in components)) return name;
    const free = [...namesFor(resource, role)].find((one) => !(one in components) && !reserved.has(one));
    if (free === undefined) throw new Error(`no name is free for the schema at ${role}`);
    return free;
  };
  /** An envelope, which stands around the fields of an answer, is written out in each call. */
  const isShared = (schema: JsonObject, text: string, role: string): boolean => {
    if (text.length < SHARED_FROM) return false;
    return names.has(text) || (role.includes('.') && 'properties' in schema && (places.get(text) ?? 0) > 1);
  };
  const shared = (schema: JsonObject, resource: string, role: string): Json => {
    const text = JSON.stringify(schema);
    const known = given.get(text);
    if (known !== undefined) return { $ref: `${PLACE}${known}` };
    const inner = () => withParts(schema, role, (part, its) => shared(part, resource, its));
    if (!isShared(schema, text, role)) return inner();
    const name = freeName(text, resource, role);
    given.set(text, name);
    // Takes its place before those within.
    components[name] = schema;
    components[name] = inner();
    return { $ref: `${PLACE}${name}` };
  };
  for (const { name, schema } of own) components[name] = withParts(schema, name, (part, its) => shared(part, name, its));
  for (const { schema, resource, role, replace } of uses) replace(shared(schema, resource, role));
}
