import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { sourcesHash } from './tools/prepare.mjs';

/** Arco marks its dark theme with an attribute of the body; ours is a class on the page root. */
const darkClass = () => ({
  postcssPlugin: 'dark-class',
  Rule(rule: { selector: string }) {
    if (rule.selector.includes('arco-theme')) rule.selector = rule.selector.replaceAll(/body\[arco-theme=['"]?dark['"]?\]/g, '.dark body');
  },
});

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** Smaller files travel in one packet anyway. */
const COMPRESS_FROM_BYTES = 1024;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

/** Compresses once at build time, as hard as it goes, so that the server only picks. */
const precompress: RsbuildPlugin = {
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

/** Enough of a hash to tell two releases apart. */
const RELEASE_LENGTH = 12;

/** Leaves beside the page which release it is, so that a console that is still open learns of a newer one. */
const stamp = (release: string): RsbuildPlugin => ({
  name: 'stamp',
  setup(api) {
    api.onAfterBuild(() => writeFileSync(join(api.context.distPath, 'release.json'), `${JSON.stringify({ release })}\n`));
  },
});

export default defineConfig(({ command }) => {
  const release = command === 'build' ? sourcesHash().slice(0, RELEASE_LENGTH) : '';
  return {
    plugins: [pluginReact(), ...(command === 'build' ? [stamp(release), precompress] : [])],
    source: {
      define: { CONSOLE_RELEASE: JSON.stringify(release) },
      entry: { index: './src/app/main.tsx' },
      transformImport: [
        { libraryName: '@arco-design/web-react', libraryDirectory: 'es', camelToDashComponentName: false, style: 'css' },
        { libraryName: '@arco-design/web-react/icon', libraryDirectory: 'react-icon', camelToDashComponentName: false },
      ],
    },
    resolve: {
      // Texts are compiled while building; what parses them at run time stays at home.
      alias: { '@formatjs/icu-messageformat-parser$': '@formatjs/icu-messageformat-parser/no-parser.js' },
    },
    html: {
      template: './src/app/index.html',
      favicon: './src/app/public/logo.svg',
      tags: [{ tag: 'script', attrs: { src: 'first-paint.js' }, head: true, append: false, publicPath: true }],
    },
    splitChunks: {
      preset: 'none',
      // Few requests: what everybody needs, what the sign-in shares with every form, and what most pages share.
      cacheGroups: {
        vendor: { test: /node_modules/, name: 'vendor', chunks: 'initial', enforce: true, priority: 3 },
        fields: {
          test: /src\/ui\/(text-fields|field|field-faults)\.|web-react\/es\/Input\/|resize-observer-polyfill|lodash/,
          name: 'fields',
          chunks: 'async',
          enforce: true,
          priority: 2,
        },
        pages: {
          test: /src\/ui\/(?!icon|language-switch|theme-switch|tooltip|base)|machines\/kernel\/(?!faults|field-rules)/,
          name: 'pages',
          chunks: 'async',
          minChunks: 3,
          enforce: true,
          priority: 1,
        },
      },
    },
    output: {
      distPath: { root: 'dist/console' },
      copy: [{ from: './src/app/public' }],
      legalComments: 'none',
    },
    tools: {
      postcss: (_, { addPlugins }) => addPlugins(darkClass()),
      rspack: {
        module: {
          rules: [
            {
              test: /messages\/(zh-cn|en)\.json$/,
              type: 'javascript/auto',
              use: fileURLToPath(new URL('./tools/compile-messages-loader.mjs', import.meta.url)),
            },
          ],
        },
      },
    },
    server: {
      port: Number(process.env.DEV_PORT ?? 3000),
      host: '127.0.0.1',
      htmlFallback: 'index',
      proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:8080' },
    },
  };
});
