import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, resolved, type SourceFile, sourceFiles } from '#tools/source.ts';

/** A path from the root, as a pattern: where something may lead. */
type Target = RegExp | { typesOf: RegExp };

interface Zone {
  /** Which modules live here; the first zone that matches decides. */
  of: RegExp;
  /** Where they may lead; `self` is the folder of the zone that the pattern caught. */
  may: (self: string) => Target[];
  /** Packages by name; absent: any. */
  libraries?: RegExp;
}

const below = (folder: string) => new RegExp(`^${folder.replaceAll('/', '\\/')}\\/`);
const ENDPOINTS = below('contracts/endpoints');
/** What both sides of a call must judge alike: forms and the server, sums of a report and their display. */
const RULES = below('contracts/(?:rules|reports|vocabulary)');
const KERNEL = below('machines/kernel');
/** How many digits a currency has: typed and shown by one table. */
const MONEY = /^machines\/kernel\/form\/money\.ts$/;
/** Subjects that several pages share. */
const SUBJECTS = below('machines/parts');
/** What the visualiser knows of machines: plain data. */
const CHARTS = { typesOf: below('visualiser/model') };
/** What a page apart from the console shares with it. */
const PAGE_APART = /^src\/app\/(?:languages|page-tastes)\.ts$/;
/** All that the visualiser shares with the console, so that it can be a package for other projects. */
const VISUALISER_KIT = [
  'machines/kernel/form/faults.ts',
  'machines/kernel/page/page-contract.ts',
  'machines/kernel/placeholders.ts',
  'machines/kernel/tell.ts',
  'machines/locale/locale.machine.ts',
  'machines/theme/theme.machine.ts',
  'src/app/languages.ts',
  'src/app/page-tastes.ts',
  'src/locale/join-messages.ts',
  'src/locale/locales.ts',
  'src/locale/text-provider.tsx',
  'src/platform/browser-window.ts',
  'src/platform/hash-address.ts',
  'src/platform/page-root.ts',
  'src/ui/form/text-fields.tsx',
  'src/ui/list/search-terms.ts',
  'src/ui/list/slash-focus.ts',
  'src/ui/overlay/announcer.tsx',
  'src/ui/overlay/menu-button.tsx',
  'src/ui/overlay/notice-stack.tsx',
  'src/ui/overlay/notices.ts',
  'src/ui/page/block.tsx',
  'src/ui/page/error-boundary.tsx',
  'src/ui/page/language-switch.tsx',
  'src/ui/page/reach.css',
  'src/ui/page/theme-switch.tsx',
  'src/ui/page/tokens.css',
  'src/ui/page/whole-page.css',
  'src/ui/pick/check-box.tsx',
  'src/ui/pick/choice-fields.tsx',
  'src/ui/pick/pick-list.tsx',
  'src/ui/table/line-window.ts',
  'src/ui/text/copy-text.tsx',
  'src/ui/text/icon-button.tsx',
  'src/ui/text/icons.ts',
  'src/ui/text/marked-text.tsx',
  'src/ui/text/status-tag.tsx',
];
/** Its parts below the given folders. */
const kitOf = (...folders: string[]): RegExp[] =>
  VISUALISER_KIT.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`))).map(
    (file) => new RegExp(`^${file.replaceAll(/[.]/g, String.raw`\.`)}$`),
  );
const VISUALISER = /^visualiser\/(?!.*\.(?:test|walks)\.tsx?$)/;
/** The shape of what the site of the contracts shows. */
const CATALOGUE = { typesOf: /^catalogue\/catalogue\.ts$/ };
/** Of the ad networks; what stands behind it is nobody's business. */
const PORT = /^server\/channel\/[^/]+\.ts$/;
/** The door of each part. */
const PARTS = /^src\/parts\/[^/]+\/(?:index|messages\/index|[^/]+\.wiring)\.ts$/;
const TESTING = /\.(?:test|walks)\.tsx?$|^tests\/|^contracts\/consumer\//;
/** Files that connect machines with services and the platform. */
const WIRING = String.raw`[^/]+\.wiring\.ts$`;

const zones: Zone[] = [
  {
    of: /^((?:catalogue\/|visualiser\/)?machines)\/.+\.walks\.ts$/,
    may: (self) => [below(self), below('machines')],
    libraries: /^xstate$/,
  },
  { of: TESTING, may: () => [/^/] },
  { of: /^(contracts\/endpoints)\//, may: () => [ENDPOINTS, RULES], libraries: /^typebox$/ },
  { of: /^(contracts\/vocabulary)\//, may: (self) => [below(self)], libraries: /^$/ },
  { of: /^(contracts\/reports)\//, may: (self) => [below(self), RULES], libraries: /^$/ },
  { of: /^(contracts\/rules)\//, may: (self) => [below(self), below('contracts/vocabulary'), { typesOf: ENDPOINTS }], libraries: /^$/ },
  {
    of: /^contracts\/openapi\.ts$/,
    may: () => [ENDPOINTS, /^contracts\/share-schemas\.ts$/],
    libraries: /^(typebox|json-stringify-pretty-compact)$/,
  },
  { of: /^contracts\/share-schemas\.ts$/, may: () => [], libraries: /^$/ },
  { of: /^(contracts\/(?:states|sets))\//, may: (self) => [below(self), ENDPOINTS, RULES] },
  { of: /^contracts\/pact-program\.ts$/, may: () => [] },
  { of: /^(contracts\/broker)\//, may: () => [below('contracts')] },
  // A program of its own, composed of parts as the console is.
  {
    of: /^(catalogue\/machines)\//,
    may: (self) => [below(self), KERNEL, below('machines/locale'), below('machines/theme'), CATALOGUE],
    libraries: /^xstate$/,
  },
  {
    of: new RegExp(`^(catalogue/site)/${WIRING}`),
    may: (self) => [
      below(self),
      below('catalogue/machines'),
      CATALOGUE,
      below('machines'),
      below('src/(?:ui|locale|services|platform)'),
      PAGE_APART,
    ],
  },
  {
    of: /^(catalogue\/site)\//,
    may: (self) => [below(self), below('catalogue/machines'), CATALOGUE, below('machines'), below('src/(?:ui|locale)')],
  },
  { of: /^(catalogue)\/[^/]+\.ts$/, may: (self) => [new RegExp(`^${self}\\/[^/]+\\.ts$`), below('contracts')] },
  // How a world follows from the one before is told in one place, to machines as well.
  {
    of: /^(visualiser\/machines)\//,
    may: (self) => [below(self), ...kitOf('machines'), CHARTS, /^visualiser\/model\/world\.ts$/],
    libraries: /^xstate$/,
  },
  { of: /^(machines\/console)\//, may: () => [below('machines')], libraries: /^xstate$/ },
  { of: /^(machines\/kernel)\//, may: (self) => [below(self), RULES, { typesOf: ENDPOINTS }], libraries: /^xstate$/ },
  { of: /^(machines\/parts)\//, may: (self) => [below(self), KERNEL, RULES, { typesOf: ENDPOINTS }], libraries: /^xstate$/ },
  { of: /^(machines\/[^/]+)\//, may: (self) => [below(self), KERNEL, SUBJECTS, RULES, { typesOf: ENDPOINTS }], libraries: /^xstate$/ },
  { of: /^(src\/services)\//, may: (self) => [below(self), ENDPOINTS, RULES], libraries: /^(?:axios|xstate|md5|tus-js-client)$/ },
  { of: /^(src\/platform)\//, may: (self) => [below(self)] },
  { of: /^(src\/locale)\//, may: (self) => [below(self), MONEY, RULES, { typesOf: KERNEL }] },
  // What several pages show of one subject: assets, materials, uploads. It knows no page.
  {
    of: new RegExp(`^(src/parts/[^/]+)/${WIRING}`),
    may: (self) => [below(self), PARTS, KERNEL, SUBJECTS, RULES, below('src/(?:ui|locale|services|platform)'), { typesOf: ENDPOINTS }],
  },
  {
    of: /^(src\/parts\/[^/]+)\//,
    may: (self) => [below(self), PARTS, KERNEL, SUBJECTS, RULES, below('src/(?:ui|locale)'), { typesOf: ENDPOINTS }],
  },
  { of: /^(src\/ui)\//, may: (self) => [below(self), below('src/locale'), KERNEL, RULES] },
  // A hook of the frame may listen to the browser.
  {
    of: /^(src\/layout)\/use-[^/]+\.ts$/,
    may: (self) => [below(self), PARTS, below('machines'), below('src/(?:ui|locale|platform)'), { typesOf: ENDPOINTS }],
  },
  {
    of: /^(visualiser)\/site\/use-[^/]+\.ts$/,
    may: (self) => [below(self), ...kitOf('src/ui', 'src/locale', 'src/platform')],
  },
  {
    of: new RegExp(`^(src/features/[^/]+|src/layout)/${WIRING}`),
    may: (self) => [below(self), PARTS, below('machines'), RULES, below('src/(?:ui|locale|services|platform)'), { typesOf: ENDPOINTS }],
  },
  {
    of: /^(src\/features\/[^/]+|src\/layout)\//,
    may: (self) => [below(self), PARTS, below('machines'), RULES, below('src/(?:ui|locale)'), { typesOf: ENDPOINTS }],
  },
  { of: /^(src\/app)\//, may: () => [below('src'), below('machines'), { typesOf: ENDPOINTS }] },
  {
    of: new RegExp(`^(visualiser)/(?:site|rooms/[^/]+)/${WIRING}`),
    may: (self) => [below(self), ...kitOf('src')],
  },
  // Nothing here knows a machine of ours: a source hands them out.
  { of: /^(visualiser\/adapter)\//, may: () => [], libraries: /^xstate$/ },
  // The program of the package: it runs in Node, and the page only in browsers.
  {
    of: /^(visualiser\/command)\//,
    may: (self) => [below(self), below('visualiser/(?:adapter|drawing|export|gallery|layout|model)')],
    libraries: /^(?:node:|esbuild$|xstate$|ws$)/,
  },
  {
    of: /^(visualiser\/fixtures)\//,
    may: (self) => [below(self), { typesOf: /^visualiser\/adapter\/machine-source\.ts$/ }],
    // One of the foreign machines comes from this package.
    libraries: /^(?:xstate|@sanity\/comlink)$/,
  },
  { of: /^(visualiser\/model)\//, may: (self) => [below(self)], libraries: /^xstate$/ },
  // Into every file of tests goes what notes what machines reach.
  {
    of: /^(visualiser\/coverage)\//,
    may: (self) => [below(self), below('visualiser/model'), { typesOf: below('visualiser/machines') }],
    libraries: /^(?:xstate|node:fs|node:path)$/,
  },
  { of: /^(visualiser\/layout)\//, may: (self) => [below(self), below('visualiser/model')], libraries: /^elkjs$/ },
  // They go into pages of others: no machine of ours, no library.
  { of: /^(visualiser\/recorder)\//, may: (self) => [below(self), below('visualiser/model')], libraries: /^xstate$/ },
  // They go into programs of others.
  {
    of: /^(visualiser\/inspect)\//,
    may: (self) => [below(self), below('visualiser/(?:connection|recorder|model)')],
    libraries: /^(?:xstate|ws)$/,
  },
  { of: /^(visualiser\/connection)\//, may: (self) => [below(self), below('visualiser/(?:recorder|model)')], libraries: /^xstate$/ },
  { of: /^(visualiser\/drawing)\//, may: (self) => [below(self), below('visualiser/(?:layout|model)')], libraries: /^react$/ },
  { of: /^(visualiser)\//, may: (self) => [below(self), ...kitOf('src/ui', 'src/locale')] },
  // What puts a provider into states is in no build that goes to production.
  { of: /^(server\/provider-states)\//, may: () => [below('server'), below('contracts')] },
  { of: /^(server\/database)\//, may: (self) => [below(self)] },
  // The port of the ad networks knows nobody. Behind it an adapter has tables, a clock and pages of its own, and no domain.
  { of: /^(server\/channel)\/[^/]+\.ts$/, may: (self) => [new RegExp(`^${self}\\/[^/]+\\.ts$`)], libraries: /^$/ },
  // Stands in front of the simulated network, in tests only.
  { of: /^server\/channel\/meta\/double\//, may: () => [below('server/channel')] },
  {
    of: /^(server\/channel\/[^/]+)\//,
    may: (self) => [
      below(self),
      /^server\/channel\/[^/]+\.ts$/,
      below('server/database'),
      // The digits of a currency and the laws of a country are facts of the network itself.
      /^contracts\/rules\/(?:currencies|beneficiaries)\.ts$/,
      { typesOf: /^server\/domain\/(?:[^/]+|jobs\/index)\.ts$/ },
    ],
  },
  {
    of: /^(server\/files)\//,
    may: (self) => [
      below(self),
      /^server\/domain\/[^/]+\.ts$/,
      { typesOf: /^server\/domain\/jobs\/index\.ts$/ },
      below('server/database'),
      ENDPOINTS,
    ],
  },
  { of: /^(server\/seed)\//, may: (self) => [below(self), below('server'), { typesOf: RULES }] },
  {
    of: /^(server\/domain\/[^/]+)\//,
    may: (self) => [
      below(self),
      /^server\/domain\/[^/]+\.ts$/,
      /^server\/domain\/[^/]+\/index\.ts$/,
      PORT,
      below('server/database'),
      ENDPOINTS,
      RULES,
    ],
  },
  {
    of: /^(server\/domain)\/[^/]+\.ts$/,
    may: (self) => [/^server\/domain\/[^/]+\.ts$/, { typesOf: below(self) }, PORT, below('server/database'), ENDPOINTS, RULES],
  },
  {
    of: /^(server\/http)\//,
    // Its handle of the database is passed through; only the sign of health asks the database itself.
    may: (self) => [
      below(self),
      /^server\/domain\/(?:[^/]+|[^/]+\/(?:index|wire))\.ts$/,
      { typesOf: /^server\/database\/schema\.ts$/ },
      /^server\/database\/migrate\.ts$/,
      ENDPOINTS,
    ],
  },
  { of: /^(server)\/[^/]+\.ts$/, may: (self) => [below(self), ENDPOINTS] },
  { of: /^(bench)\//, may: () => [/^/] },
  {
    of: /^(tools)\//,
    may: (self) => [
      below(self),
      below('server'),
      below('contracts'),
      below('src'),
      below('machines'),
      below('visualiser'),
      below('catalogue'),
    ],
  },
  { of: /^[^/]+\.config\.ts$/, may: () => [below('tools')] },
];

const reaches = (target: Target, place: string, typeOnly: boolean) =>
  target instanceof RegExp ? target.test(place) : typeOnly && target.typesOf.test(place);

function violations(files: SourceFile[]): string[] {
  return files.flatMap((source) => {
    const zone = zones.find(({ of }) => of.test(source.file));
    if (!zone) return [`${source.file}: belongs nowhere`];
    const allowed = zone.may(zone.of.exec(source.file)?.[1] ?? '');
    // A measurement sets its stage up as a test does.
    const isTest = TESTING.test(source.file) || source.file.startsWith('bench/');
    return importsOf(source).flatMap(({ specifier, typeOnly }) => {
      const target = resolved(source.file, specifier);
      if ('library' in target) {
        return zone.libraries && !zone.libraries.test(target.library) ? [`${source.file} -> package ${target.library}`] : [];
      }
      if (TESTING.test(target.path) && !isTest) return [`${source.file} -> ${target.path}: nothing imports tests`];
      return allowed.some((one) => reaches(one, target.path, typeOnly)) ? [] : [`${source.file} -> ${target.path}`];
    });
  });
}

/** Groups of modules that import each other by any way around; types count. */
function circles(files: SourceFile[]): string[][] {
  const known = new Set(files.map(({ file }) => file));
  const targets = new Map(
    files.map((source) => [
      source.file,
      importsOf(source).flatMap(({ specifier }) => {
        const target = resolved(source.file, specifier);
        return 'path' in target && known.has(target.path) ? [target.path] : [];
      }),
    ]),
  );
  // Modules that import nothing of the rest are taken away until none is left but those in circles, from both ends.
  const peel = (edges: ReadonlyMap<string, readonly string[]>) => {
    const left = new Map(edges);
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const [file, to] of left) if (!to.some((one) => left.has(one))) left.delete(file);
    }
    return left;
  };
  const leading = peel(targets);
  const reversed = new Map(
    [...leading.keys()].map((file) => [file, [...leading].flatMap(([from, to]) => (to.includes(file) ? [from] : []))]),
  );
  const inCircles = new Set(peel(reversed).keys());
  const reachable = (from: string): Set<string> => {
    const seen = new Set<string>();
    const ahead = [from];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      const fresh = (targets.get(next) ?? []).filter((to) => inCircles.has(to) && !seen.has(to));
      for (const to of fresh) seen.add(to);
      ahead.push(...fresh);
    }
    return seen;
  };
  const ways = new Map([...inCircles].map((file) => [file, reachable(file)]));
  const together = [...inCircles].map((file) => [...inCircles].filter((other) => ways.get(file)?.has(other) && ways.get(other)?.has(file)));
  return together.filter((group, at) => group.length > 0 && together.findIndex(([first]) => first === group[0]) === at);
}

const files = sourceFiles();
const planted = (file: string, text: string) => violations([{ file, text }]);

describe('who imports whom', () => {
  it('follows the plan of the house', () => {
    const imports = files.reduce((sum, source) => sum + importsOf(source).length, 0);
    console.log(`${files.length} modules, ${imports} imports`);
    expect(files.length).toBeGreaterThan(300);
    expect(imports).toBeGreaterThan(1500);
    expect(violations(files)).toEqual([]);
  });

  it('goes round in no circle, types included', () => {
    expect(circles(files)).toEqual([]);
  });

  it('notices a circle, also of types alone', () => {
    const planted = [
      { file: 'src/ui/a.ts', text: "import type { B } from './b.ts'; export type A = B;" },
      { file: 'src/ui/b.ts', text: "export { type C as B } from './c.ts';" },
      { file: 'src/ui/c.ts', text: "export type C = number; export const later = () => import('./a.ts');" },
      { file: 'src/ui/d.ts', text: "import './a.ts';" },
      { file: 'src/ui/e.ts', text: 'export const e = 1;' },
    ];
    expect(circles(planted)).toEqual([['src/ui/a.ts', 'src/ui/b.ts', 'src/ui/c.ts']]);
    expect(circles(planted.slice(0, 2))).toEqual([]);
  });

  it('lets the visualiser share a small kit with the console, every part of which it needs', () => {
    const shared = new Set(
      files
        .filter(({ file }) => VISUALISER.test(file))
        .flatMap((source) =>
          importsOf(source).flatMap(({ specifier }) => {
            const target = resolved(source.file, specifier);
            return 'path' in target && !target.path.startsWith('visualiser/') ? [target.path] : [];
          }),
        ),
    );
    expect([...shared].toSorted()).toEqual(VISUALISER_KIT);
  });

  it('keeps folders small enough to be read', () => {
    const count = new Map<string, number>();
    for (const { file } of files) {
      const folder = path.posix.dirname(file);
      if (/^(?:src\/ui|machines\/kernel)(?:\/|$)/.test(folder)) count.set(folder, (count.get(folder) ?? 0) + 1);
    }
    expect(count.size).toBeGreaterThan(10);
    expect([...count].filter(([, inside]) => inside > 45)).toEqual([]);
  });

  it('looks into every floor', () => {
    for (const floor of [
      'contracts/endpoints',
      'machines/kernel',
      'machines/parts',
      'src/app',
      'src/features',
      'src/ui',
      'src/services',
      'server/domain',
      'server/http',
      'tests',
    ]) {
      expect(files.filter(({ file }) => file.startsWith(`${floor}/`)).length, floor).toBeGreaterThan(3);
    }
  });

  it.each([
    ['a machine that knows React', 'machines/index/x.ts', "import { useState } from 'react';"],
    ['a machine that knows the clock of the computer', 'machines/index/x.ts', "import { setTimeout } from 'node:timers/promises';"],
    ['a machine that knows another page', 'machines/index/x.ts', "import { roleList } from '../sys-role/role-management.machine.ts';"],
    ['a machine with a value of the contract', 'machines/index/x.ts', "import { listRoles } from '#contracts/endpoints/roles.ts';"],
    [
      'a machine that passes a value of the contract on',
      'machines/index/x.ts',
      "export { listRoles } from '#contracts/endpoints/roles.ts';",
    ],
    [
      'a machine with a value between types',
      'machines/index/x.ts',
      "import { type RoleRow, listRoles } from '#contracts/endpoints/roles.ts';",
    ],
    ['a machine that knows a service, later', 'machines/index/x.ts', "export const load = () => import('#src/services/http.ts');"],
    ['a feature that knows another', 'src/features/index/x.ts', "import { page } from '#src/features/sys-role/index.ts';"],
    ['a feature that knows another, by a way around', 'src/features/index/x.ts', "import { page } from '../sys-role/index.ts';"],
    ['a view that calls the server', 'src/features/index/x.page.tsx', "import { listRoles } from '#src/services/roles.service.ts';"],
    ['a view that reaches for the browser', 'src/layout/x.tsx', "import { reloadPage } from '#src/platform/browser-window.ts';"],
    [
      'a view of the catalogue that calls the server',
      'catalogue/site/x.tsx',
      "import { loadCatalogue } from '#src/services/contracts.service.ts';",
    ],
    ['a view of the catalogue that builds it', 'catalogue/site/x.tsx', "import { build } from '../build-catalogue.ts';"],
    [
      'a view of the visualiser that reaches for the browser',
      'visualiser/site/x.tsx',
      "import { pageHash } from '#src/platform/hash-address.ts';",
    ],
    [
      'a chart that knows where machines are',
      'visualiser/model/x.ts',
      "import { projectMachines } from '#tools/visualiser/project-machines.ts';",
    ],
    [
      'a program for other projects that knows ours',
      'visualiser/command/x.ts',
      "import { menuMachine } from '#machines/menu/menu.machine.ts';",
    ],
    ['a chart that knows a machine', 'visualiser/model/x.ts', "import { menuMachine } from '#machines/menu/menu.machine.ts';"],
    ['a chart that knows how it is drawn', 'visualiser/model/x.ts', "import { buildDrawing } from '../drawing/build-drawing.ts';"],
    [
      'a view of the visualiser that knows a machine it shows',
      'visualiser/site/x.tsx',
      "import { menu } from '#machines/menu/menu.machine.ts';",
    ],
    ['a layout with a library that is not its own', 'visualiser/layout/x.ts', "import { useState } from 'react';"],
    ['a drawing that knows a machine', 'visualiser/drawing/x.tsx', "import { menuMachine } from '#machines/menu/menu.machine.ts';"],
    ['a recorder that knows a machine', 'visualiser/recorder/x.ts', "import { menuMachine } from '#machines/menu/menu.machine.ts';"],
    ['a connection with the kit of the console', 'visualiser/connection/x.ts', "import { Block } from '#src/ui/page/block.tsx';"],
    ['a console with the recorder in it', 'src/app/x.ts', "import { connect } from '#visualiser/connection/connect.ts';"],
    ['a drawing that knows the kit of the console', 'visualiser/drawing/x.tsx', "import { Block } from '#src/ui/page/block.tsx';"],
    ['a chart that knows the server', 'visualiser/model/x.ts', "import { readConfig } from '#server/config.ts';"],
    ['a page that knows the visualiser', 'src/features/index/x.tsx', "import { buildChart } from '#visualiser/model/build-chart.ts';"],
    ['a machine that draws itself', 'visualiser/machines/x.ts', "import { buildChart } from '#visualiser/model/build-chart.ts';"],
    ['a page that knows the catalogue', 'src/features/index/x.tsx', "import { CallPage } from '#catalogue/site/call-page.tsx';"],
    ['a service that knows a view', 'src/services/x.ts', "import { Table } from '#src/ui/table/data-table.tsx';"],
    ['a service with a library that is not its own', 'src/services/x.ts', "import { format } from 'date-fns';"],
    ['a component that knows a feature', 'src/ui/x.tsx', "import { page } from '#src/features/sys-role/index.ts';"],
    ['the platform that knows a component', 'src/platform/x.ts', "import { Table } from '#src/ui/table/data-table.tsx';"],
    ['the contract with another library', 'contracts/endpoints/x.ts', "import fastify from 'fastify';"],
    ['a rule of both sides that knows the database', 'contracts/rules/x.ts', "import { connect } from '#server/database/connect.ts';"],
    [
      'a rule of both sides with a value of the contract',
      'contracts/rules/x.ts',
      "import { listRoles } from '#contracts/endpoints/roles.ts';",
    ],
    ['the domain that knows HTTP', 'server/domain/people/x.ts', "import { buildApp } from '#server/http/build-app.ts';"],
    ['a domain that knows the inside of another', 'server/domain/people/x.ts', "import { run } from '../jobs/runs.repository.ts';"],
    ['the database that knows the domain', 'server/database/x.ts', "import { people } from '#server/domain/people/index.ts';"],
    ['HTTP that knows the database', 'server/http/x.ts', "import { connect } from '#server/database/connect.ts';"],
    ['the server that knows the console', 'server/x.ts', "import { createConsole } from '#src/app/console.tsx';"],
    ['code that knows tests', 'src/app/x.ts', "import { stage } from '#tests/support/stage.ts';"],
    ['code that knows what tests walk', 'machines/index/x.ts', "import { walks } from './home.walks.ts';"],
    ['a file outside of the plan', 'helpers/x.ts', ''],
  ])('notices %s', (_, file, text) => {
    expect(planted(file, text)).toHaveLength(1);
  });

  it.each([
    ['a machine with types of the contract', 'machines/index/x.ts', "import type { RoleRow } from '#contracts/endpoints/roles.ts';"],
    ['a machine with nothing but types', 'machines/index/x.ts', "import { type RoleRow } from '#contracts/endpoints/roles.ts';"],
    ['the composition of a feature', 'src/features/index/home.wiring.ts', "import { listRoles } from '#src/services/roles.service.ts';"],
    ['a domain that asks another at its door', 'server/domain/people/x.ts', "import { jobs } from '../jobs/index.ts';"],
    ['a machine with a rule of both sides', 'machines/index/x.ts', "import { metrics } from '#contracts/rules/metrics.ts';"],
    ['a test', 'src/ui/x.test.tsx', "import { stage } from '#tests/support/stage.ts';"],
  ])('lets pass %s', (_, file, text) => {
    expect(planted(file, text)).toEqual([]);
  });
});
