import type { JsonSchema, Words } from '../catalogue.ts';

/** What a value must keep to, besides its type. Absent ends are open. */
export type Limit =
  | { kind: 'length' | 'items' | 'range'; from: number | undefined; to: number | undefined }
  | { kind: 'above' | 'below' | 'multiple'; of: number }
  | { kind: 'pattern'; of: string }
  | { kind: 'unique' }
  | { kind: 'open' };

/** One line of a schema that is read from top to bottom. */
export interface SchemaLine {
  /** `list[].id`; empty for the whole. Variants share the path of what they are variants of. */
  path: string;
  /** The last part of the path; empty for the whole and for a variant. */
  name: string;
  depth: number;
  /** `integer`, `object[]`, `string | null`. Empty for a variant. */
  type: string;
  /** `date-time`, `uuid`; empty without one. */
  format: string;
  /** Undefined where nothing is required or optional: the whole, a variant, a key of any name. */
  required: boolean | undefined;
  /** Permitted values, as JSON. */
  values: string[];
  limits: Limit[];
  /** `ms`, `cents`; empty without one. */
  unit: string;
  note: Words | undefined;
  /** From 1, among so many; undefined for everything that is no variant. */
  variant: { number: number; of: number } | undefined;
  /** Path of the line above whose shape comes again here. */
  repeats: string | undefined;
  hasChildren: boolean;
}

type Node = { [key: string]: unknown };

interface Scope {
  /** Named schemas in reach. */
  defs: Readonly<Record<string, unknown>>;
  /** What this schema lies within: it may come again below itself. */
  within: readonly { node: Node; path: string }[];
}

