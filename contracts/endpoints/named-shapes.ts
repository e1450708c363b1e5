import * as adAccounts from './ad-accounts.ts';
import * as adEntities from './ad-entities.ts';
import * as adEntityDetails from './ad-entity-details.ts';
import * as adEvents from './ad-events.ts';
import * as adLogs from './ad-logs.ts';
import * as adminEntities from './admin-entities.ts';
import * as assigning from './asset-assigning.ts';
import * as authorising from './authorising.ts';
import * as batches from './batches.ts';
import * as crons from './crons.ts';
import * as dramas from './dramas.ts';
import * as envelope from './envelope.ts';
import * as homepages from './homepages.ts';
import * as landingPages from './landing-pages.ts';
import * as launchRows from './launch-rows.ts';
import * as launchShapes from './launch-shapes.ts';
import * as uploads from './material-uploads.ts';
import * as materials from './materials.ts';
import * as pictures from './pictures.ts';
import * as pixels from './pixels.ts';
import * as posts from './posts.ts';
import * as products from './products.ts';
import * as publish from './publish.ts';
import * as reportShapes from './report-shapes.ts';
import * as schemeBody from './scheme-body.ts';
import * as schemes from './schemes.ts';
import * as session from './session.ts';
import * as shapes from './shapes.ts';
import * as sheetImports from './sheet-imports.ts';
import * as sites from './sites.ts';
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
];

/** The names of the shapes, by the JSON text of their schemas. */
export function namedShapes(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, shape] of modules.flatMap((module) => Object.entries(module))) {
    if (!/^[A-Z][a-z]/.test(name) || typeof shape !== 'object' || shape === null) continue;
    const text = JSON.stringify(shape);
    if (!names.has(text)) names.set(text, name);
  }
  return names;
}
