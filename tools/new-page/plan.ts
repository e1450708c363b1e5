import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../command.ts';
import {
  afterImports,
  atTheEnd,
  beforeInterface,
  beforeReturn,
  entriesIn,
  intoInterface,
  intoList,
  intoListAfter,
  intoParameter,
  intoReturned,
  intoTable,
  namesIn,
  type Place,
  type Source,
  variableEndingWith,
  withAll,
} from './anchors.ts';
import { filled, type Names, namesOf, requireSound, type Wanted } from './naming.ts';

/** Templates by the files they become; both from their folders, with placeholders in the latter. */
export const templates: Readonly<Record<string, string>> = {
  'contracts/endpoints.ts': 'contracts/endpoints/{{names}}.ts',
  'contracts/states.ts': 'contracts/provider/{{name}}-states.ts',
  'contracts/pact.test.ts': 'contracts/consumer/{{names}}.pact.test.ts',
  'service/service.ts': 'src/services/{{names}}.service.ts',
  'machine/rules.ts': 'machines/{{name}}-management/{{name}}-rules.ts',
  'machine/machine.ts': 'machines/{{name}}-management/{{name}}-management.machine.ts',
  'machine/walks.ts': 'machines/{{name}}-management/{{name}}-management.walks.ts',
  'machine/machine.test.ts': 'machines/{{name}}-management/{{name}}-management.machine.test.ts',
  'feature/index.ts': 'src/features/{{slug}}/index.ts',
  'feature/messages.ts': 'src/features/{{slug}}/messages/index.ts',
  'feature/zh-cn.json': 'src/features/{{slug}}/messages/zh-cn.json',
  'feature/en.json': 'src/features/{{slug}}/messages/en.json',
  'feature/use-management.ts': 'src/features/{{slug}}/use-{{name}}-management.ts',
  'feature/page.tsx': 'src/features/{{slug}}/{{name}}-management.page.tsx',
  'feature/table.tsx': 'src/features/{{slug}}/{{name}}-table.tsx',
  'feature/drawer.tsx': 'src/features/{{slug}}/{{name}}-drawer.tsx',
  'feature/deletion-dialog.tsx': 'src/features/{{slug}}/{{name}}-deletion-dialog.tsx',
  'feature/page.test.tsx': 'src/features/{{slug}}/{{name}}-management.test.tsx',
  'server/migration.ts': 'server/database/migrations/{{number}}-{{names}}.ts',
  'server/repository.ts': 'server/domain/{{area}}/{{names}}.repository.ts',
  'server/routes.ts': 'server/domain/{{area}}/{{names}}.routes.ts',
  'server/server.test.ts': 'server/domain/{{area}}/{{names}}.test.ts',
};

const REGISTRY = 'src/app/page-registry.ts';
const MIGRATIONS = 'server/database/migrations';

interface Addition {
  file: string;
  /** New names of the module: one that is there already is somebody else's. */
  introduces: string[];
  places: Place[];
}

