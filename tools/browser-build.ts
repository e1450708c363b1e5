// What every page of ours is built with: the console and the catalogue of the contracts.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RsbuildPlugin } from '@rsbuild/core';

/** Arco marks its dark theme with an attribute of the body; ours is a class on the page root. */
export const darkClass = () => ({
  postcssPlugin: 'dark-class',
  Rule(rule: { selector: string }) {
    if (rule.selector.includes('arco-theme')) rule.selector = rule.selector.replaceAll(/body\[arco-theme=['"]?dark['"]?\]/g, '.dark body');
  },
});

/** The kit, one component at a time, each with its styles. */
export const kitImports = [
  { libraryName: '@arco-design/web-react', libraryDirectory: 'es', camelToDashComponentName: false, style: 'css' as const },
  { libraryName: '@arco-design/web-react/icon', libraryDirectory: 'react-icon', camelToDashComponentName: false },
];

/** Texts are compiled while building; what parses them at run time stays at home. */
export const withoutTextParser = { '@formatjs/icu-messageformat-parser$': '@formatjs/icu-messageformat-parser/no-parser.js' };

export const compiledTexts = {
  test: /messages\/(zh-cn|en)\.json$/,
  type: 'javascript/auto',
  use: fileURLToPath(new URL('./compile-messages-loader.mjs', import.meta.url)),
} as const;

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** Smaller files travel in one packet anyway. */
const COMPRESS_FROM_BYTES = 1024;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

/** Compresses once at build time, as hard as it goes, so that the server only picks. */
export const precompress: RsbuildPlugin = {
  name: 'precompress',
  setup(api) {
    api.onAfterBuild(() => {
      for (const path of filesBelow(api.context.distPath)) {
        if (!COMPRESSIBLE.has(extname(path))) continue;
        const content = readFileSync(path);
        if (content.length < COMPRESS_FROM_BYTES) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    });
  },
};
