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
const RULES = below('contracts/rules');
const KERNEL = below('machines/kernel');
/** How many digits a currency has: typed and shown by one table. */
const MONEY = /^machines\/kernel\/money\.ts$/;
/** What the visualiser knows of machines: plain data. */
const CHARTS = { typesOf: below('visualiser/model') };
/** The visualiser's door in a page that it watches. */
const CONNECTION = { typesOf: /^visualiser\/connection\/connect\.ts$/ };
/** What a page apart from the console shares with it. */
const PAGE_APART = /^src\/app\/(?:languages|page-tastes)\.ts$/;
/** The shape of what the site of the contracts shows. */
const CATALOGUE = { typesOf: /^contracts\/catalogue\/catalogue\.ts$/ };
/** Of the ad networks; what stands behind it is nobody's business. */
const PORT = /^server\/channel\/[^/]+\.ts$/;
/** The door of each part. */
const PARTS = /^src\/parts\/[^/]+\/(?:index\.ts|use-[^/]+\.ts)$/;
const TESTING = /\.(?:test|walks)\.tsx?$|^tests\/|^contracts\/consumer\//;

const zones: Zone[] = [
  { of: /^(machines)\/.+\.walks\.ts$/, may: () => [below('machines')], libraries: /^xstate$/ },
  { of: TESTING, may: () => [/^/] },
  { of: /^(contracts\/endpoints)\//, may: () => [ENDPOINTS, RULES], libraries: /^typebox$/ },
  { of: /^(contracts\/rules)\//, may: (self) => [below(self), { typesOf: ENDPOINTS }], libraries: /^$/ },
  { of: /^contracts\/openapi\.ts$/, may: () => [ENDPOINTS], libraries: /^typebox$/ },
  { of: /^(contracts\/(?:states|sets))\//, may: (self) => [below(self), ENDPOINTS] },
  {
    of: /^(contracts\/catalogue\/site)\/use-[^/]+\.ts$/,
    may: (self) => [below(self), CATALOGUE, below('machines'), below('src/(?:ui|locale|services|platform)'), PAGE_APART],
  },
  { of: /^(contracts\/catalogue\/site)\//, may: (self) => [below(self), CATALOGUE, below('machines'), below('src/(?:ui|locale)')] },
  { of: /^contracts\/pact-program\.ts$/, may: () => [] },
  // Server and console know neither: what puts a provider into states is in no build that goes to production.
  { of: /^(contracts\/(?:provider|broker|catalogue))\//, may: () => [below('contracts'), below('server')] },
  // A program of its own, composed of parts as the console is.
  { of: /^(machines\/contract-catalogue)\//, may: () => [below('machines'), CATALOGUE], libraries: /^xstate$/ },
  // How a world follows from the one before is told in one place, to machines as well.
  { of: /^(machines\/visualiser)\//, may: () => [below('machines'), CHARTS, /^visualiser\/model\/world\.ts$/], libraries: /^xstate$/ },
  { of: /^(machines\/console)\//, may: () => [below('machines')], libraries: /^xstate$/ },
  { of: /^(machines\/[^/]+)\//, may: (self) => [below(self), KERNEL, RULES, { typesOf: ENDPOINTS }], libraries: /^xstate$/ },
  { of: /^(src\/services)\//, may: (self) => [below(self), ENDPOINTS, RULES], libraries: /^(?:axios|xstate|md5|tus-js-client)$/ },
  { of: /^(src\/platform)\//, may: (self) => [below(self)] },
  { of: /^(src\/locale)\//, may: (self) => [below(self), MONEY, RULES, { typesOf: KERNEL }] },
  // What several pages show of one subject: assets, materials, uploads. It knows no page.
  {
    of: /^(src\/parts\/[^/]+)\/use-[^/]+\.ts$/,
    may: (self) => [below(self), PARTS, KERNEL, RULES, below('src/(?:ui|locale|services|platform)'), { typesOf: ENDPOINTS }],
  },
  { of: /^(src\/parts\/[^/]+)\//, may: (self) => [below(self), PARTS, KERNEL, RULES, below('src/(?:ui|locale)'), { typesOf: ENDPOINTS }] },
  { of: /^(src\/ui)\//, may: (self) => [below(self), below('src/locale'), KERNEL, RULES] },
  {
    of: /^(src\/features\/[^/]+|src\/layout)\/use-[^/]+\.ts$/,
    may: (self) => [below(self), PARTS, below('machines'), RULES, below('src/(?:ui|locale|services|platform)'), { typesOf: ENDPOINTS }],
  },
  {
    of: /^(src\/features\/[^/]+|src\/layout)\//,
    may: (self) => [below(self), PARTS, below('machines'), RULES, below('src/(?:ui|locale)'), { typesOf: ENDPOINTS }],
  },
  // Of what is fetched only where somebody may watch, the console knows the shape.
  { of: /^(src\/app)\//, may: () => [below('src'), below('machines'), { typesOf: ENDPOINTS }, CONNECTION] },
  {
    of: /^(visualiser)\/(?:site|rooms\/[^/]+)\/use-[^/]+\.ts$/,
    may: (self) => [below(self), below('machines/visualiser'), below('src/(?:ui|locale|platform)'), PAGE_APART],
  },
  // Whoever reads, lays out or draws a chart knows no machine of ours: the adapter alone knows where they are.
  { of: /^(visualiser\/adapter)\//, may: (self) => [below(self), below('machines')] },
  {
    of: /^(visualiser\/fixtures)\//,
    may: (self) => [below(self), { typesOf: /^visualiser\/adapter\/machine-source\.ts$/ }],
    libraries: /^xstate$/,
  },
  { of: /^(visualiser\/model)\//, may: (self) => [below(self)], libraries: /^xstate$/ },
  // Into every file of tests goes what notes what machines reach.
  {
    of: /^(visualiser\/coverage)\//,
    may: (self) => [below(self), below('visualiser/model'), { typesOf: below('machines/visualiser') }],
    libraries: /^(?:xstate|node:fs|node:path)$/,
  },
  { of: /^(visualiser\/layout)\//, may: (self) => [below(self), below('visualiser/model')], libraries: /^elkjs$/ },
  // They go into pages of others: no machine of ours, no library.
  { of: /^(visualiser\/recorder)\//, may: (self) => [below(self), below('visualiser/model')], libraries: /^xstate$/ },
  { of: /^(visualiser\/connection)\//, may: (self) => [below(self), below('visualiser/(?:recorder|model)')], libraries: /^xstate$/ },
  { of: /^(visualiser\/drawing)\//, may: (self) => [below(self), below('visualiser/(?:layout|model)')], libraries: /^react$/ },
  { of: /^(visualiser)\//, may: (self) => [below(self), below('machines/visualiser'), below('src/(?:ui|locale)')] },
  { of: /^(server\/database)\//, may: (self) => [below(self)] },
  // The port of the ad networks knows nobody. Behind it an adapter has tables, a clock and pages of its own, and no domain.
  { of: /^(server\/channel)\/[^/]+\.ts$/, may: (self) => [new RegExp(`^${self}\\/[^/]+\\.ts$`)], libraries: /^$/ },
  {
    of: /^(server\/channel\/[^/]+)\//,
    may: (self) => [
      below(self),
      /^server\/channel\/[^/]+\.ts$/,
      below('server/database'),
      // The digits of a currency are a fact of the network itself.
      /^contracts\/rules\/currencies\.ts$/,
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
      /^server\/domain\/(?:[^/]+|[^/]+\/index)\.ts$/,
      { typesOf: /^server\/database\/schema\.ts$/ },
      /^server\/database\/migrate\.ts$/,
      ENDPOINTS,
    ],
  },
  { of: /^(server)\/[^/]+\.ts$/, may: (self) => [below(self), ENDPOINTS] },
  { of: /^(bench)\//, may: () => [/^/] },
  {
    of: /^(tools)\//,
    may: (self) => [below(self), below('server'), below('contracts'), below('src'), below('machines'), below('visualiser')],
  },
  { of: /^[^/]+\.config\.ts$/, may: () => [below('tools')] },
];

const reaches = (target: Target, path: string, typeOnly: boolean) =>
  target instanceof RegExp ? target.test(path) : typeOnly && target.typesOf.test(path);

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

  it('looks into every floor', () => {
    for (const floor of [
      'contracts/endpoints',
      'machines/kernel',
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
    ['a machine that knows React', 'machines/home/x.ts', "import { useState } from 'react';"],
    ['a machine that knows the clock of the computer', 'machines/home/x.ts', "import { setTimeout } from 'node:timers/promises';"],
    [
      'a machine that knows another page',
      'machines/home/x.ts',
      "import { roleList } from '../role-management/role-management.machine.ts';",
    ],
    ['a machine with a value of the contract', 'machines/home/x.ts', "import { listRoles } from '#contracts/endpoints/roles.ts';"],
    [
      'a machine that passes a value of the contract on',
      'machines/home/x.ts',
      "export { listRoles } from '#contracts/endpoints/roles.ts';",
    ],
    [
      'a machine with a value between types',
      'machines/home/x.ts',
      "import { type RoleRow, listRoles } from '#contracts/endpoints/roles.ts';",
    ],
    ['a machine that knows a service, later', 'machines/home/x.ts', "export const load = () => import('#src/services/http.ts');"],
    ['a feature that knows another', 'src/features/index/x.ts', "import { page } from '#src/features/sys-role/index.ts';"],
    ['a feature that knows another, by a way around', 'src/features/index/x.ts', "import { page } from '../sys-role/index.ts';"],
    ['a view that calls the server', 'src/features/index/x.page.tsx', "import { listRoles } from '#src/services/roles.service.ts';"],
    ['a view that reaches for the browser', 'src/layout/x.tsx', "import { reloadPage } from '#src/platform/browser-window.ts';"],
    [
      'a view of the catalogue that calls the server',
      'contracts/catalogue/site/x.tsx',
      "import { loadCatalogue } from '#src/services/contracts.service.ts';",
    ],
    ['a view of the catalogue that builds it', 'contracts/catalogue/site/x.tsx', "import { build } from '../build-catalogue.ts';"],
    [
      'a view of the visualiser that reaches for the browser',
      'visualiser/site/x.tsx',
      "import { pageHash } from '#src/platform/hash-address.ts';",
    ],
    ['a chart that knows where machines are', 'visualiser/model/x.ts', "import { ourMachines } from '../adapter/our-machines.ts';"],
    ['a chart that knows a machine', 'visualiser/model/x.ts', "import { menuMachine } from '#machines/menu/menu.machine.ts';"],
    ['a chart that knows how it is drawn', 'visualiser/model/x.ts', "import { drawingOf } from '../drawing/drawing-of.ts';"],
    [
      'a view of the visualiser that knows a machine it shows',
      'visualiser/site/x.tsx',
      "import { menu } from '#machines/menu/menu.machine.ts';",
    ],
    ['a layout with a library that is not its own', 'visualiser/layout/x.ts', "import { useState } from 'react';"],
    ['a drawing that knows a machine', 'visualiser/drawing/x.tsx', "import { menuMachine } from '#machines/menu/menu.machine.ts';"],
    ['a recorder that knows a machine', 'visualiser/recorder/x.ts', "import { menuMachine } from '#machines/menu/menu.machine.ts';"],
    ['a connection with the kit of the console', 'visualiser/connection/x.ts', "import { Block } from '#src/ui/block.tsx';"],
    ['a console with the recorder in it', 'src/app/x.ts', "import { connect } from '#visualiser/connection/connect.ts';"],
    ['a drawing that knows the kit of the console', 'visualiser/drawing/x.tsx', "import { Block } from '#src/ui/block.tsx';"],
    ['a chart that knows the server', 'visualiser/model/x.ts', "import { readConfig } from '#server/config.ts';"],
    ['a page that knows the visualiser', 'src/features/index/x.tsx', "import { chartOf } from '#visualiser/model/chart-of.ts';"],
    ['a machine that draws itself', 'machines/visualiser/x.ts', "import { chartOf } from '#visualiser/model/chart-of.ts';"],
    ['a page that knows the catalogue', 'src/features/index/x.tsx', "import { CallPage } from '#contracts/catalogue/site/call-page.tsx';"],
    ['a service that knows a view', 'src/services/x.ts', "import { Table } from '#src/ui/data-table.tsx';"],
    ['a service with a library that is not its own', 'src/services/x.ts', "import { format } from 'date-fns';"],
    ['a component that knows a feature', 'src/ui/x.tsx', "import { page } from '#src/features/sys-role/index.ts';"],
    ['the platform that knows a component', 'src/platform/x.ts', "import { Table } from '#src/ui/data-table.tsx';"],
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
    ['code that knows what tests walk', 'machines/home/x.ts', "import { walks } from './home.walks.ts';"],
    ['a file outside of the plan', 'helpers/x.ts', ''],
  ])('notices %s', (_, file, text) => {
    expect(planted(file, text)).toHaveLength(1);
  });

  it.each([
    ['a machine with types of the contract', 'machines/home/x.ts', "import type { RoleRow } from '#contracts/endpoints/roles.ts';"],
    ['a machine with nothing but types', 'machines/home/x.ts', "import { type RoleRow } from '#contracts/endpoints/roles.ts';"],
    ['the composition of a feature', 'src/features/index/use-home.ts', "import { listRoles } from '#src/services/roles.service.ts';"],
    ['a domain that asks another at its door', 'server/domain/people/x.ts', "import { jobs } from '../jobs/index.ts';"],
    ['a machine with a rule of both sides', 'machines/home/x.ts', "import { metrics } from '#contracts/rules/metrics.ts';"],
    ['a test', 'src/ui/x.test.tsx', "import { stage } from '#tests/support/stage.ts';"],
  ])('lets pass %s', (_, file, text) => {
    expect(planted(file, text)).toEqual([]);
  });
});
