// npm start: everything from a fresh checkout to a running console. Plain JavaScript, no packages needed yet.
import { buildPages, completePages, guarded, install, requireNode, root } from './prepare.mjs';

await guarded(async () => {
  process.chdir(root);
  requireNode();
  await install();
  const pagesBuilt = buildPages(root, { withVisualiser: process.env.VISUALISER?.trim() === '1' });
  // Awaited by the server, which prepares its database meanwhile.
  pagesBuilt.catch(() => undefined);
  // In this very process: one pid to stop, one to kill, no signal to pass on.
  const { register } = await import('tsx/esm/api');
  register();
  const { runServer } = await import('../server/run-server.ts');
  await runServer({ pagesBuilt, completePages });
});
