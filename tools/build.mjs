// npm run build: builds the console and the other pages from scratch.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { build, guarded, install, requireNode, root } from './prepare.mjs';

await guarded(async () => {
  requireNode();
  await install();
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  await build();
});
