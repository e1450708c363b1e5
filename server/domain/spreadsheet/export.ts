import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { Kysely, RawBuilder } from 'kysely';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';
import { formatFileStamp, formatInstant, wallClock } from '../instants.ts';
import { refuse, refuseFields } from '../refusal.ts';
import type { Caller } from '../work-context.ts';
import type { Sheet, SheetCell, SheetColumn, SheetCount, SheetFile, SheetRow } from './sheet.ts';
import { RowWriter, Styles } from './sheet-xml.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { writeWorkbook } from './write-workbook.ts';

export type Locale = 'zh-cn' | 'en';

export type { Words };

/** A column of an export; instants are shown in the reader's time zone. */
export interface ExportColumn<Row> extends Words {
  width: number;
  /** Number or date format of the spreadsheet program; instants have a default format. */
  format?: string;
  cell(row: Row, locale: Locale): SheetCell;
}

/** A filter described for the reader. */
export interface DescribedFilter {
  name: Words;
  value: Words | string;
}

export const pick = (words: Words, locale: Locale): string => (locale === 'zh-cn' ? words.zh : words.en);

interface FiguresAsOf {
  newestAt: Date;
  stale: readonly { label: string; since: string }[];
}

/** Describes an export. All its queries see the same snapshot of the database. */
export interface ExportSource<Row, Found> {
  page: Words;
  /** Part of the ASCII file name. */
  slug: string;
  /** Covered days, for the file name. */
  days?: readonly [string, string] | undefined;
  columns: Readonly<Record<string, ExportColumn<Row>>>;
  /** Counts all rows. */
  count(db: Kysely<Database>): Promise<number>;
  /** Selects these rows in order. */
  rows: RawBuilder<Found>;
  shape(found: Found): Row;
  /** Descriptions of the active filters, for the notes. */
  filters?: (db: Kysely<Database>) => Promise<readonly DescribedFilter[]>;
  /** Freshness of the figures, if there are any, with the accounts that are behind. */
  figuresAsOf?: (db: Kysely<Database>) => Promise<FiguresAsOf | undefined>;
  /** Further lines of the notes, such as formulas. */
  notes?: (db: Kysely<Database>) => Promise<readonly DescribedFilter[]>;
  /** Values of the total row by column, where the page has totals. Its label goes into a column without a total. */
  totals?: (db: Kysely<Database>) => Promise<Readonly<Record<string, SheetCell>>>;
  /** A second total row with a label of its own, for what the totals do not include. */
  besideTotals?: (db: Kysely<Database>) => Promise<{ words: Words; cells: Readonly<Record<string, SheetCell>> } | undefined>;
}

interface ExportRequest {
  columns: readonly string[];
  locale: Locale;
  /** Requests only the number of rows. */
  count_only?: true | undefined;
}

/** Approximate size of a file without rows. */
const EMPTY_FILE_BYTES = 3_500;
const deflate = promisify(deflateRaw);

/** Estimates the size of the finished file from its first rows. */
async function estimateLength(columns: readonly SheetColumn[], first: readonly SheetRow[], count: number): Promise<number> {
  if (first.length === 0) return EMPTY_FILE_BYTES;
  const writer = new RowWriter(columns, new Styles([{ columns }]));
  const bytes = await deflate(Buffer.from(first.map((row, index) => writer.row(index + 2, row)).join('')));
  return EMPTY_FILE_BYTES + Math.round((bytes.length * count) / first.length);
}

/** Passes all rows on, beginning with the known first portion. Throws when their number differs from the promised one. */
async function* checkRowCount<Row>(
  first: readonly Row[],
  others: AsyncIterable<readonly Row[]>,
  count: number,
): AsyncGenerator<readonly Row[]> {
  let seen = first.length;
  yield first;
  for await (const portion of others) {
    seen += portion.length;
    yield portion;
  }
  if (seen !== count) throw new Error(`an export of ${count} rows came to ${seen}`);
}

const notes: Record<
  'title' | 'item' | 'value' | 'page' | 'at' | 'fresh' | 'behind' | 'by' | 'rows' | 'zone' | 'filters' | 'none' | 'total',
  Words
> = {
  title: { zh: '说明', en: 'Notes' },
  item: { zh: '项目', en: 'Item' },
  value: { zh: '内容', en: 'Value' },
  page: { zh: '页面', en: 'Page' },
  at: { zh: '导出时间', en: 'Exported at' },
  fresh: { zh: '数据更新至', en: 'Data as of' },
  behind: { zh: '停更账户', en: 'Behind' },
  by: { zh: '导出人', en: 'Exported by' },
  rows: { zh: '行数', en: 'Rows' },
  zone: { zh: '时区', en: 'Time zone' },
  filters: { zh: '筛选', en: 'Filters' },
  none: { zh: '无', en: 'None' },
  total: { zh: '合计', en: 'Total' },
};

const describeTimezone = (timezone: string): Words => ({ zh: `时间均按 ${timezone} 显示`, en: `All times are shown in ${timezone}` });

/** The freshness as the page shows it, with one line per account that is behind. */
function freshnessLines({ newestAt, stale }: FiguresAsOf, timezone: string): [Words, Words][] {
  const format = (instant: Date) => formatInstant(instant, timezone);
  const newest = format(newestAt);
  const [oldest] = stale;
  if (oldest === undefined) return [[notes.fresh, { zh: newest, en: newest }]];
  const since = format(new Date(oldest.since));
  const count = stale.length;
  return [
    [
      notes.fresh,
      {
        zh: count === 1 ? `${newest}（1 个账户停在 ${since}）` : `${newest}（${count} 个账户未更新，最早停在 ${since}）`,
        en:
          count === 1 ? `${newest} (1 account stopped at ${since})` : `${newest} (${count} accounts are behind, the first since ${since})`,
      },
    ],
    ...stale.map(({ label, since: at }): [Words, Words] => {
      const text = format(new Date(at));
      return [
        { zh: `${notes.behind.zh}：${label}`, en: `${notes.behind.en}: ${label}` },
        { zh: text, en: text },
      ];
    }),
  ];
}

