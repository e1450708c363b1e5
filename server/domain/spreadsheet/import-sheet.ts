import { formatFileStamp } from '../instants.ts';
import type { Language } from '../messages.ts';
import { refuse, refuseField } from '../refusal.ts';
import { type Locale, pick, type Words } from './export.ts';
import {
  columnLetter,
  describeFault,
  describeRow,
  type ImportForm,
  type ParsedRow,
  readTitles,
  type TitledRows,
  toDisplayText,
} from './import-form.ts';
import { readSheet } from './read-sheet.ts';
import { createReadyFile } from './ready-file.ts';
import type { Sheet, SheetFile } from './sheet.ts';
import { SheetFault, type SheetRefusal } from './zip-guard.ts';

const MEBIBYTE = 1024 * 1024;
/**
 * Body limit of calls with a sheet. It exceeds the size of a valid file in base64, so that a slightly too large one is refused with an
 * explanation.
 */
export const MAX_SHEET_BODY_BYTES = 3 * MEBIBYTE;
/** Most data rows per file. */
export const MAX_IMPORT_ROWS = 2_000;
const MAX_COLUMNS = 20;
/** Characters of a cell shown in the preview. */
const MAX_PREVIEW_CHARACTERS = 200;

const refusalRules: Readonly<Record<SheetRefusal, string>> = {
  notSpreadsheet: 'spreadsheet',
  tooLarge: 'sheetContent',
  tooManyRows: 'sheetRows',
};

const formatSize = (bytes: number): string => {
  const [unit, size] = bytes % MEBIBYTE === 0 ? ['MiB', bytes / MEBIBYTE] : ['KiB', Math.floor(bytes / 1024)];
  return `${size} ${unit}`;
};

/** Reads the data rows of an uploaded file. Refuses an invalid file at `file`, and a large one with FILE_TOO_LARGE. */
export async function readUploadedRows<C extends string>(
  form: ImportForm<C>,
  { name, content }: { name: string; content: string },
  maxBytes: number,
  userId: number,
): Promise<TitledRows<C>> {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > maxBytes) throw refuse('FILE_TOO_LARGE', { max: formatSize(maxBytes), size: bytes.length });
  if (!/\.xlsx$/i.test(name.trim()) || bytes.toString('base64') !== content) throw refuseField('file', 'spreadsheet');
  const limits = { rowsMax: MAX_IMPORT_ROWS + 1, columnsMax: MAX_COLUMNS };
  const rows = await readSheet(new Uint8Array(bytes), limits, userId).catch((error: unknown) => {
    if (error instanceof SheetFault) throw refuseField('file', refusalRules[error.refusal], { limit: MAX_IMPORT_ROWS });
    throw error;
  });
  return readTitles(form, rows);
}

type ParsedRows<C extends string, Value> = readonly ParsedRow<C, Value>[];

/** Preview of an import, rows with errors first. */
export function toPreview<C extends string, Value>(
  form: ImportForm<C>,
  { places }: TitledRows<C>,
  rows: ParsedRows<C, Value>,
  language: Language,
) {
  const shown = rows.map(({ row, values, faults }) => ({
    row,
    values: Object.fromEntries(
      Object.entries<string>(values as Record<string, string>).map(([column, text]) => [
        column,
        toDisplayText(text, MAX_PREVIEW_CHARACTERS),
      ]),
    ) as Partial<Record<C, string>>,
    errors: faults.map((fault) => {
      const column = columnLetter(places, fault.field);
      return { field: fault.field, column, rule: fault.rule, message: describeFault(form, fault, column)[language] };
    }),
  }));
  const bad = shown.filter(({ errors }) => errors.length > 0);
  const good = shown.filter(({ errors }) => errors.length === 0);
  return { total: shown.length, good: good.length, bad: bad.length, rows: [...bad, ...good] };
}

/** Batch items of an import: good rows carry their values, bad ones start as failed. `label` is the column that names a row. */
export function toImportItems<C extends string, Value extends object>(
  form: ImportForm<C>,
  { places }: TitledRows<C>,
  rows: ParsedRows<C, Value>,
  label: C,
) {
  return rows.map(({ row, values, faults, value }) => {
    const name = toDisplayText(values[label] ?? '', MAX_PREVIEW_CHARACTERS) || `#${row}`;
    if (value !== undefined) return { targetId: null, label: name, params: { row, ...value } };
    const words = describeRow(
      row,
      faults.map((fault) => describeFault(form, fault, columnLetter(places, fault.field))),
    );
    return {
      targetId: null,
      label: name,
      params: { row },
      fault: { reason: 'VALIDATION' as const, text: words, retryable: false as const },
    };
  });
}

/** Texts of the second sheet of a template. */
export interface TemplateNotes<C extends string> {
  /** File name in both languages. */
  page: Words;
  /** ASCII file name. */
  slug: string;
  /** Name of the sheet to fill in. */
  sheet: Words;
  widths: Readonly<Record<C, number>>;
  rules: Readonly<Record<C, Words>>;
  /** Notes that apply to all columns. */
  general: readonly Words[];
  /** All values that cells can refer to. */
  choices: readonly { title: Words; values: readonly string[] }[];
}

const words = {
  notes: { zh: '说明', en: 'Notes' },
  column: { zh: '列', en: 'Column' },
  rule: { zh: '填写规则', en: 'Rule' },
  general: { zh: '说明', en: 'General' },
  rows: {
    zh: `一次最多 ${MAX_IMPORT_ROWS} 行；第一行的标题请保留，列的顺序可以调整`,
    en: `At most ${MAX_IMPORT_ROWS} rows at once; keep the titles of the first row, in any order`,
  },
} as const satisfies Record<string, Words>;

/** Creates a template: a sheet to fill in, and one with instructions and all possible values. */
export function createImportTemplate<C extends string>(
  form: ImportForm<C>,
  notes: TemplateNotes<C>,
  { locale, now, timezone }: { locale: Locale; now: Date; timezone: string },
): Promise<SheetFile> {
  const translate = (words: Words) => pick(words, locale);
  const title = (column: C) => `${translate(form.titles[column])}${form.required.includes(column) ? '*' : ''}`;
  const data: Sheet = {
    name: translate(notes.sheet),
    columns: form.columns.map((column) => ({ title: title(column), width: notes.widths[column] })),
    rows: [],
  };
  const explanation: Sheet = {
    name: translate(words.notes),
    columns: [
      { title: translate(words.column), width: 20 },
      { title: translate(words.rule), width: 90 },
    ],
    rows: [
      [
        ...form.columns.map((column) => [title(column), translate(notes.rules[column])]),
        ...[words.rows, ...notes.general].map((each) => [translate(words.general), translate(each)]),
        ...notes.choices.flatMap((choice) => choice.values.map((value) => [translate(choice.title), value])),
      ],
    ],
  };
  const stamp = formatFileStamp(now, timezone);
  return createReadyFile({
    fileName: `${translate(notes.page)}_${stamp}.xlsx`,
    asciiName: `${notes.slug}_${stamp}.xlsx`,
    sheets: [data, explanation],
  });
}
