import { CommandError } from '../command.ts';

export interface Wanted {
  path: string;
  name: string;
  zh: string;
  en: string;
  /** Folder below server/domain whose calls they become. */
  area: string;
}

/** What the placeholders of the templates stand for, by their names. */
export type Names = Readonly<Record<string, string>>;

const PATH = /^(?:\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*){2,3}$/;
const WORD = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/;
/** What would end a string of TypeScript or SQL, or mean something in a message. */
const MEANT = /['"`\\{}<>$#\p{Cc}]/u;
const LONGEST = { path: 60, name: 30, title: 40 };

function wrong(option: string, value: string, hint: string): never {
  throw new CommandError(`--${option} ${JSON.stringify(value)}: ${hint}`);
}

function requireTitle(option: 'zh' | 'en', title: string): void {
  if (title.trim() !== title || title === '') wrong(option, title, 'a title, without blanks around it');
  if (title.length > LONGEST.title) wrong(option, title, `at most ${LONGEST.title} characters`);
  if (MEANT.test(title)) wrong(option, title, 'a title without quotes, braces, angle brackets, backslashes, $ and #');
}

/** Throws a `CommandError` that names the first argument that cannot be used. */
export function requireSound({ path, name, zh, en, area }: Wanted): void {
  if (!PATH.test(path)) wrong('path', path, 'a group and a page of it in small letters, such as /sys/example');
  if (path.length > LONGEST.path) wrong('path', path, `at most ${LONGEST.path} characters`);
  if (!WORD.test(name)) wrong('name', name, 'one thing in small letters, words joined by hyphens, such as ad-group');
  if (name.length > LONGEST.name) wrong('name', name, `at most ${LONGEST.name} characters`);
  requireTitle('zh', zh);
  requireTitle('en', en);
  if (!WORD.test(area)) wrong('area', area, 'a folder of server/domain, such as people');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (kebab: string) => kebab.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const words = (kebab: string) => kebab.replaceAll('-', ' ');

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The group of a page in the menu. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export const isAdminPath = (path: string): boolean => path.startsWith('/admin/');

/** Whose page it is, who is kept out and how, and what stands for both in tests and contracts. */
const rightsOf = (path: string): Names =>
  isAdminPath(path)
    ? {
        menuArea: 'admin',
        access: "'superAdmin'",
        who: 'super',
        viewerLevel: '9',
        outsider: 'admin',
        outsiderReason: 'ADMIN_ONLY',
        outsiderText: '仅超级管理员可用',
        matrixRow: 'superOnly',
      }
    : {
        menuArea: 'base',
        access: `{ pages: ['${path}'] }`,
        who: 'admin',
        viewerLevel: '1',
        outsider: 'staff',
        outsiderReason: 'NO_PATH',
        outsiderText: '无权访问',
        matrixRow: 'adminPage',
      };

export function namesOf({ path, name, zh, en, area }: Wanted): Names {
  const names = plural(name);
  const noun = words(name);
  const [root = ''] = path.slice(1).split('/');
  const snake = name.replaceAll('-', '_');
  return {
    name,
    names,
    thing: camel(name),
    things: camel(names),
    Thing: capital(camel(name)),
    Things: capital(camel(names)),
    noun,
    nouns: words(names),
    aNoun: `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
    nounZh: zh.replace(/管理$/, '') || zh,
    titleZh: zh,
    titleEn: en,
    path,
    parent: parentOf(path),
    slug: path.slice(1).replaceAll('/', '-'),
    api: `/${root}-${names}`,
    target: snake,
    targets: names.replaceAll('-', '_'),
    table: `${root}_${snake}`.replaceAll('-', '_'),
    Table: capital(camel(`${root}-${name}`)),
    area,
    peopleImports:
      area === 'people'
        ? "import { versionConflict } from './conflict.ts';\nimport { changesBetween, trimmedName } from './users.rules.ts';"
        : "import { changesBetween, trimmedName, versionConflict } from '../people/index.ts';",
    ...rightsOf(path),
  };
}

/** Puts the names into a template; one that nobody knows is a fault of the template. */
export const filled = (template: string, names: Names): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = names[key];
    if (value === undefined) throw new Error(`a template speaks of {{${key}}}, which nobody knows`);
    return value;
  });
