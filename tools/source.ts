import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';

export const root = path.resolve(import.meta.dirname, '..');

/** The folders of source code. */
const FOLDERS = ['contracts', 'machines', 'src', 'server', 'tests', 'tools', 'visualiser', 'catalogue', 'bench'];
const CODE = /\.(?:ts|tsx|mjs|js)$/;
const ELSEWHERE = /(?:^|\/)(?:node_modules|dist|\.data|\.cache|public)(?:\/|$)|\.generated\./;

export interface SourceFile {
  /** The path from the root of the project, with forward slashes. */
  file: string;
  text: string;
}

function filesBelow(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  } catch {
    return []; // the folder does not exist yet
  }
  return names.map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`);
}

/** Every source file below these folders whose name matches. */
export const filesOf = (folders: string[], name: RegExp): SourceFile[] =>
  folders
    .flatMap(filesBelow)
    .filter((file) => name.test(file) && !ELSEWHERE.test(file) && statSync(path.join(root, file)).isFile())
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** Every source module, including the tool settings at the root. */
export const sourceFiles = (): SourceFile[] => [
  ...filesOf(FOLDERS, CODE),
  ...readdirSync(root)
    .filter((name) => name.endsWith('.config.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
];

export function parsed({ file, text }: SourceFile): ParseResult {
  const result = parseSync(file, text);
  const [fault] = result.errors;
  if (fault) throw new Error(`${file} cannot be read: ${fault.message}`);
  return result;
}

export interface Import {
  specifier: string;
  /** Whether it is removed together with the types. */
  typeOnly: boolean;
}

/** Finds something in source files, and does not look again where the text is still the same. */
export function onceForEachText<Found>(find: (source: SourceFile) => Found): (source: SourceFile) => Found {
  const known = new Map<string, { text: string; found: Found }>();
  return (source) => {
    const last = known.get(source.file);
    if (last?.text === source.text) return last.found;
    const found = find(source);
    known.set(source.file, { text: source.text, found });
    return found;
  };
}

/** Everything that a module depends on: imports, re-exports, and imports at run time. */
export const importsOf = onceForEachText((source): readonly Import[] => {
  const { module } = parsed(source);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType }] : [])),
  );
  const later = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(source.text.slice(moduleRequest.start, moduleRequest.end));
    return literal?.[2] ? [{ specifier: literal[2], typeOnly: false }] : [];
  });
  return [...statics, ...passedOn, ...later];
});

/** The target of a specifier: a path from the root, or the name of a package. */
export function resolved(from: string, specifier: string): { path: string } | { library: string } {
  if (specifier.startsWith('#')) return { path: specifier.slice(1) };
  if (specifier.startsWith('.')) return { path: path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier)) };
  const [scope = '', name] = specifier.split('/');
  return { library: scope.startsWith('@') ? `${scope}/${name}` : scope };
}

/** The properties of syntax nodes that the gates use. */
export type SyntaxNode = Record<string, unknown> & { type: string; start: number };

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** Every node of a module, parents first. */
export function nodesOf(source: SourceFile): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(one);
    if (!isNode(value)) return;
    found.push(value);
    for (const key of Object.keys(value)) if (key !== 'parent') look(value[key]);
  };
  look(parsed(source).program);
  return found;
}

/** `file:line` of a place in a module. */
export const placeOf = ({ file, text }: SourceFile, offset: number): string => `${file}:${text.slice(0, offset).split('\n').length}`;
