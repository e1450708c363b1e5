import { onceForEachText, parsed, resolved, type SourceFile, type SyntaxNode } from '../source.ts';

/** A named value of a module or a local one; with `member`, only that member of it. */
export interface Symbol {
  file: string;
  name: string;
  member?: string | undefined;
}

/** A place where a value is used: the name that holds it then, or the machine that receives it. */
interface Step {
  from: Symbol;
  /** Undefined when no named value holds it. */
  to: Symbol | undefined;
  /** Whether it is passed on as a whole, so that its members stay reachable. */
  whole: boolean;
  /** Folders of the machines whose `provide` encloses the place, the innermost first. */
  machines: string[];
  file: string;
}

interface Import {
  file: string;
  /** `*` for everything. */
  name: string;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

const WRAPPING = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'AwaitExpression']);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && (node.type === 'Identifier' || node.type === 'Literal') ? String(node.name ?? node.value) : undefined;

/** The value of every name that a module imports, without types. */
function importsIn(source: SourceFile): Map<string, Import> {
  const found = new Map<string, Import>();
  for (const { moduleRequest, entries } of parsed(source).module.staticImports) {
    const target = resolved(source.file, moduleRequest.value);
    if ('library' in target) continue;
    for (const { importName, localName, isType } of entries) {
      if (isType) continue;
      const name = importName.kind === 'NamespaceObject' ? '*' : importName.kind === 'Default' ? 'default' : (importName.name ?? '');
      found.set(localName.value, { file: target.path, name });
    }
  }
  return found;
}

/** An evaluated node with its ancestors, the nearest first. */
interface Placed {
  node: SyntaxNode;
  around: SyntaxNode[];
}

function* placesIn(value: unknown, around: SyntaxNode[]): Generator<Placed> {
  if (Array.isArray(value)) for (const one of value) yield* placesIn(one, around);
  if (!isNode(value)) return;
  // Types are gone at run time, so only the expression is left.
  if (value.type.startsWith('TS')) {
    if (WRAPPING.has(value.type)) yield* placesIn(value.expression, [value, ...around]);
    return;
  }
  yield { node: value, around };
  for (const key of Object.keys(value)) {
    const isName =
      (value.type === 'Property' && key === 'key' && value.computed !== true) ||
      (value.type === 'MemberExpression' && key === 'property' && value.computed !== true) ||
      (key === 'id' && (value.type === 'VariableDeclarator' || FUNCTIONS.has(value.type))) ||
      value.type === 'ImportDeclaration' ||
      value.type === 'ExportSpecifier';
    if (!isName) yield* placesIn(value[key], [value, ...around]);
  }
}