/** Everything that existing modules must learn of the page. Texts are templates. */
function additions(names: Names, { calls, pagesBefore }: { calls: string; pagesBefore: number }): Addition[] {
  const say = (text: string) => filled(text, names);
  const apiEntries = (entry: (call: string) => string) => ['list', 'export', 'create', 'edit', 'delete'].map((call) => say(entry(call)));
  const bodyOf: Record<string, string> = {
    list: '() => ({})',
    export: "() => ({ columns: ['name'], locale: 'en' })",
    create: '(cast) => ({ name: `{{noun}} ${cast.next()}` })',
    edit: '(cast) => ({ id: cast.{{thing}}, version: 1, remark: `remark ${cast.next()}` })',
    delete: '(cast) => ({ id: cast.{{thing}} })',
  };
  return [
    {
      file: 'contracts/endpoints/index.ts',
      introduces: ['{{things}}'],
      places: [
        afterImports(say("import * as {{things}} from './{{names}}.ts';")),
        intoList(
          'endpoints',
          say(
            ['list{{Things}}', 'export{{Things}}', 'create{{Thing}}', 'edit{{Thing}}', 'delete{{Thing}}']
              .map((each) => `{{things}}.${each}`)
              .join(', '),
          ),
        ),
      ],
    },
    {
      file: 'contracts/states/states.ts',
      introduces: ['{{aNoun}} exists', '{{thing}}Exists', '{{thing}}Changed', 'tooMany{{Things}}'],
      places: [
        intoInterface('Situations', say("'{{aNoun}} exists': { id: number; name: string; version: number }")),
        intoInterface('Situations', say("'{{aNoun}} was changed by somebody': { id: number; by: string }")),
        intoInterface('Situations', say("'there are more {{nouns}} than an export takes': Record<never, never>")),
        atTheEnd(say("export const {{thing}}Exists = state('{{aNoun}} exists');")),
        atTheEnd(say("export const {{thing}}Changed = state('{{aNoun}} was changed by somebody');")),
        atTheEnd(say("export const tooMany{{Things}} = () => state('there are more {{nouns}} than an export takes')({});")),
      ],
    },
    {
      file: 'contracts/states/meanings.ts',
      introduces: [],
      places: [
        intoTable(
          'meanings',
          say(`'{{aNoun}} exists': {
            meaning: { zh: '有一个{{nounZh}}，有备注（非空文字）。', en: 'There is {{aNoun}}, with a remark (some text).' },
            params: {
              id: { zh: '编号，由约定指定。', en: 'Its id, which the contract chooses.' },
              name: { zh: '名称。', en: 'Its name.' },
              version,
            },
          }`),
        ),
        intoTable('meanings', say("'{{aNoun}} was changed by somebody': changedBy('{{nounZh}}', 'The {{noun}}')")),
        intoTable(
          'meanings',
          say(`'there are more {{nouns}} than an export takes': {
            meaning: {
              zh: '{{nounZh}}比一个导出文件允许的多。验证时把上限调小即可。',
              en: 'There are more {{nouns}} than a file may have rows. Lower the limit while verifying.',
            },
            params: {},
          }`),
        ),
      ],
    },
    {
      file: 'contracts/provider/people-states.ts',
      introduces: [],
      places: [intoParameter('logChange', 'targetType', say("'{{target}}'"))],
    },
    {
      file: 'contracts/provider/state-handlers.ts',
      introduces: ['{{thing}}States', '{{aNoun}} exists'],
      places: [
        afterImports(say("import * as {{thing}}States from './{{name}}-states.ts';")),
        intoList('tables', say("'{{table}}'")),
        intoList('numbered', say("'{{table}}'")),
        intoTable('handlers', say("'{{aNoun}} exists': (given) => {{thing}}States.add{{Thing}}(db, given)")),
        intoTable('handlers', say("'{{aNoun}} was changed by somebody': (given) => people.logChange(db, '{{target}}', given)")),
        intoTable(
          'handlers',
          say("'there are more {{nouns}} than an export takes': () => {{thing}}States.add{{Things}}(db, EXPORT_MAX_ROWS + 1)"),
        ),
      ],
    },
    {
      file: 'server/database/schema.ts',
      introduces: ['{{Table}}Table', '{{table}}'],
      places: [
        beforeInterface(
          'Database',
          say(
            'export interface {{Table}}Table extends Kept { version: Defaulted<number>; name: string; remark: string | null; deleted_at: Date | null; }',
          ),
        ),
        intoInterface('Database', say('{{table}}: {{Table}}Table')),
      ],
    },
    {
      file: `${MIGRATIONS}/index.ts`,
      introduces: ['{{things}}'],
      places: [
        afterImports(say("import { {{things}} } from './{{number}}-{{names}}.ts';")),
        intoTable('migrations', say("'{{number}}-{{names}}': {{things}}")),
      ],
    },
    {
      file: say('server/domain/{{area}}/index.ts'),
      introduces: ['{{thing}}Calls'],
      places: [afterImports(say("import { {{thing}}Calls } from './{{names}}.routes.ts';")), intoList(calls, say('...{{thing}}Calls'))],
    },
    {
      file: REGISTRY,
      introduces: [],
      places: [
        intoListAfter(
          'pages',
          pagesBefore,
          say(
            "{ path: '{{path}}', parentPath: '{{parent}}', title: '{{titleZh}}', titleEn: '{{titleEn}}', sort: {{sort}}, area: '{{menuArea}}', load: () => import('#src/features/{{slug}}/index.ts'), }",
          ),
        ),
      ],
    },
    {
      file: 'tests/permissions/cast.ts',
      introduces: ['{{thing}}'],
      places: [
        intoInterface('Cast', say('{{thing}}: number')),
        beforeReturn(
          'setStage',
          say(
            "const {{thing}} = await db.insertInto('{{table}}').values({ name: '甲', remark: null, created_at: now, updated_at: now, deleted_at: null }).returning('id').executeTakeFirstOrThrow();",
          ),
        ),
        intoReturned('setStage', say('{{thing}}: {{thing}}.id')),
      ],
    },
    {
      file: 'tests/permissions/bodies.ts',
      introduces: ['{{api}}/list'],
      places: apiEntries((call) => `'{{api}}/${call}': ${bodyOf[call] ?? ''}`).map((entry) => intoTable('bodies', entry)),
    },
    {
      file: 'tests/permissions/permission-matrix.test.ts',
      introduces: ['{{api}}/list'],
      places: apiEntries((call) => `'{{api}}/${call}': {{matrixRow}}`).map((entry) => intoTable('matrix', entry)),
    },
    {
      file: 'tests/permissions/foreign-ids.test.ts',
      introduces: ['{{api}}/edit'],
      places: [
        intoTable('byId', say("'{{api}}/edit': { by: '{{who}}', body: (id) => ({ id, version: 1, name: 'x' }) }")),
        intoTable('byId', say("'{{api}}/delete': { by: '{{who}}', body: (id) => ({ id }) }")),
      ],
    },
  ];
}

