import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { compiledTexts, darkClass, kitImports, slimPackages, undescribedMachines, withoutTextParser } from './tools/browser-build.ts';
import { sourcesHash } from './tools/prepare.mjs';

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
    plugins: [pluginReact(), ...(command === 'build' ? [stamp(release)] : [])],
    source: {
      define: { CONSOLE_RELEASE: JSON.stringify(release) },
      entry: { index: './src/app/main.tsx' },
      transformImport: kitImports,
    },
    resolve: { alias: withoutTextParser },
    html: {
      template: './src/app/index.html',
      favicon: './src/app/public/logo.svg',
      tags: [{ tag: 'script', attrs: { src: 'first-paint.js' }, head: true, append: false, publicPath: true }],
      // Who develops may watch; the server says it of the built console where it is switched on.
      meta: { visualiser: command === 'dev' && 'development' },
    },
    splitChunks: {
      preset: 'none',
      // Few requests: what everybody needs, what the sign-in shares with every form, and what most pages share.
      cacheGroups: {
        vendor: { test: /node_modules/, name: 'vendor', chunks: 'initial', enforce: true, priority: 3 },
        fields: {
          test: /src\/ui\/form\/(text-fields|field|field-faults)\.|web-react\/es\/Input\/|lodash/,
          name: 'fields',
          chunks: 'async',
          enforce: true,
          priority: 2,
        },
        tabs: {
          test: /src\/ui\/page\/tab-bar\.|web-react\/es\/Tabs\//,
          name: 'tabs',
          chunks: 'async',
          minChunks: 2,
          enforce: true,
          priority: 1,
        },
        pages: {
          test: /src\/ui\/(?!report\/|chart\/)[^/]+\/(?!icon|language-switch|theme-switch|tooltip|base|tab-bar|steps)|machines\/kernel\/(?!report\/|form\/(?:faults|field-rules))|contracts\/vocabulary\/(?:vocabulary|batches)\.|src\/services\/batch|src\/locale\/format\.|web-react\/es\/Tag\//,
          name: 'pages',
          chunks: 'async',
          minChunks: 10,
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
      rspack: { module: { rules: [compiledTexts, ...slimPackages, ...(command === 'build' ? [undescribedMachines] : [])] } },
    },
    server: {
      port: Number(process.env.DEV_PORT ?? 3000),
      host: '127.0.0.1',
      htmlFallback: 'index',
      proxy: {
        '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:8080',
        '/visualiser': process.env.VISUALISER_ORIGIN ?? 'http://127.0.0.1:3002',
      },
    },
  };
});
