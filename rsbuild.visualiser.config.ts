import { pageApart } from './tools/browser-build.ts';

export default pageApart({
  folder: './visualiser/site',
  dist: 'dist/visualiser',
  port: 3002,
  data: process.env.VISUALISER_DATA ?? './dist/visualiser-data',
});