export interface Plan {
  names: Names;
  /** Texts of new files, by their paths from the root. */
  created: Map<string, string>;
  /** New texts of files that are there. */
  changed: Map<string, string>;
}

/** The last page of its group: its number for sorting, and how many pages stand before it in the registry. */
function placeInMenu(registry: Source, { path: wanted, parent, menuArea }: Names): { sort: number; before: number } {
  const groups = entriesIn(registry, 'groups');
  const pages = entriesIn(registry, 'pages');
  if ([...pages, ...groups].some((entry) => entry.path === wanted))
    throw new CommandError(`--path ${wanted}: there is a page at this path`);
  const group = groups.find((entry) => entry.path === parent);
  if (!group) {
    const known = groups.map((entry) => entry.path).join(', ');
    throw new CommandError(`--path ${wanted}: there is no group ${parent} in ${registry.file}; there are ${known}`);
  }
  const beside = pages.filter((page) => page.parentPath === parent).map((page) => Number(page.sort));
  // Numbers of pages begin with that of their group.
  const sort = 1 + Math.max(10 * Number(group.sort), ...beside);
  const last = pages.findLastIndex((page) => page.area === menuArea && Number(page.sort) < sort);
  return { sort, before: last < 0 ? pages.length : last + 1 };
}

/** Says what a page would write, or throws a `CommandError`. Reads, and writes nothing. */
export function planPage(root: string, wanted: Wanted): Plan {
  requireSound(wanted);
  const read = (file: string) => {
    if (!existsSync(path.join(root, file))) throw new CommandError(`${file} is missing: there is nothing to add to`);
    return { file, text: readFileSync(path.join(root, file), 'utf8') };
  };

  const named = namesOf(wanted);
  const { sort, before } = placeInMenu(read(REGISTRY), named);
  const folder = `server/domain/${wanted.area}/index.ts`;
  if (!existsSync(path.join(root, folder))) throw new CommandError(`--area ${wanted.area}: there is no ${folder}`);
  const number = 1 + Math.max(0, ...readdirSync(path.join(root, MIGRATIONS)).map((file) => Number.parseInt(file, 10) || 0));
  const names: Names = { ...named, number: String(number).padStart(4, '0'), sort: String(sort) };

  const created = new Map<string, string>();
  for (const [template, target] of Object.entries(templates)) {
    const file = filled(target, names);
    if (existsSync(path.join(root, file))) throw new CommandError(`--name ${wanted.name}: ${file} is there already`);
    created.set(file, filled(readFileSync(path.join(root, 'tools/new-page/templates', `${template}.tpl`), 'utf8'), names));
  }
  requireOwnWords(root, wanted.name, names);

  const changed = new Map<string, string>();
  for (const { file, introduces, places } of additions(names, { calls: variableEndingWith(read(folder), 'Calls'), pagesBefore: before })) {
    const source = read(file);
    const known = namesIn(source);
    const taken = introduces.map((name) => filled(name, names)).find((name) => known.has(name));
    if (taken !== undefined) throw new CommandError(`--name ${wanted.name}: ${file} has a \`${taken}\` already`);
    changed.set(file, withAll(source, places));
  }
  return { names, created, changed };
}

/** Texts of the page begin with its name, and so do the ids of its machines: neither may be somebody else's. */
function requireOwnWords(root: string, option: string, names: Names): void {
  const thing = names.thing ?? '';
  const filesIn = (folder: string, ending: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .map((file) => `${folder}/${file}`);
  const holder = (files: string[], word: RegExp) => files.find((file) => word.test(readFileSync(path.join(root, file), 'utf8')));
  const texts = holder(filesIn('src', 'zh-cn.json'), new RegExp(`^\\s*"${thing}\\.`, 'm'));
  if (texts) throw new CommandError(`--name ${option}: texts of ${texts} begin with it already`);
  const machine = holder(
    filesIn('machines', '.machine.ts'),
    new RegExp(`\\bid: '${thing}(?:List|Form|Deletion|Export|TableView|Management)'`),
  );
  if (machine) throw new CommandError(`--name ${option}: a machine of ${machine} is called so already`);
}
