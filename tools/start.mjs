// npm start: from a fresh checkout to a running console. Plain JavaScript, because no packages are installed yet.
import { buildPages, completePages, guarded, install, requireNode, root } from './prepare.mjs';

await guarded(async () => {
  process.chdir(root);
  requireNode();
  await install();
  const pagesBuilt = buildPages(root, { withVisualiser: process.env.VISUALISER?.trim() === '1' });
  // The server awaits this and prepares its database in the meantime.
  pagesBuilt.catch(() => undefined);
  // Runs in this process, so that one pid can be stopped and no signal has to be passed on.
  const { register } = await import('tsx/esm/api');
  register();
  const { runServer } = await import('../server/run-server.ts');
  await runServer({ pagesBuilt, completePages });
});
