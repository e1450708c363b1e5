import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ConsoleServer } from './console-server.ts';

/** Each fits into a name of at most 32 characters. */
export const MARKUP_NAMES = [
  '<script>pwned=1</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "';alert(1)//",
  '</td><iframe src=/login>',
  '<a href=javascript:alert(1)>x',
  '{{constructor.constructor("a")}}',
  '{name} ${1+1} <b>{0}</b>',
  '&lt;i&gt;&#x3c;u&#x3e;',
  '\u202Etxt.exe',
];

/** For remarks and texts. */
export const LONG_MARKUP = `</textarea><script>alert(document.domain)</script><style>*{display:none!important}</style>${'<details open ontoggle=alert(1)>'.repeat(2)}`;

/** What the channel and colleagues may write, and pages show. */
const ASSET_TEXTS = {
  personal_account: ['name', 'remark'],
  ad_account: ['name', 'remark', 'business_name'],
  pixel: ['name'],
  homepage: ['name'],
  site: ['name'],
  drama: ['title'],
  product: ['name'],
  landing_page: ['title'],
  material: ['title'],
  post: ['message', 'headline', 'description'],
} as const;
const LAUNCH_TEXTS = {
  sys_user: ['name', 'remark'],
  campaign: ['name', 'note'],
  ad_group: ['name'],
  ad: ['name', 'primary_text', 'headline', 'description'],
  scheme: ['name', 'remark'],
  host_rule: ['name'],
} as const;

type Server = Pick<ConsoleServer, 'db'>;

/** Gives every row a markup name by turns, in each of these columns another one. */
export async function writeMarkup({ db }: Server, texts: Record<string, readonly string[]>): Promise<void> {
  for (const [table, columns] of Object.entries(texts)) {
    const turns = columns.map(
      (column, turn) =>
        sql`${sql.ref(column)} = (${MARKUP_NAMES}::text[])[(1 + (place.turn + ${turn}::int) % ${MARKUP_NAMES.length}::int)::int]`,
    );
    await sql`
      update ${sql.table(table)} as written set ${sql.join(turns)}
      from (select id, row_number() over (order by id) as turn from ${sql.table(table)}) as place
      where place.id = written.id
    `.execute(db);
  }
}

/** Everything that people and networks name, and what they say of it, is markup. */
export async function writeMarkupIntoAssets(server: Server): Promise<void> {
  await writeMarkup(server, ASSET_TEXTS);
  await server.db.updateTable('post').set({ message: LONG_MARKUP }).execute();
  await server.db
    .updateTable('material')
    .set({ tags: MARKUP_NAMES.slice(0, 2) })
    .execute();
}

/** The same with the names of people, launches and rules. */
export async function writeMarkupIntoLaunches(server: Server): Promise<void> {
  await writeMarkupIntoAssets(server);
  await writeMarkup(server, LAUNCH_TEXTS);
}

/** Waits until a part of the page shows at least so many of the markup names as text. */
export async function seeMarkup(part: Locator, least: number): Promise<void> {
  const shown = async () => {
    const counts = await Promise.all(MARKUP_NAMES.map((name) => part.getByText(name, { exact: true }).count()));
    return counts.filter((count) => count > 0).length;
  };
  await expect.poll(shown, { message: `markup shown as text at ${part.page().url()}` }).toBeGreaterThanOrEqual(least);
}

/** Finds elements that no page of the console has: markup that was not escaped. */
export const findLiveMarkup = (page: Page) =>
  page.evaluate(() => ({
    pwned: 'pwned' in window,
    elements: document.querySelectorAll(
      'iframe, body img[src="x"], [onerror], [onload], [ontoggle], body script:not([src]), body style:not([data-kit]), a[href^="javascript:"]',
    ).length,
  }));

export const NO_LIVE_MARKUP = { pwned: false, elements: 0 };
