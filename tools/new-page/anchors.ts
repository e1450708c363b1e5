import { parseSync } from 'oxc-parser';
import { CommandError } from '../command.ts';

/** A module that something is to be added to. */
export interface Source {
  /** From the root of the project. */
  file: string;
  text: string;
}

interface Insertion {
  at: number;
  text: string;
}

/** Where something is to stand, found by what the module says and not by its lines. */
export type Place = (source: Source) => Insertion;

type Node = Record<string, unknown> & { type: string; start: number; end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

const known = new WeakMap<Source, Node & { body: Node[] }>();

function programOf(source: Source): Node & { body: Node[] } {
  const parsed = known.get(source) ?? parsedAnew(source);
  known.set(source, parsed);
  return parsed;
}

function parsedAnew({ file, text }: Source): Node & { body: Node[] } {
  const { program, errors } = parseSync(file, text);
  const [fault] = errors;
  if (fault) throw new CommandError(`${file} cannot be read: ${fault.message}`);
  return program as unknown as Node & { body: Node[] };
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  if (!isNode(value)) return;
  yield value;
  for (const key of Object.keys(value)) yield* nodesIn(value[key]);
}

const nameOf = (node: unknown): unknown => (isNode(node) ? (node.name ?? node.value) : undefined);

/** The only node of its kind; a module that has none, or several, has changed too much for us. */
function only(source: Source, what: string, found: Iterable<Node>): Node {
  const [first, ...others] = found;
  if (first === undefined) throw new CommandError(`${source.file}: there is no ${what} to add to`);
  if (others.length > 0) throw new CommandError(`${source.file}: there is more than one ${what}`);
  return first;
}

const bare = (value: unknown): unknown =>
  isNode(value) && (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') ? bare(value.expression) : value;

const declared = (source: Source, name: string, type: 'ArrayExpression' | 'ObjectExpression'): Node => {
  const values = [...nodesIn(programOf(source))]
    .filter((node) => node.type === 'VariableDeclarator' && nameOf(node.id) === name)
    .map((node) => bare(node.init))
    .filter((value): value is Node => isNode(value) && value.type === type);
  return only(source, `${type === 'ArrayExpression' ? 'list' : 'table'} \`${name}\``, values);
};

const exported = (statement: Node): Node => (isNode(statement.declaration) ? statement.declaration : statement);

const declaredFunction = (source: Source, name: string): Node =>
  only(
    source,
    `function \`${name}\``,
    programOf(source)
      .body.map(exported)
      .filter((node) => node.type === 'FunctionDeclaration' && nameOf(node.id) === name),
  );

/** After the last of the entries, or as the first one. */
function afterLast(list: Node, entries: readonly Node[], text: string): Insertion {
  const last = entries.at(-1);
  return last ? { at: last.end, text: `, ${text}` } : { at: list.start + 1, text: `${text}, ` };
}

const returnedBy = (source: Source, name: string): Node => {
  const { body } = declaredFunction(source, name) as Node & { body: Node & { body: Node[] } };
  return only(
    source,
    `end of \`${name}\``,
    body.body.filter((statement) => statement.type === 'ReturnStatement'),
  );
};

export const afterImports =
  (line: string): Place =>
  (source) => {
    const last = programOf(source).body.findLast((statement) => statement.type === 'ImportDeclaration');
    if (!last) throw new CommandError(`${source.file}: there is no import to add to`);
    return { at: last.end, text: `\n${line}` };
  };

export const intoList =
  (name: string, element: string): Place =>
  (source) => {
    const list = declared(source, name, 'ArrayExpression');
    return afterLast(list, list.elements as Node[], element);
  };

/** After so many of the elements that are there. */
export const intoListAfter =
  (name: string, count: number, element: string): Place =>
  (source) => {
    const list = declared(source, name, 'ArrayExpression');
    return afterLast(list, (list.elements as Node[]).slice(0, count), element);
  };

export const intoTable =
  (name: string, entry: string): Place =>
  (source) => {
    const table = declared(source, name, 'ObjectExpression');
    return afterLast(table, table.properties as Node[], entry);
  };

const declaredInterface = (source: Source, name: string): Node =>
  only(
    source,
    `interface \`${name}\``,
    programOf(source)
      .body.map(exported)
      .filter((node) => node.type === 'TSInterfaceDeclaration' && nameOf(node.id) === name),
  );

export const intoInterface =
  (name: string, member: string): Place =>
  (source) => {
    const { body } = declaredInterface(source, name) as Node & { body: Node };
    return { at: body.end - 1, text: `${member};\n` };
  };

/** Before a declaration, and before what is said of it. */
export const beforeInterface =
  (name: string, text: string): Place =>
  (source) => {
    const wanted = declaredInterface(source, name);
    const { body } = programOf(source);
    const index = body.findIndex((statement) => exported(statement).start === wanted.start);
    return { at: body[index - 1]?.end ?? 0, text: `\n\n${text}` };
  };

export const atTheEnd =
  (text: string): Place =>
  (source) => ({ at: source.text.trimEnd().length, text: `\n${text}` });

/** Into the words that a parameter of a function may be. */
export const intoParameter =
  (fn: string, parameter: string, member: string): Place =>
  (source) => {
    const params = (declaredFunction(source, fn).params ?? []) as Node[];
    const what = `parameter \`${parameter}\` of \`${fn}\` that is one of several words`;
    const unions = params
      .filter((param) => nameOf(param) === parameter)
      .flatMap((param) => [...nodesIn(param.typeAnnotation)])
      .filter((node) => node.type === 'TSUnionType');
    return { at: only(source, what, unions).end, text: ` | ${member}` };
  };

export const beforeReturn =
  (fn: string, statement: string): Place =>
  (source) => ({ at: returnedBy(source, fn).start, text: `${statement}\n\n` });

export const intoReturned =
  (fn: string, entry: string): Place =>
  (source) => {
    const value = bare(returnedBy(source, fn).argument);
    if (!isNode(value) || value.type !== 'ObjectExpression')
      throw new CommandError(`${source.file}: \`${fn}\` does not answer with a table`);
    return afterLast(value, value.properties as Node[], entry);
  };

/** What the elements of a list say in plain texts and numbers, by key. */
export const entriesIn = (source: Source, list: string): Record<string, unknown>[] =>
  (declared(source, list, 'ArrayExpression').elements as Node[]).map((element) =>
    Object.fromEntries(
      ((element.properties ?? []) as Node[]).flatMap(({ key, value }) =>
        isNode(value) && value.type === 'Literal' ? [[String(nameOf(key)), value.value]] : [],
      ),
    ),
  );

/** Names that a module declares, imports or hands out at its top, and keys of its tables. */
export function namesIn(source: Source): Set<string> {
  const found = new Set<string>();
  for (const node of nodesIn(programOf(source))) {
    const named = [node.id, node.local, node.key].map(nameOf);
    for (const name of named) if (typeof name === 'string') found.add(name);
  }
  return found;
}

/** The one variable whose name ends so. */
export function variableEndingWith(source: Source, ending: string): string {
  const names = [...nodesIn(programOf(source))]
    .filter((node) => node.type === 'VariableDeclarator' && isNode(bare(node.init)) && (bare(node.init) as Node).type === 'ArrayExpression')
    .map((node) => ({ ...node, name: String(nameOf(node.id)) }))
    .filter(({ name }) => name.endsWith(ending));
  return String(only(source, `list \`…${ending}\``, names).name);
}

/** The text with everything added. */
export function withAll(source: Source, places: readonly Place[]): string {
  const insertions = places.map((place, order) => ({ ...place(source), order })).toSorted((a, b) => b.at - a.at || b.order - a.order);
  return insertions.reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source.text);
}