interface Shape {
  type: string;
  format: string;
  values: string[];
  limits: Limit[];
  unit: string;
  note: Words | undefined;
  repeats: string | undefined;
  /** Added to the path: one pair of brackets for each list around the fields. */
  brackets: string;
  /** What stands on the lines below. */
  object: { node: Node; scope: Scope } | undefined;
  variants: { node: Node; scope: Scope }[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (schema: unknown): Node => (isNode(schema) ? schema : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const noteOf = ({ description, 'x-description-zh': chinese }: Node): Words | undefined =>
  typeof description === 'string' ? { en: description, zh: textOf(chinese) || description } : undefined;

function limitsOf(node: Node): Limit[] {
  const limits: Limit[] = [];
  const ends = (kind: 'length' | 'items' | 'range', from: number | undefined, to: number | undefined) => {
    if (from !== undefined || to !== undefined) limits.push({ kind, from, to });
  };
  ends('length', numberOf(node.minLength), numberOf(node.maxLength));
  ends('range', numberOf(node.minimum), numberOf(node.maximum));
  ends('items', numberOf(node.minItems), numberOf(node.maxItems));
  if (typeof node.exclusiveMinimum === 'number') limits.push({ kind: 'above', of: node.exclusiveMinimum });
  if (typeof node.exclusiveMaximum === 'number') limits.push({ kind: 'below', of: node.exclusiveMaximum });
  if (typeof node.multipleOf === 'number') limits.push({ kind: 'multiple', of: node.multipleOf });
  if (typeof node.pattern === 'string') limits.push({ kind: 'pattern', of: node.pattern });
  if (node.uniqueItems === true) limits.push({ kind: 'unique' });
  if (node.additionalProperties === true) limits.push({ kind: 'open' });
  return limits;
}

const jsonType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];
const several = (types: readonly string[]): string => unique(types.filter((type) => type !== '')).join(' | ');

/** Keys whose names are data: `{key}` stands for each of them. */
const anyKeyOf = (node: Node): unknown =>
  Object.values(nodeOf(node.patternProperties))[0] ?? (isNode(node.additionalProperties) ? node.additionalProperties : undefined);

const hasFields = (node: Node): boolean => Object.keys(nodeOf(node.properties)).length > 0 || anyKeyOf(node) !== undefined;

const nameIn = (ref: string): string => decodeURIComponent(ref.split('/').at(-1) ?? ref);

function shapeOf(schema: unknown, scope: Scope): Shape {
  const node = nodeOf(schema);
  const inner: Scope = isNode(node.$defs) ? { ...scope, defs: { ...scope.defs, ...node.$defs } } : scope;
  const plain: Shape = {
    type: '',
    format: textOf(node.format),
    values: [],
    limits: limitsOf(node),
    unit: textOf(node['x-unit']),
    note: noteOf(node),
    repeats: undefined,
    brackets: '',
    object: undefined,
    variants: [],
  };
  /** Of what is the same thing under another name: what is said here goes before what is said there. */
  const asIs = (shape: Shape): Shape => ({
    ...shape,
    limits: [...plain.limits, ...shape.limits],
    unit: plain.unit || shape.unit,
    note: plain.note ?? shape.note,
  });

  if (typeof node.$ref === 'string') {
    const name = nameIn(node.$ref);
    const target = inner.defs[name];
    if (!isNode(target)) return { ...plain, type: name };
    const above = inner.within.find((one) => one.node === target);
    if (above) return asIs({ ...shapeOf({ type: target.type }, inner), repeats: above.path });
    return asIs(shapeOf(target, inner));
  }
  if ('const' in node) return { ...plain, type: jsonType(node.const), values: [JSON.stringify(node.const)] };
  if (Array.isArray(node.enum)) {
    return { ...plain, type: several(node.enum.map(jsonType)), values: node.enum.map((value) => JSON.stringify(value)) };
  }
  const choices = [...listOf(node.anyOf), ...listOf(node.oneOf)];
  if (choices.length > 0) {
    const isNull = (choice: unknown) => nodeOf(choice).type === 'null' || nodeOf(choice).const === null;
    const rest = choices.filter((choice) => !isNull(choice));
    const nothing = rest.length < choices.length ? 'null' : '';
    const shapes = rest.map((choice) => shapeOf(choice, inner));
    const [only] = shapes;
    if (only && shapes.length === 1) return asIs({ ...only, type: several([only.type, nothing]) });
    const isOpen = shapes.some(({ object, variants }) => object !== undefined || variants.length > 0);
    return {
      ...plain,
      type: several([...shapes.map(({ type }) => type), nothing]),
      values: unique(shapes.flatMap(({ values }) => values)),
      limits: [...plain.limits, ...(isOpen ? [] : shapes.flatMap(({ limits }) => limits))],
      variants: isOpen ? rest.map((choice) => ({ node: nodeOf(choice), scope: inner })) : [],
    };
  }
  if (Array.isArray(node.type)) {
    const shapes = node.type.map((type) => shapeOf({ ...node, type, description: undefined }, inner));
    const open = shapes.find(({ object }) => object !== undefined);
    return { ...plain, type: several(shapes.map(({ type }) => type)), object: open?.object, brackets: open?.brackets ?? '' };
  }
  if (node.type === 'array' || 'items' in node) {
    const item = shapeOf(node.items, inner);
    const type = item.type.includes(' | ') ? `(${item.type})[]` : `${item.type || 'any'}[]`;
    return {
      ...item,
      type,
      limits: [...plain.limits, ...item.limits],
      unit: plain.unit || item.unit,
      note: plain.note ?? item.note,
      brackets: `[]${item.brackets}`,
    };
  }
  if (node.type === 'object' || hasFields(node)) {
    return { ...plain, type: 'object', object: hasFields(node) ? { node, scope: inner } : undefined };
  }
  return { ...plain, type: textOf(node.type) || 'any' };
}

const OUTSIDE: Scope = { defs: {}, within: [] };
type Place = Pick<SchemaLine, 'path' | 'name' | 'depth' | 'required'>;

function lineOf(place: Place, { type, format, values, limits, unit, note, repeats, object, variants }: Shape): SchemaLine {
  const hasChildren = object !== undefined || variants.length > 0;
  return { ...place, type, format, values, limits, unit, note, repeats, hasChildren, variant: undefined };
}

function below(shape: Shape, path: string, depth: number): SchemaLine[] {
  const at = `${path}${shape.brackets}`;
  if (shape.variants.length > 0) {
    return shape.variants.flatMap(({ node, scope }, index) => {
      const one = shapeOf(node, scope);
      const place = { path: at, name: '', depth, required: undefined };
      return [{ ...lineOf(place, one), variant: { number: index + 1, of: shape.variants.length } }, ...below(one, at, depth + 1)];
    });
  }
  if (!shape.object) return [];
  const { node, scope } = shape.object;
  const inside: Scope = { ...scope, within: [...scope.within, { node, path: at }] };
  const required = listOf(node.required);
  const line = (name: string, schema: unknown, isRequired: boolean | undefined): SchemaLine[] => {
    const own = shapeOf(schema, inside);
    const ownPath = at === '' ? name : `${at}.${name}`;
    return [lineOf({ path: ownPath, name, depth, required: isRequired }, own), ...below(own, ownPath, depth + 1)];
  };
  const anyKey = anyKeyOf(node);
  return [
    ...Object.entries(nodeOf(node.properties)).flatMap(([name, schema]) => line(name, schema, required.includes(name))),
    ...(anyKey === undefined ? [] : line('{key}', anyKey, undefined)),
  ];
}

/**
 * A schema as lines: each object's fields below it, each variant under a line of its own. What refers to itself is written
 * out once. An object stands for its fields; anything else is a line of its own. The order of the schema is kept.
 */
export function schemaLines(schema: JsonSchema): SchemaLine[] {
  const shape = shapeOf(schema, OUTSIDE);
  const isFields = shape.object !== undefined && shape.brackets === '' && shape.type === 'object';
  if (isFields) return below(shape, '', 0);
  if (shape.type === 'object' && shape.variants.length === 0) return [];
  return [lineOf({ path: shape.brackets, name: '', depth: 0, required: undefined }, shape), ...below(shape, '', 1)];
}

/**
 * Tells of a path whether a consumer reads it: named itself, on the way to something named, or inside of something that is
 * read whole.
 */
export function promisedIn(promised: readonly string[]): (path: string) => boolean {
  const plain = (path: string) => path.replaceAll('[]', '');
  const parts = promised.map((path) => plain(path).split('.'));
  const named = new Set<string>();
  const inner = new Set<string>();
  for (const way of parts) {
    for (let length = 1; length <= way.length; length += 1) named.add(way.slice(0, length).join('.'));
    for (let length = 1; length < way.length; length += 1) inner.add(way.slice(0, length).join('.'));
  }
  const isWhole = (path: string) => named.has(path) && !inner.has(path);
  return (path) => {
    const way = plain(path).split('.');
    return named.has(way.join('.')) || way.some((_, at) => at > 0 && isWhole(way.slice(0, at).join('.')));
  };
}
