import type { CatalogueUse, Words } from '#catalogue/catalogue.ts';
import { filesOf, nodesOf, resolved, type SourceFile, type SyntaxNode } from '../source.ts';
import { machinesOf, stepsIn, whereaboutsOf } from './value-flow.ts';

interface ServiceCall {
  /** The path below `/api`. */
  path: string;
  service: string;
  file: string;
}

interface Page {
  path: string;
  title: Words;
}

const REGISTRY = 'src/app/page-registry.ts';
const SITE = 'catalogue/site/';
/** Not a page of the console, but served next to it. */
const SITE_PAGE: Page = { path: '/contracts/', title: { zh: '合约目录', en: 'Contracts' } };
/** The functions with which services make their calls. */
const MAKERS = ['call', 'fetchCall', 'fileCall'];

/** All modules of the console and the contract site, without tests. */
export const consoleSources = (): SourceFile[] =>
  filesOf(['src', 'catalogue/site'], /\.tsx?$/).filter(({ file }) => !/\.test\.tsx?$/.test(file));

const literal = (node: unknown): string | undefined => {
  const { type, value } = (node ?? {}) as SyntaxNode;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
};
const named = (node: unknown): string => String((node as SyntaxNode | undefined)?.name ?? '');

/** The calls that services export, read from their sources. */
export function callsOfServices(files: readonly SourceFile[]): ServiceCall[] {
  return files
    .filter(({ file }) => /^src\/services\/[^/]+\.service\.ts$/.test(file))
    .flatMap((source) =>
      nodesOf(source).flatMap((node) => {
        const init = node.type === 'VariableDeclarator' ? (node.init as SyntaxNode | null) : null;
        if (init?.type !== 'CallExpression' || !MAKERS.includes(named(init.callee))) return [];
        const path = literal((init.arguments as unknown[])[0]);
        return path === undefined ? [] : [{ path, service: named(node.id), file: source.file }];
      }),
    );
}

/** Pages by the folder of their feature. */
export function pagesByFolder(files: readonly SourceFile[]): Map<string, Page> {
  const registry = files.find(({ file }) => file === REGISTRY);
  const found = new Map<string, Page>();
  for (const node of registry ? nodesOf(registry) : []) {
    if (node.type !== 'ObjectExpression') continue;
    const entries = new Map((node.properties as SyntaxNode[]).map((property) => [named(property.key), property.value as SyntaxNode]));
    const [path, zh, en] = ['path', 'title', 'titleEn'].map((key) => literal(entries.get(key)));
    const loaded = JSON.stringify(entries.get('load') ?? {}).match(/#src\/features\/[^"]+\/index\.ts/)?.[0];
    if (path === undefined || zh === undefined || en === undefined || loaded === undefined) continue;
    const target = resolved(REGISTRY, loaded);
    if ('path' in target) found.set(target.path.replace(/\/index\.ts$/, ''), { path, title: { zh, en } });
  }
  return found;
}

/**
 * The users of every service call, by path, read from the sources. A call without users has no entry. The machines are those that receive
 * the call, otherwise those that its module knows.
 */
export function consoleUses(files: readonly SourceFile[] = consoleSources()): Map<string, CatalogueUse[]> {
  const steps = files.flatMap(stepsIn);
  const byFile = new Map(files.map((source) => [source.file, source]));
  const pages = pagesByFolder(files);
  const pageOf = (file: string): Page | null =>
    file.startsWith(SITE) ? SITE_PAGE : (pages.get(/^src\/features\/[^/]+/.exec(file)?.[0] ?? '') ?? null);
  const machinesAt = ({ file, machine }: { file: string; machine: string | undefined }): string[] => {
    const source = byFile.get(file);
    return machine !== undefined ? [machine] : source ? machinesOf(source) : [];
  };

  const found = new Map<string, CatalogueUse[]>();
  for (const { path, service, file } of callsOfServices(files)) {
    const places = whereaboutsOf({ file, name: service }, steps).filter((place) => !place.file.startsWith('src/services/'));
    const byPage = new Map<string, CatalogueUse>();
    for (const place of places) {
      const page = pageOf(place.file);
      const known = byPage.get(page?.path ?? '') ?? { service, page, machines: [] };
      byPage.set(page?.path ?? '', { ...known, machines: [...new Set([...known.machines, ...machinesAt(place)])].toSorted() });
    }
    const uses = [...byPage].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
    if (uses.length > 0) found.set(path, [...(found.get(path) ?? []), ...uses]);
  }
  return found;
}
