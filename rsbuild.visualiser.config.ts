import { pageApart } from './tools/browser-build.ts';

const { VISUALISER_PACKAGE: packageFolder, VISUALISER_DATA: dataFolder } = process.env;
const page = { folder: './visualiser/site', port: 3002 } as const;

export default packageFolder === undefined
  ? pageApart({
      ...page,
      dist: 'dist/visualiser',
      doors: { 'connection.js': './visualiser/connection/connect.ts' },
      data: dataFolder ?? './dist/visualiser-data',
    })
  : // The page of the package speaks English until its reader chooses, and has no machines of its own.
    pageApart({ ...page, dist: packageFolder, language: 'en', title: 'Machines' });
