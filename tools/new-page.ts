// npm run new:page -- --path /sys/example --name example --zh 示例 --en Examples [--area people]
import path from 'node:path';
import { guarded, readArguments, required } from './command.ts';
import { planPage } from './new-page/plan.ts';
import { writePlan } from './new-page/write.ts';

const usage = `npm run new:page -- --path /sys/example --name example --zh 示例 --en Examples [--area people]
  --path  where the page is reached; what stands before the last slash is its group in the menu
  --name  one of the things it shows, in the singular
  --zh    its title in Chinese
  --en    its title in English
  --area  the folder of server/domain that its calls belong to (default: people)`;

const root = path.resolve(import.meta.dirname, '..');

/** Writes a table with its form, from the endpoints to the page, or nothing at all. */
await guarded(async () => {
  const text = { type: 'string' } as const;
  const given = readArguments(usage, { path: text, name: text, zh: text, en: text, area: { type: 'string', default: 'people' } });
  const plan = planPage(root, {
    path: required(given.path, 'path', usage),
    name: required(given.name, 'name', usage),
    zh: required(given.zh, 'zh', usage),
    en: required(given.en, 'en', usage),
    area: given.area,
  });
  writePlan(root, plan);
  const lines = (sign: string, files: Iterable<string>) => [...files].map((file) => `${sign} ${file}`);
  process.stdout.write(
    [
      ...lines('+', plan.created.keys()),
      ...lines('~', plan.changed.keys()),
      '',
      'Next:',
      '  npm run contracts:generate && npm run openapi   # and read the diff: it is a change of the contract',
      '  npm run machines:docs                           # draws what the page may do',
      '  npm run verify',
      'Then give the rows what they are about: the endpoints first, from there the compiler leads on.',
      '',
    ].join('\n'),
  );
});