const FEATURE = /^src\/features\//;
/** The name of the machine of a page: its folder, or its own name when a tool keeps its machines next to it. */
const machineFolder = (file: string): string | undefined =>
  (/^machines\/(?!kernel\/|parts\/)([^/]+)\//.exec(file) ?? /^(?:catalogue|visualiser)\/machines\/([^/]+)\.machine\.ts$/.exec(file))?.[1];
/** The name of a machine that several pages share. */
const sharedMachine = (file: string): string | undefined => /^machines\/(?:kernel|parts)\/[^/]+\/([^/]+)\.machine\.ts$/.exec(file)?.[1];

/** A builder that completes the machine of a whole page, which is one of its arguments. */
const PAGE_BUILDER = /PageWith$/;

const identifiersIn = (value: unknown): string[] =>
  [...placesIn(value, [])].flatMap(({ node }) => (node.type === 'Identifier' ? String(node.name) : []));

/**
 * The machines that are completed around a place, by `x.provide(...)` or by a page builder. A machine of the kernel is part of the machine
 * of a page, and counts only when the page has no other.
 */
function machinesAround(around: readonly SyntaxNode[], imports: ReadonlyMap<string, Import>, file: string): string[] {
  const completed = around.flatMap((node) => {
    const callee = node.type === 'CallExpression' ? node.callee : undefined;
    if (PAGE_BUILDER.test(nameOf(callee) ?? '')) return identifiersIn(node.arguments).flatMap((name) => imports.get(name)?.file ?? []);
    if (!isNode(callee) || callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'provide') return [];
    return imports.get(nameOf(callee.object) ?? '')?.file ?? [];
  });
  const own = completed.flatMap((machine) => machineFolder(machine) ?? []);
  if (own.length > 0 || !FEATURE.test(file)) return own;
  return completed.flatMap((machine) => sharedMachine(machine) ?? []);
}

interface Holder {
  name: string;
  member: string | undefined;
  /** Whether the value has this name itself, or is returned by the function of this name. */
  whole: boolean;
}

/** The values and machines that a value at this place becomes part of. */
function holderOf(node: SyntaxNode, around: readonly SyntaxNode[]): Holder | undefined {
  let at = node;
  let isWhole = true;
  let member: string | undefined;
  for (const [index, parent] of around.entries()) {
    const isResult =
      WRAPPING.has(parent.type) ||
      (parent.type === 'CallExpression' && parent.callee === at) ||
      (parent.type === 'ArrowFunctionExpression' && parent.body === at) ||
      (parent.type === 'ReturnStatement' && parent.argument === at) ||
      parent.type === 'BlockStatement' ||
      FUNCTIONS.has(parent.type);
    // A destructured value has no name; its target has.
    const name = parent.type === 'VariableDeclarator' || parent.type === 'FunctionDeclaration' ? nameOf(parent.id) : undefined;
    if (name !== undefined) return { name, member, whole: isWhole };
    if (parent.type === 'Property') {
      const outside = around[index + 1];
      member = outside?.type === 'ObjectExpression' ? nameOf(parent.key) : undefined;
      isWhole = true;
    } else if (parent.type !== 'ObjectExpression' && !isResult) {
      isWhole = false;
      member = undefined;
    }
    at = parent;
  }
  return undefined;
}

/** Every place of a module where a named value is used. */
export const stepsIn = onceForEachText((source): readonly Step[] => {
  const imports = importsIn(source);
  const { file } = source;
  return [...placesIn(parsed(source).program.body, [])].flatMap(({ node, around }) => {
    if (node.type !== 'Identifier') return [];
    const name = String(node.name);
    const imported = imports.get(name);
    const outer = around[0];
    const member =
      outer?.type === 'MemberExpression' && outer.object === node && outer.computed !== true ? nameOf(outer.property) : undefined;
    const from: Symbol =
      imported === undefined
        ? { file, name, member }
        : imported.name === '*'
          ? { file: imported.file, name: member ?? '*' }
          : { file: imported.file, name: imported.name, member };
    const holder = member === undefined || outer === undefined ? holderOf(node, around) : holderOf(outer, around.slice(1));
    if (holder?.name === name && imported === undefined && holder.member === undefined) return [];
    return [
      {
        from,
        to: holder && { file, name: holder.name, member: holder.member },
        whole: member === undefined && holder?.whole === true && holder.member === undefined,
        machines: machinesAround(around, imports, file),
        file,
      },
    ];
  });
});

/** Machines that a module imports for more than their types. */
export const machinesOf = (source: SourceFile): string[] =>
  [...new Set([...importsIn(source).values()].flatMap(({ file }) => machineFolder(file) ?? []))].toSorted();

/** Where a value ends up: the modules that use it, and the machines that receive it there. */
export function whereaboutsOf(start: Symbol, steps: readonly Step[]): { file: string; machine: string | undefined }[] {
  const found = new Map<string, { file: string; machine: string | undefined }>();
  const seen = new Set<string>();
  const left = [start];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { file, name, member } = next;
    const key = `${file} ${name} ${member ?? ''}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const step of steps) {
      if (step.from.file !== file || (step.from.name !== name && step.from.name !== '*')) continue;
      if (member !== undefined && step.from.member !== undefined && step.from.member !== member) continue;
      const [machine] = step.machines;
      if (machine !== undefined) {
        found.set(`${step.file} ${machine}`, { file: step.file, machine });
      } else if (step.to === undefined) {
        found.set(`${step.file} `, { file: step.file, machine: undefined });
      } else {
        left.push(step.whole && step.from.member === undefined ? { ...step.to, member } : step.to);
      }
    }
  }
  return [...found.values()];
}
