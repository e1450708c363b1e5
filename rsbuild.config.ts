import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { compiledTexts, darkClass, kitImports, slimPackages, undescribedMachines, withoutTextParser } from './tools/browser-build.ts';
import { sourcesHash } from './tools/prepare.mjs';

/** Enough of a hash to tell two releases apart. */
const RELEASE_LENGTH = 12;

/** What a visitor loads before signing in; it waits for nothing that only pages need. */
const BEFORE_SIGN_IN = new Set(['index', 'login', 'zh-cn', 'en']);
const isAfterSignIn = ({ name }: { name?: string | undefined }): boolean => name === undefined || !BEFORE_SIGN_IN.has(name);

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
      // Few requests: the code of nearly all pages comes with the first, that of reports and ads with the first that shows them. Smaller
      // shares are part of each page that needs them.
      cacheGroups: {
        vendor: { test: /node_modules/, name: 'vendor', chunks: 'initial', enforce: true, priority: 3 },
        tabs: {
          test: /src\/ui\/page\/tab-bar\.|web-react\/es\/Tabs\//,
          name: 'tabs',
          chunks: 'async',
          minChunks: 2,
          enforce: true,
          priority: 2,
        },
        pages: { name: 'pages', chunks: isAfterSignIn, minChunks: 36, enforce: true, priority: 1 },
        figures: {
          test: /src\/parts\/(launches|reports)\/|src\/ui\/(report|chart)\/|machines\/(kernel|parts)\/(reports?|launches)\/|contracts\/(reports|rules|vocabulary)\/|web-react\/es\/Progress\//,
          name: 'figures',
          chunks: isAfterSignIn,
          minChunks: 18,
          enforce: true,
          priority: 0,
        },
        defaultVendors: false,
        default: { minChunks: 2, minSize: 40_000, reuseExistingChunk: true, priority: -1 },
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
