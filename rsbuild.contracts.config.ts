import { pageApart } from './tools/browser-build.ts';

export default pageApart({ folder: './catalogue/site', dist: 'dist/contracts', port: 3001 });
