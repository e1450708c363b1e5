import * as adAccounts from './ad-accounts.ts';
import * as adCopies from './ad-copies.ts';
import * as adEntities from './ad-entities.ts';
import * as adEntityDetails from './ad-entity-details.ts';
import * as adEvents from './ad-events.ts';
import * as adLogs from './ad-logs.ts';
import * as adminEntities from './admin-entities.ts';
import * as alerts from './alerts.ts';
import * as assigning from './asset-assigning.ts';
import * as authorising from './authorising.ts';
import * as batches from './batches.ts';
import * as contracts from './contracts.ts';
import * as crons from './crons.ts';
import * as departments from './departments.ts';
import * as dicts from './dicts.ts';
import * as drafts from './drafts.ts';
import * as dramas from './dramas.ts';
import * as envelope from './envelope.ts';
import * as evaluations from './evaluations.ts';
import * as homepages from './homepages.ts';
import * as hostAccounts from './host-accounts.ts';
import * as hostRules from './host-rules.ts';
import * as hostedPersons from './hosted-persons.ts';
import * as landingPages from './landing-pages.ts';
import * as launchRows from './launch-rows.ts';
import * as launchShapes from './launch-shapes.ts';
import * as uploads from './material-uploads.ts';
import * as materials from './materials.ts';
import * as menus from './menus.ts';
import * as oplogs from './oplogs.ts';
import * as orders from './orders.ts';
import * as pictures from './pictures.ts';
import * as pixelAnalysis from './pixel-analysis.ts';
import * as pixels from './pixels.ts';
import * as posts from './posts.ts';
import * as productImports from './product-imports.ts';
import * as products from './products.ts';
import * as publish from './publish.ts';
import * as reportShapes from './report-shapes.ts';
import * as roles from './roles.ts';
import * as schemeBody from './scheme-body.ts';
import * as schemes from './schemes.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import * as shapes from './shapes.ts';
import * as sheetImports from './sheet-imports.ts';
import * as sites from './sites.ts';
import * as userImports from './user-imports.ts';
import * as users from './users.ts';
import * as views from './views.ts';

/** The exports with a capital letter name the shapes; the first module that exports a schema names it. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  shapes,
  envelope,
  reportShapes,
  launchRows,
  adEntities,
  adEntityDetails,
  launchShapes,
  adEvents,
  adLogs,
  adminEntities,
  adAccounts,
  assigning,
  authorising,
  batches,
  crons,
  dramas,
  homepages,
  landingPages,
  uploads,
  materials,
  pictures,
  pixels,
  posts,
  products,
  publish,
  schemeBody,
  schemes,
  session,
  sheetImports,
  sites,
  users,
  views,
  adCopies,
  alerts,
  contracts,
  departments,
  dicts,
  drafts,
  evaluations,
  hostAccounts,
  hostRules,
  hostedPersons,
  menus,
  oplogs,
  orders,
  pixelAnalysis,
  productImports,
  roles,
  search,
  userImports,
];

/** Rows that are not called by what they are rows of. */
const rowNames: Readonly<Record<string, string>> = {
  SimpleRow: 'PickerOption',
  GroupRow: 'AdGroup',
  ImportRow: 'ImportedUser',
  ProductImportRow: 'ImportedProduct',
  LandingRow: 'LandingPage',
  MenuRow: 'MenuEntry',
  EventRow: 'EntityEvent',
};

/** `Role` for `RoleRow`. */
const nameOfExport = (name: string): string => rowNames[name] ?? name.replace(/Row$/, '');

/** The names of the shapes, by the JSON text of their schemas. */
export function namedShapes(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, shape] of modules.flatMap((module) => Object.entries(module))) {
    if (!/^[A-Z][a-z]/.test(name) || typeof shape !== 'object' || shape === null) continue;
    const text = JSON.stringify(shape);
    if (!names.has(text)) names.set(text, nameOfExport(name));
  }
  return names;
}
