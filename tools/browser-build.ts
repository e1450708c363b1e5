// What every page of ours is built with: the console, the catalogue of the contracts and the visualiser.
import { fileURLToPath } from 'node:url';
import { type ConfigParams, defineConfig, type EnvironmentConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { compressFolder } from './compress.mjs';

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

const KIT = /@arco-design[\\/]web-react[\\/]es[\\/]/.source;
const MENU_STYLES = '../../Menu/style';

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Parts of the kit that nothing here uses, left out of what imports them: menus, hints, global notices, calendars, transitions: over 30 kB. */
const slimKit = [
  // `effectGlobalNotice` is off.
  { test: new RegExp(`${KIT}ConfigProvider`), resolve: { alias: { '../Message': false, '../Notification': false } } },
  // Only calendars and forms of the kit read these.
  {
    test: new RegExp(`${KIT}locale`),
    resolve: { alias: { 'dayjs/locale/zh-cn': false, 'dayjs/locale/en': false, 'b-validate': false } },
  },
  // An alert is taken away as soon as it is closed, and switches have neither texts nor icons: nothing is ever in transition.
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
    // Where two styles are never equal, the line below a tab is placed anew, which changes nothing.
    resolve: { alias: { './dropdown-icon': false, [`${MENU_STYLES}/css.js`]: false, 'lodash/isEqualWith': 'lodash/eq' } },
  },
  { test: new RegExp(`${KIT}Progress`), resolve: { alias: { '../Tooltip': false, '../../Tooltip/style/css.js': false } } },
] as const;

/** Calls are made by XMLHttpRequest, the first choice of axios in a browser: the other one goes. */
const slimHttpClient = { test: /axios[\\/]lib[\\/]adapters/, resolve: { alias: { './fetch.js': false } } } as const;

/** Components of the router that nothing uses go, once making one counts as free of side effects. */
const slimRouter = { test: /react-router[\\/]dist/, use: beside('./pure-components-loader.mjs') } as const;

/** What every page leaves out of its packages. */
export const slimPackages = [...slimKit, slimHttpClient, slimRouter];

/** Texts are compiled while building; what parses them at run time stays at home. */
export const withoutTextParser = { '@formatjs/icu-messageformat-parser$': '@formatjs/icu-messageformat-parser/no-parser.js' };

export const compiledTexts = {
  test: /messages\/(zh-cn|en)\.json$/,
  type: 'javascript/auto',
  use: beside('./compile-messages-loader.mjs'),
} as const;

/** What machines say of themselves is for who develops them: no reader of a page downloads it. */
export const undescribedMachines = {
  test: /machines[\\/].+\.machine\.ts$/,
  enforce: 'pre',
  use: beside('./without-descriptions-loader.mjs'),
} as const;

/** Compresses a page as soon as it is built. */
const precompress: RsbuildPlugin = {
  name: 'precompress',
  setup(api) {
    api.onAfterBuild(() => compressFolder(api.context.distPath));
  },
};

interface PageApart {
  /** Holds `main.tsx` and `index.html`. */
  folder: string;
  /** Where the build goes. */
  dist: string;
  /** Of the development server, where none is given. */
  port: number;
  /** Folder of files made beforehand, which are served as they are. */
  data?: string;
  /** Module that other pages fetch by the name that its file has beside the page: `{ 'name.js': './module.ts' }`. */
  doors?: Readonly<Record<`${string}.js`, string>>;
}

/** A module that stands for itself in one file of a name that never changes, so that pages of other builds find it. */
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
  // What it is fetched into has its own way to learn of changes.
  dev: { hmr: false, liveReload: false },
  tools: { htmlPlugin: false, rspack: { output: { library: { type: 'module' } } } },
});

/** A page apart from the console: every address in it is relative, so that it may stand at any path, or in a folder without a server. */
export const pageApart = ({ folder, dist, port, data, doors = {} }: PageApart) =>
  defineConfig(({ command }: ConfigParams) => {
    const ownPort = Number(process.env.DEV_PORT ?? port);
    const base = process.env.DEV_BASE ?? '/';
    return {
      plugins: [pluginReact(), ...(command === 'build' ? [precompress] : [])],
      source: { transformImport: kitImports },
      resolve: { alias: withoutTextParser },
      environments: {
        web: {
          source: { entry: { index: `${folder}/main.tsx` } },
          html: {
            template: `${folder}/index.html`,
            favicon: './src/app/public/logo.svg',
            tags: [{ tag: 'script', attrs: { src: 'first-paint.js' }, head: true, append: false, publicPath: true }],
          },
          output: { copy: [{ from: './src/platform/public' }, ...(data === undefined ? [] : [{ from: data, noErrorOnMissing: true }])] },
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
        // Through whichever server the page came: what changes is told by its own one, and nothing is asked of it later.
        lazyCompilation: false,
        client: { host: '127.0.0.1', port: ownPort },
        setupMiddlewares: [
          // Addresses in the page are relative to the folder.
          ({ unshift }) =>
            unshift((request, response, next) => {
              if (request.url !== base || base === '/') next();
              else response.writeHead(302, { location: `${base}/` }).end();
            }),
        ],
      },
    };
  });