function createNotesSheet(input: {
  page: Words;
  caller: Caller;
  now: Date;
  locale: Locale;
  count: number;
  fresh: FiguresAsOf | undefined;
  filters: readonly DescribedFilter[];
  more: readonly DescribedFilter[];
}): Sheet {
  const { page, caller, now, locale, count, fresh, filters, more } = input;
  const translate = (words: Words | string) => (typeof words === 'string' ? words : pick(words, locale));
  const lines: [Words, Words | string | number][] = [
    [notes.page, page],
    ...(fresh === undefined ? [] : freshnessLines(fresh, caller.timezone)),
    [notes.at, formatInstant(now, caller.timezone)],
    [notes.by, caller.account],
    [notes.rows, count],
    [notes.zone, describeTimezone(caller.timezone)],
    ...(filters.length === 0 ? [[notes.filters, notes.none] as [Words, Words]] : []),
    ...filters.map(({ name, value }): [Words, Words | string] => [
      { zh: `${notes.filters.zh}:${name.zh}`, en: `${notes.filters.en}: ${name.en}` },
      value,
    ]),
    ...more.map(({ name, value }): [Words, Words | string] => [name, value]),
  ];
  return {
    name: translate(notes.title),
    columns: [
      { title: translate(notes.item), width: 24 },
      { title: translate(notes.value), width: 60 },
    ],
    rows: [lines.map(([name, value]) => [translate(name), typeof value === 'number' ? value : translate(value)])],
  };
}

/**
 * Exports the rows of a page as a file that is created while it is sent: the data, then a sheet of notes. Returns only the count if
 * requested, and refuses a too large export before a row is read.
 */
export async function exportFile<Row, Found = Row>(
  context: Pick<CallContext, 'caller' | 'now' | 'db' | 'limits' | 'signal'>,
  request: ExportRequest,
  source: ExportSource<Row, Found>,
): Promise<SheetFile | SheetCount> {
  const { db, limits, signal } = context;
  const found = request.columns.map((key) => (Object.hasOwn(source.columns, key) ? source.columns[key] : undefined));
  const unknown = found.flatMap((column, index) => (column === undefined ? [`columns.${index}`] : []));
  if (unknown.length > 0) throw refuseFields(unknown, 'enum');
  const chosenColumns = found.filter((column) => column !== undefined);
  const snapshot = await openSnapshot(db, signal);
  try {
    const count = await snapshot.query((asked) => source.count(asked));
    const max = limits.exportMaxRows;
    if (request.count_only === true) {
      await snapshot.close();
      return { count, max };
    }
    if (count > max) throw refuse('EXPORT_TOO_LARGE', { count, max });
    return await openFile(context, request, source, { snapshot, count, chosen: chosenColumns });
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

async function openFile<Row, Found>(
  { caller, now }: Pick<CallContext, 'caller' | 'now'>,
  { locale, columns: keys }: ExportRequest,
  source: ExportSource<Row, Found>,
  { snapshot, count, chosen }: { snapshot: Snapshot; count: number; chosen: readonly ExportColumn<Row>[] },
): Promise<SheetFile> {
  const toLocal = (cell: SheetCell) => (cell instanceof Date ? wallClock(cell, caller.timezone) : cell);
  const filters = source.filters === undefined ? [] : await snapshot.query(source.filters);
  const fresh = source.figuresAsOf === undefined ? undefined : await snapshot.query(source.figuresAsOf);
  const extraNotes = source.notes === undefined ? [] : await snapshot.query(source.notes);
  const sums = source.totals === undefined ? undefined : await snapshot.query(source.totals);
  const beside = source.besideTotals === undefined ? undefined : await snapshot.query(source.besideTotals);
  const createTotalRow = (words: Words, cells: Readonly<Record<string, SheetCell>>): SheetRow => {
    const wordsAt = keys.findIndex((key) => !Object.hasOwn(cells, key));
    return keys.map((key, index) => (index === wordsAt ? pick(words, locale) : toLocal(cells[key] ?? null)));
  };
  const totals = sums && createTotalRow(notes.total, sums);
  const besideTotals = beside && createTotalRow(beside.words, beside.cells);

  async function* portions(): AsyncGenerator<SheetRow[]> {
    for await (const found of snapshot.portions(source.rows)) {
      yield found.map((one) => {
        const row = source.shape(one);
        return chosen.map((column) => toLocal(column.cell(row, locale)));
      });
    }
    // The rest of the file needs no more data from the database.
    await snapshot.close();
  }
  const rows = portions();
  // Read before the first byte is sent, so that an early failure can still be answered as an error.
  const first = (await rows.next()).value ?? [];
  const columns = chosen.map(({ width, format, ...words }) => ({ title: pick(words, locale), width, format }));
  const tail = [...(source.days ?? []), formatFileStamp(now, caller.timezone)].join('_');
  return {
    fileName: `${pick(source.page, locale)}_${tail}.xlsx`,
    asciiName: `${source.slug}_${tail}.xlsx`,
    rowCount: count,
    estimatedLength: await estimateLength(columns, first, count),
    bytes: writeWorkbook([
      { name: pick(source.page, locale), columns, rows: checkRowCount(first, rows, count), totals, besideTotals },
      createNotesSheet({ page: source.page, caller, now, locale, count, fresh, filters, more: extraNotes }),
    ]),
    close: () => snapshot.close(),
  };
}
