import type { JsonSchema, Words } from '../catalogue.ts';

/** A constraint besides the type. Missing ends are unlimited. */
export type Limit =
  | { kind: 'length' | 'items' | 'range'; from: number | undefined; to: number | undefined }
  | { kind: 'above' | 'below' | 'multiple'; of: number }
  | { kind: 'pattern'; of: string }
  | { kind: 'unique' }
  | { kind: 'open' };

/** One line of a schema, from top to bottom. */
export interface SchemaLine {
  /** `list[].id`; empty for the whole value. Variants share the path of their value. */
  path: string;
  /** Last part of the path; empty for the whole value and for variants. */
  name: string;
  depth: number;
  /** `integer`, `object[]`, `string | null`; empty for a variant. */
  type: string;
  /** `date-time`, `uuid`; empty if there is none. */
  format: string;
  /** Undefined for the whole value, variants and keys of any name, which are neither required nor optional. */
  required: boolean | undefined;
  /** Permitted values, as JSON. */
  values: string[];
  limits: Limit[];
  /** `ms`, `cents`; empty if there is none. */
  unit: string;
  note: Words | undefined;
  /** Number of the variant, from 1; undefined if the line is no variant. */
  variant: { number: number; of: number } | undefined;
  /** Path of an earlier line whose shape repeats here. */
  repeats: string | undefined;
  hasChildren: boolean;
}

type SchemaNode = { [key: string]: unknown };

interface Scope {
  /** Named schemas in scope. */
  defs: Readonly<Record<string, unknown>>;
  /** The schemas around this one, to detect recursion. */
  ancestors: readonly { node: SchemaNode; path: string }[];
}

interface Shape {
  type: string;
  format: string;
  values: string[];
  limits: Limit[];
  unit: string;
  note: Words | undefined;
  repeats: string | undefined;
  /** Appended to the path: one pair of brackets for each list around the fields. */
  brackets: string;
  /** The object whose fields follow on the next lines. */
  object: { node: SchemaNode; scope: Scope } | undefined;
  variants: { node: SchemaNode; scope: Scope }[];
}

const isNode = (value: unknown): value is SchemaNode => typeof value === 'object' && value !== null && !Array.isArray(value);
const toNode = (schema: unknown): SchemaNode => (isNode(schema) ? schema : {});
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const toNote = ({ description, 'x-description-zh': chinese }: SchemaNode): Words | undefined =>
  typeof description === 'string' ? { en: description, zh: toText(chinese) || description } : undefined;

function listLimits(node: SchemaNode): Limit[] {
  const limits: Limit[] = [];
  const addEnds = (kind: 'length' | 'items' | 'range', from: number | undefined, to: number | undefined) => {
    if (from !== undefined || to !== undefined) limits.push({ kind, from, to });
  };
  addEnds('length', toNumber(node.minLength), toNumber(node.maxLength));
  addEnds('range', toNumber(node.minimum), toNumber(node.maximum));
  addEnds('items', toNumber(node.minItems), toNumber(node.maxItems));
  if (typeof node.exclusiveMinimum === 'number') limits.push({ kind: 'above', of: node.exclusiveMinimum });
  if (typeof node.exclusiveMaximum === 'number') limits.push({ kind: 'below', of: node.exclusiveMaximum });
  if (typeof node.multipleOf === 'number') limits.push({ kind: 'multiple', of: node.multipleOf });
  if (typeof node.pattern === 'string') limits.push({ kind: 'pattern', of: node.pattern });
  if (node.uniqueItems === true) limits.push({ kind: 'unique' });
  if (node.additionalProperties === true) limits.push({ kind: 'open' });
  return limits;
}

const getJsonType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

const removeDuplicates = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];
const joinTypes = (types: readonly string[]): string => removeDuplicates(types.filter((type) => type !== '')).join(' | ');

