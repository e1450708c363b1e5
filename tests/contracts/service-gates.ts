import { nameOfTest, type Pact } from '#contracts/sets/interaction.ts';
import { importsOf, nodesOf, placeOf, resolved, type SourceFile, type SyntaxNode } from '#tools/source.ts';

const HTTP = 'src/services/http.ts';
const CALL = 'src/services/call.ts';
const SERVICE = /^src\/services\/[^/]+\.service\.ts$/;
const TEST = /\.test\.tsx?$/;
const CALL_BUILDERS = new Set(['call', 'fetchCall', 'fileCall']);
const REQUESTS = new Set(['requestData', 'requestCount', 'requestFile']);
/** Other ways to a server. */
const WIRES = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'sendBeacon']);

/** What is no call of the API. */
const NO_CALL: Readonly<Record<string, string>> = {
  'src/platform/release.ts': 'asks for the file release.json beside the page',
  'src/ui/overlay/on-demand.tsx': 'calls a parameter of that name, which fetches code',
};

const nodeAt = (value: unknown): SyntaxNode | undefined => value as SyntaxNode | undefined;
const nameOf = (value: unknown): string => {
  const node = nodeAt(value);
  if (node?.type === 'Identifier') return String(node.name);
  return node?.type === 'MemberExpression' ? nameOf(node.property) : '';
};

/** Values that an import names; `*` for all of them. */
function importedNames(node: SyntaxNode): string[] {
  if (node.importKind === 'type') return [];
  return (node.specifiers as SyntaxNode[]).flatMap((specifier) => {
    if (specifier.importKind === 'type') return [];
    return specifier.type === 'ImportSpecifier' ? [nameOf(specifier.imported)] : ['*'];
  });
}

/** Ways to the server that lead around `call`: what goes there is in no gate, and in no pact. */
export function wiresAround(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ file }) => file.startsWith('src/') && !TEST.test(file) && file !== HTTP)
    .flatMap((source) => {
      const { file } = source;
      const at = (node: SyntaxNode, what: string) => `${placeOf(source, node.start)}: ${what}`;
      const reached = importsOf(source).flatMap(({ specifier, typeOnly }) =>
        typeOnly || specifier !== 'axios' ? [] : [`${file}: reaches axios`],
      );
      const nodes = nodesOf(source).flatMap((node) => {
        if (node.type === 'ImportDeclaration') {
          const from = resolved(file, String(nodeAt(node.source)?.value));
          if (!('path' in from)) return [];
          const names = importedNames(node);
          if (from.path === HTTP && file !== CALL)
            return names
              .filter((name) => name === '*' || REQUESTS.has(name))
              .map((name) => at(node, `reaches ${name} of http.ts, not by a call`));
          if (from.path === CALL && !SERVICE.test(file) && names.length > 0) return [at(node, 'makes calls, but is no service')];
          return [];
        }
        const isAsked = node.type === 'CallExpression' || node.type === 'NewExpression';
        const name = isAsked ? nameOf(node.callee) : '';
        return WIRES.has(name) && !(file in NO_CALL) ? [at(node, `reaches the server by ${name}`)] : [];
      });
      return [...reached, ...nodes];
    });
}

const isConst = (node: SyntaxNode): boolean => nameOf(nodeAt(node.typeAnnotation)?.typeName) === 'const';

/**
 * Calls that no gate would see, since they are not handed out as they are made, and whatever could make the compiler
 * believe that more is read than is: a type that is written beside the selection, or in its place.
 */
export function callFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ file }) => SERVICE.test(file))
    .flatMap((source) => {
      const at = (node: SyntaxNode, what: string) => `${placeOf(source, node.start)}: ${what}`;
      const nodes = nodesOf(source);
      const handedOut = new Set(
        nodes
          .filter(({ type }) => type === 'ExportNamedDeclaration')
          .flatMap(({ declaration }) => (nodeAt(declaration)?.declarations ?? []) as SyntaxNode[])
          .map(({ init }) => init),
      );
      return nodes.flatMap((node) => {
        if (node.type === 'CallExpression' && CALL_BUILDERS.has(nameOf(node.callee))) {
          return [
            ...(handedOut.has(node) ? [] : [at(node, 'a call that is not exported as it is made')]),
            ...(node.typeArguments ? [at(node, 'a call with types of its own')] : []),
          ];
        }
        if (node.type === 'VariableDeclarator' && nodeAt(node.id)?.typeAnnotation) return [at(node, 'a constant with a type of its own')];
        const isCast = node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion';
        return isCast && !isConst(node) ? [at(node, 'a type is claimed')] : [];
      });
    });
}

const FOLDER = 'contracts/consumer/';
/** What runs the tests: its own one compares the pact, and tells no exchange. */
const RUNNER = `${FOLDER}exchange.ts`;
const CONSUMER = /^contracts\/consumer\/(.+)\.pact\.test\.ts$/;

/** The titles of a test file; undefined for one that is made at run time. */
function titlesOf(source: SourceFile): (string | undefined)[] {
  return nodesOf(source).flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    const callee = nodeAt(node.callee);
    const isMade = callee?.type === 'MemberExpression' && nameOf(callee.object) === 'it';
    if (nameOf(callee) !== 'it' && !isMade) return [];
    const [title] = node.arguments as SyntaxNode[];
    return [!isMade && title?.type === 'Literal' ? String(title.value) : undefined];
  });
}

/** A test and the specs it shares with others: everything beside it that it imports, and what that imports. */
function specsOf(test: SourceFile, files: readonly SourceFile[]): SourceFile[] {
  const found = new Map([[test.file, test]]);
  for (const source of found.values()) {
    for (const { specifier, typeOnly } of importsOf(source)) {
      const target = resolved(source.file, specifier);
      if (typeOnly || !('path' in target) || !target.path.startsWith(FOLDER) || target.path === RUNNER) continue;
      const shared = files.find(({ file }) => file === target.path);
      if (shared) found.set(shared.file, shared);
    }
  }
  return [...found.values()];
}

/** Pacts and exchanges that no test of the console tells, and tests that tell none. */
export function untold(files: readonly SourceFile[], pacts: readonly Pact[]): string[] {
  const specs = new Map(
    files.flatMap((source) => (CONSUMER.test(source.file) ? [[CONSUMER.exec(source.file)?.[1] ?? '', source] as const] : [])),
  );
  return [
    ...[...specs.keys()]
      .filter((resource) => !pacts.some((pact) => pact.resource === resource))
      .map((resource) => `${resource}.pact.test.ts: its pact is missing`),
    ...pacts.flatMap(({ resource, interactions }) => {
      const source = specs.get(resource);
      if (!source) return [`${resource}.json: no test tells it`];
      const titles = specsOf(source, files).flatMap(titlesOf);
      const told = new Set(interactions.map(({ description }) => nameOfTest(description)));
      return [
        ...(titles.includes(undefined) ? [`${resource}.pact.test.ts: a title that is made at run time`] : []),
        ...[...told]
          .filter((description) => !titles.includes(description))
          .map((description) => `${resource}.json: no test tells "${description}"`),
        ...titles.flatMap((title) =>
          title === undefined || told.has(title) ? [] : [`${resource}.pact.test.ts: "${title}" is in no pact`],
        ),
      ];
    }),
  ];
}
