import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { compiledTexts, darkClass, kitImports, precompress, withoutTextParser } from './tools/browser-build.ts';

/** The catalogue of the contracts, a page apart from the console: every address in it is relative, so that it opens from a folder as well. */
export default defineConfig(({ command }) => ({
  plugins: [pluginReact(), ...(command === 'build' ? [precompress] : [])],
  source: { entry: { index: './contracts/catalogue/site/main.tsx' }, transformImport: kitImports },
  resolve: { alias: withoutTextParser },
  html: {
    template: './contracts/catalogue/site/index.html',
    favicon: './src/app/public/logo.svg',
    tags: [{ tag: 'script', attrs: { src: 'first-paint.js' }, head: true, append: false, publicPath: true }],
  },
  output: {
    distPath: { root: 'dist/contracts' },
    assetPrefix: 'auto',
    copy: [{ from: './contracts/catalogue/site/public' }],
    legalComments: 'none',
  },
  tools: {
    postcss: (_, { addPlugins }) => addPlugins(darkClass()),
    rspack: { module: { rules: [compiledTexts] } },
  },
  server: {
    port: Number(process.env.DEV_PORT ?? 3001),
    host: '127.0.0.1',
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:8080' },
  },
}));