/** Schema of an object's values if its keys are data, shown as `{key}`. */
const findAnyKeySchema = (node: SchemaNode): unknown =>
  Object.values(toNode(node.patternProperties))[0] ?? (isNode(node.additionalProperties) ? node.additionalProperties : undefined);

const hasFields = (node: SchemaNode): boolean => Object.keys(toNode(node.properties)).length > 0 || findAnyKeySchema(node) !== undefined;

const toRefName = (ref: string): string => decodeURIComponent(ref.split('/').at(-1) ?? ref);

function toShape(schema: unknown, scope: Scope): Shape {
  const node = toNode(schema);
  const innerScope: Scope = isNode(node.$defs) ? { ...scope, defs: { ...scope.defs, ...node.$defs } } : scope;
  const base: Shape = {
    type: '',
    format: toText(node.format),
    values: toList(node['x-columns']).map((column) => JSON.stringify(column)),
    limits: listLimits(node),
    unit: toText(node['x-unit']),
    note: toNote(node),
    repeats: undefined,
    brackets: '',
    object: undefined,
    variants: [],
  };
  /** Merges the shape of a referenced or only choice; what is declared here takes precedence. */
  const mergeShape = (shape: Shape): Shape => ({
    ...shape,
    limits: [...base.limits, ...shape.limits],
    unit: base.unit || shape.unit,
    note: base.note ?? shape.note,
  });

  if (typeof node.$ref === 'string') {
    const name = toRefName(node.$ref);
    const target = innerScope.defs[name];
    if (!isNode(target)) return { ...base, type: name };
    const ancestor = innerScope.ancestors.find((one) => one.node === target);
    if (ancestor) return mergeShape({ ...toShape({ type: target.type }, innerScope), repeats: ancestor.path });
    return mergeShape(toShape(target, innerScope));
  }
  if ('const' in node) return { ...base, type: getJsonType(node.const), values: [JSON.stringify(node.const)] };
  if (Array.isArray(node.enum)) {
    return { ...base, type: joinTypes(node.enum.map(getJsonType)), values: node.enum.map((value) => JSON.stringify(value)) };
  }
  const choices = [...toList(node.anyOf), ...toList(node.oneOf)];
  if (choices.length > 0) {
    const isNull = (choice: unknown) => toNode(choice).type === 'null' || toNode(choice).const === null;
    const nonNullChoices = choices.filter((choice) => !isNull(choice));
    const nullType = nonNullChoices.length < choices.length ? 'null' : '';
    const shapes = nonNullChoices.map((choice) => toShape(choice, innerScope));
    const [only] = shapes;
    if (only && shapes.length === 1) return mergeShape({ ...only, type: joinTypes([only.type, nullType]) });
    const hasObjects = shapes.some(({ object, variants }) => object !== undefined || variants.length > 0);
    return {
      ...base,
      type: joinTypes([...shapes.map(({ type }) => type), nullType]),
      values: removeDuplicates(shapes.flatMap(({ values }) => values)),
      limits: [...base.limits, ...(hasObjects ? [] : shapes.flatMap(({ limits }) => limits))],
      variants: hasObjects ? nonNullChoices.map((choice) => ({ node: toNode(choice), scope: innerScope })) : [],
    };
  }
  if (Array.isArray(node.type)) {
    const shapes = node.type.map((type) => toShape({ ...node, type, description: undefined }, innerScope));
    const objectShape = shapes.find(({ object }) => object !== undefined);
    return { ...base, type: joinTypes(shapes.map(({ type }) => type)), object: objectShape?.object, brackets: objectShape?.brackets ?? '' };
  }
  if (node.type === 'array' || 'items' in node) {
    const item = toShape(node.items, innerScope);
    const type = item.type.includes(' | ') ? `(${item.type})[]` : `${item.type || 'any'}[]`;
    return {
      ...item,
      type,
      values: base.values.length > 0 ? base.values : item.values,
      limits: [...base.limits, ...item.limits],
      unit: base.unit || item.unit,
      note: base.note ?? item.note,
      brackets: `[]${item.brackets}`,
    };
  }
  if (node.type === 'object' || hasFields(node)) {
    return { ...base, type: 'object', object: hasFields(node) ? { node, scope: innerScope } : undefined };
  }
  return { ...base, type: toText(node.type) || 'any' };
}

