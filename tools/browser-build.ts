// Build settings shared by every page: the console, the catalogue of the contracts and the visualiser.
import { fileURLToPath } from 'node:url';
import { type ConfigParams, defineConfig, type EnvironmentConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { CHANGES, createDataHandler } from '../visualiser/command/serve-site.ts';
import { compressFolder } from './compress.mjs';

/** Arco marks its dark theme with an attribute of the body; the console uses a class on the page root. */
export const darkClass = () => ({
  postcssPlugin: 'dark-class',
  Rule(rule: { selector: string }) {
    if (rule.selector.includes('arco-theme')) rule.selector = rule.selector.replaceAll(/body\[arco-theme=['"]?dark['"]?\]/g, '.dark body');
  },
});

/** Imports the kit component by component, each with its styles. */
export const kitImports = [
  { libraryName: '@arco-design/web-react', libraryDirectory: 'es', camelToDashComponentName: false, style: 'css' as const },
  { libraryName: '@arco-design/web-react/icon', libraryDirectory: 'react-icon', camelToDashComponentName: false },
];

const KIT = /@arco-design[\\/]web-react[\\/]es[\\/]/.source;
const MENU_STYLES = '../../Menu/style';

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Unused parts of the kit, removed from the modules that import them: menus, hints, global notices, calendars, transitions. Saves over 30
 * kB.
 */
const slimKit = [
  // `effectGlobalNotice` is off.
  { test: new RegExp(`${KIT}ConfigProvider`), resolve: { alias: { '../Message': false, '../Notification': false } } },
  // Only calendars and forms of the kit read these.
  {
    test: new RegExp(`${KIT}locale`),
    resolve: { alias: { 'dayjs/locale/zh-cn': false, 'dayjs/locale/en': false, 'b-validate': false } },
  },
  // Alerts disappear at once and switches have neither texts nor icons, so nothing is ever in transition.
  {
    test: new RegExp(`${KIT}(?:Alert|Switch)`),
    resolve: { alias: { '../_util/CSSTransition': beside('./without-transition.mjs'), 'react-transition-group': false } },
  },
  { test: new RegExp(`${KIT}_util`), resolve: { alias: { 'resize-observer-polyfill': beside('./native-resize-observer.mjs') } } },
  {
    test: new RegExp(`${KIT}Breadcrumb`),
    resolve: { alias: { '../Dropdown': false, '../Menu': false, [`${MENU_STYLES}/index.css`]: false } },
  },
  {
    test: new RegExp(`${KIT}Tabs`),
    // Never-equal styles only place the line below a tab again, which changes nothing.
    resolve: { alias: { './dropdown-icon': false, [`${MENU_STYLES}/css.js`]: false, 'lodash/isEqualWith': 'lodash/eq' } },
  },
  { test: new RegExp(`${KIT}Progress`), resolve: { alias: { '../Tooltip': false, '../../Tooltip/style/css.js': false } } },
] as const;

/** Axios prefers XMLHttpRequest in browsers, so its fetch adapter is removed. */
const slimHttpClient = { test: /axios[\\/]lib[\\/]adapters/, resolve: { alias: { './fetch.js': false } } } as const;

/** Unused router components are removed once their creation counts as free of side effects. */
const slimRouter = { test: /react-router[\\/]dist/, use: beside('./pure-components-loader.mjs') } as const;

/** Parts of packages that every page leaves out. */
export const slimPackages = [...slimKit, slimHttpClient, slimRouter];

/** Texts are compiled by the build, so their parser is left out. */
export const withoutTextParser = { '@formatjs/icu-messageformat-parser$': '@formatjs/icu-messageformat-parser/no-parser.js' };

export const compiledTexts = {
  test: /messages\/(zh-cn|en)\.json$/,
  type: 'javascript/auto',
  use: beside('./compile-messages-loader.mjs'),
} as const;

/** Descriptions of machines are for developers, so readers of a page do not download them. */
export const undescribedMachines = {
  test: /machines[\\/].+\.machine\.ts$/,
  enforce: 'pre',
  use: beside('./without-descriptions-loader.mjs'),
} as const;

/** For pages of developers: 2 percent larger than with the strongest compression, in less than half of the time. */
const QUICK_QUALITY = 10;

/** Compresses a page after it is built. */
const precompress: RsbuildPlugin = {
  name: 'precompress',
  setup(api) {
    api.onAfterBuild(() => compressFolder(api.context.distPath, { quality: QUICK_QUALITY }));
  },
};

interface PageApart {
  /** The folder of `main.tsx` and `index.html`. */
  folder: string;
  /** The target folder. */
  dist: string;
  /** The port of the development server when none is given. */
  port: number;
  /** A folder of prepared files, which are served unchanged. */
  data?: string;
  /** Modules that other pages load under a fixed file name: `{ 'name.js': './module.ts' }`. */
  doors?: Readonly<Record<`${string}.js`, string>>;
  /** Spoken until the reader chooses; without it, the language that the browser prefers. Such a page is for other servers, so it is not compressed. */
  language?: 'en';
  title?: string;
}

/** Builds a module into one file with a fixed name, so that pages of other builds find it. */
const door = (name: string, module: string): EnvironmentConfig => ({
  source: { entry: { [name.slice(0, -'.js'.length)]: module } },
  output: {
    distPath: { js: '' },
    filename: { js: '[name].js' },
    module: true,
    // The page is in the same folder.
    cleanDistPath: false,
  },
  splitChunks: false,
  // The page that loads it learns of changes in its own way.
  dev: { hmr: false, liveReload: false },
  tools: { htmlPlugin: false, rspack: { output: { library: { type: 'module' } } } },
});

/** A page apart from the console. Its addresses are relative, so that it works at any path, or in a folder without a server. */
export const pageApart = ({ folder, dist, port, data, doors = {}, language, title }: PageApart) =>
  defineConfig(({ command }: ConfigParams) => {
    const ownPort = Number(process.env.DEV_PORT ?? port);
    const base = process.env.DEV_BASE ?? '/';
    return {
      plugins: [pluginReact(), ...(command === 'build' && language === undefined ? [precompress] : [])],
      source: { transformImport: kitImports },
      resolve: { alias: withoutTextParser },
      environments: {
        web: {
          source: { entry: { index: `${folder}/main.tsx` } },
          html: {
            template: `${folder}/index.html`,
            favicon: './src/app/public/logo.svg',
            ...(title !== undefined && { title }),
            meta: {
              ...(language !== undefined && { language }),
              ...(command === 'dev' && data !== undefined && { 'visualiser-server': CHANGES }),
            },
            tags: [{ tag: 'script', attrs: { src: 'first-paint.js' }, head: true, append: false, publicPath: true }],
          },
          output: {
            copy: [
              { from: './src/platform/public' },
              ...(data === undefined || command === 'dev' ? [] : [{ from: data, noErrorOnMissing: true }]),
            ],
          },
        },
        ...Object.fromEntries(Object.entries(doors).map(([name, module]) => [name.slice(0, -'.js'.length), door(name, module)])),
      },
      output: { distPath: { root: dist }, assetPrefix: 'auto', legalComments: 'none' },
      tools: {
        postcss: (_, { addPlugins }) => addPlugins(darkClass()),
        rspack: { module: { rules: [compiledTexts, ...slimPackages, ...(command === 'build' ? [undescribedMachines] : [])] } },
      },
      server: {
        base,
        port: ownPort,
        host: '127.0.0.1',
        proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:8080' },
      },
      dev: {
        // Hot reload connects to its own server, whichever server delivered the page, and does nothing afterwards.
        lazyCompilation: false,
        client: { host: '127.0.0.1', port: ownPort },
        setupMiddlewares: [
          // Addresses in the page are relative to the folder.
          ({ unshift }) =>
            unshift((request, response, next) => {
              if (request.url !== base || base === '/') next();
              else response.writeHead(302, { location: `${base}/` }).end();
            }),
          // Read from their folder at each request, so that data written while the page is open are found at once.
          ({ unshift }) => {
            if (data === undefined) return;
            const handler = createDataHandler(data);
            unshift((request, response, next) => {
              const name = (request.url ?? '').split('?', 1)[0]?.slice(base === '/' ? 1 : base.length + 1) ?? '';
              if (!handler.handle(name, response)) next();
            });
          },
        ],
      },
    };
  });
