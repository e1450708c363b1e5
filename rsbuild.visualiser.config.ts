import { pageApart } from './tools/browser-build.ts';

export default pageApart({
  folder: './visualiser/site',
  dist: 'dist/visualiser',
  port: 3002,
  doors: { 'connection.js': './visualiser/connection/connect.ts' },
  data: process.env.VISUALISER_DATA ?? './dist/visualiser-data',
});