const ROOT_SCOPE: Scope = { defs: {}, ancestors: [] };
type LinePlace = Pick<SchemaLine, 'path' | 'name' | 'depth' | 'required'>;

function toLine(place: LinePlace, { type, format, values, limits, unit, note, repeats, object, variants }: Shape): SchemaLine {
  const hasChildren = object !== undefined || variants.length > 0;
  return { ...place, type, format, values, limits, unit, note, repeats, hasChildren, variant: undefined };
}

function listChildLines(shape: Shape, path: string, depth: number): SchemaLine[] {
  const basePath = `${path}${shape.brackets}`;
  if (shape.variants.length > 0) {
    return shape.variants.flatMap(({ node, scope }, index) => {
      const variant = toShape(node, scope);
      const place = { path: basePath, name: '', depth, required: undefined };
      return [
        { ...toLine(place, variant), variant: { number: index + 1, of: shape.variants.length } },
        ...listChildLines(variant, basePath, depth + 1),
      ];
    });
  }
  if (!shape.object) return [];
  const { node, scope } = shape.object;
  const childScope: Scope = { ...scope, ancestors: [...scope.ancestors, { node, path: basePath }] };
  const required = toList(node.required);
  const toLines = (name: string, schema: unknown, isRequired: boolean | undefined): SchemaLine[] => {
    const shape = toShape(schema, childScope);
    const path = basePath === '' ? name : `${basePath}.${name}`;
    return [toLine({ path, name, depth, required: isRequired }, shape), ...listChildLines(shape, path, depth + 1)];
  };
  const anyKey = findAnyKeySchema(node);
  return [
    ...Object.entries(toNode(node.properties)).flatMap(([name, schema]) => toLines(name, schema, required.includes(name))),
    ...(anyKey === undefined ? [] : toLines('{key}', anyKey, undefined)),
  ];
}

/**
 * A schema as lines: fields below their object, variants below lines of their own, in the order of the schema. Recursive schemas are listed
 * once. An object without a name is represented by its fields only.
 */
export function toSchemaLines(schema: JsonSchema): SchemaLine[] {
  const shape = toShape(schema, ROOT_SCOPE);
  const isFields = shape.object !== undefined && shape.brackets === '' && shape.type === 'object';
  if (isFields) return listChildLines(shape, '', 0);
  if (shape.type === 'object' && shape.variants.length === 0) return [];
  return [toLine({ path: shape.brackets, name: '', depth: 0, required: undefined }, shape), ...listChildLines(shape, '', 1)];
}

/**
 * Creates a function that tells whether a consumer reads a path: it is promised itself, contains a promised path, or is inside a value that
 * is read as a whole.
 */
export function createPromiseCheck(promised: readonly string[]): (path: string) => boolean {
  const withoutBrackets = (path: string) => path.replaceAll('[]', '');
  const paths = promised.map((path) => withoutBrackets(path).split('.'));
  const promisedPaths = new Set<string>();
  const innerPaths = new Set<string>();
  for (const parts of paths) {
    for (let length = 1; length <= parts.length; length += 1) promisedPaths.add(parts.slice(0, length).join('.'));
    for (let length = 1; length < parts.length; length += 1) innerPaths.add(parts.slice(0, length).join('.'));
  }
  const isReadWhole = (path: string) => promisedPaths.has(path) && !innerPaths.has(path);
  return (path) => {
    const parts = withoutBrackets(path).split('.');
    return promisedPaths.has(parts.join('.')) || parts.some((_, at) => at > 0 && isReadWhole(parts.slice(0, at).join('.')));
  };
}
