import { pageApart } from './tools/browser-build.ts';

export default pageApart({ folder: './contracts/catalogue/site', dist: 'dist/contracts', port: 3001 });
