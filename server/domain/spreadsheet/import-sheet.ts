import { stampOf } from '../instants.ts';
import type { Language } from '../messages.ts';
import { refuse, refuseField } from '../refusal.ts';
import { type Locale, pick, type Words } from './export.ts';
import {
  faultWords,
  type ImportForm,
  lettersOf,
  rowWords,
  shownText,
  type TitledRows,
  titledRows,
  type UnderstoodRow,
} from './import-form.ts';
import { readSheet } from './read-sheet.ts';
import { readyFile } from './ready-file.ts';
import type { Sheet, SheetFile } from './sheet.ts';
import { SheetFault, type SheetRefusal } from './zip-guard.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes of a request with a sheet: a file as large as it may be, as text, and what stands around it; one somewhat larger is refused in words. */
export const SHEET_BODY_MAX = 3 * MEBIBYTE;
/** Rows of data. */
export const IMPORT_ROWS_MAX = 2_000;
const COLUMNS_MAX = 20;
/** Of a cell, in the preview. */
const SHOWN_MAX = 200;

const refusedAs: Readonly<Record<SheetRefusal, string>> = {
  notSpreadsheet: 'spreadsheet',
  tooLarge: 'sheetContent',
  tooManyRows: 'sheetRows',
};

const sizeText = (bytes: number): string => {
  const [unit, size] = bytes % MEBIBYTE === 0 ? ['MiB', bytes / MEBIBYTE] : ['KiB', Math.floor(bytes / 1024)];
  return `${size} ${unit}`;
};

/** The rows of an uploaded file, below its titles. Refuses at `file`, and with FILE_TOO_LARGE. */
export async function uploadedRows<C extends string>(
  form: ImportForm<C>,
  { name, content }: { name: string; content: string },
  maxBytes: number,
  userId: number,
): Promise<TitledRows<C>> {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > maxBytes) throw refuse('FILE_TOO_LARGE', { max: sizeText(maxBytes), size: bytes.length });
  if (!/\.xlsx$/i.test(name.trim()) || bytes.toString('base64') !== content) throw refuseField('file', 'spreadsheet');
  const limits = { rowsMax: IMPORT_ROWS_MAX + 1, columnsMax: COLUMNS_MAX };
  const rows = await readSheet(new Uint8Array(bytes), limits, userId).catch((error: unknown) => {
    if (error instanceof SheetFault) throw refuseField('file', refusedAs[error.refusal], { limit: IMPORT_ROWS_MAX });
    throw error;
  });
  return titledRows(form, rows);
}

type Understood<C extends string, Value> = readonly UnderstoodRow<C, Value>[];

/** What an import would do, row by row, those with errors first. */
export function previewOf<C extends string, Value>(
  form: ImportForm<C>,
  { places }: TitledRows<C>,
  rows: Understood<C, Value>,
  language: Language,
) {
  const shown = rows.map(({ row, values, faults }) => ({
    row,
    values: Object.fromEntries(
      Object.entries<string>(values as Record<string, string>).map(([column, text]) => [column, shownText(text, SHOWN_MAX)]),
    ) as Partial<Record<C, string>>,
    errors: faults.map((fault) => {
      const column = lettersOf(places, fault.field);
      return { field: fault.field, column, rule: fault.rule, message: faultWords(form, fault, column)[language] };
    }),
  }));
  const bad = shown.filter(({ errors }) => errors.length > 0);
  const good = shown.filter(({ errors }) => errors.length === 0);
  return { total: shown.length, good: good.length, bad: bad.length, rows: [...bad, ...good] };
}

/** Items of the batch of an import: good rows carry what they say, bad ones have failed already. `label` is the column they are known by. */
export function importItems<C extends string, Value extends object>(
  form: ImportForm<C>,
  { places }: TitledRows<C>,
  rows: Understood<C, Value>,
  label: C,
) {
  return rows.map(({ row, values, faults, value }) => {
    const name = shownText(values[label] ?? '', SHOWN_MAX) || `#${row}`;
    if (value !== undefined) return { targetId: null, label: name, params: { row, ...value } };
    const words = rowWords(
      row,
      faults.map((fault) => faultWords(form, fault, lettersOf(places, fault.field))),
    );
    return {
      targetId: null,
      label: name,
      params: { row },
      fault: { reason: 'VALIDATION' as const, text: words, retryable: false as const },
    };
  });
}

/** What the second sheet of a template says. */
export interface TemplateNotes<C extends string> {
  /** Name of the file. */
  page: Words;
  /** Of the file, ASCII. */
  slug: string;
  /** Name of the sheet to fill in. */
  sheet: Words;
  widths: Readonly<Record<C, number>>;
  rules: Readonly<Record<C, Words>>;
  /** Said of all columns. */
  general: readonly Words[];
  /** Everything that can be referred to. */
  choices: readonly { title: Words; values: readonly string[] }[];
}

const words = {
  notes: { zh: '说明', en: 'Notes' },
  column: { zh: '列', en: 'Column' },
  rule: { zh: '填写规则', en: 'Rule' },
  general: { zh: '说明', en: 'General' },
  rows: {
    zh: `一次最多 ${IMPORT_ROWS_MAX} 行；第一行的标题请保留，列的顺序可以调整`,
    en: `At most ${IMPORT_ROWS_MAX} rows at once; keep the titles of the first row, in any order`,
  },
} as const satisfies Record<string, Words>;

/** A sheet to fill in, and one that says how, with everything that can be referred to. */
export function importTemplate<C extends string>(
  form: ImportForm<C>,
  notes: TemplateNotes<C>,
  { locale, now, timezone }: { locale: Locale; now: Date; timezone: string },
): Promise<SheetFile> {
  const say = (given: Words) => pick(given, locale);
  const title = (column: C) => `${say(form.titles[column])}${form.required.includes(column) ? '*' : ''}`;
  const data: Sheet = {
    name: say(notes.sheet),
    columns: form.columns.map((column) => ({ title: title(column), width: notes.widths[column] })),
    rows: [],
  };
  const explained: Sheet = {
    name: say(words.notes),
    columns: [
      { title: say(words.column), width: 20 },
      { title: say(words.rule), width: 90 },
    ],
    rows: [
      [
        ...form.columns.map((column) => [title(column), say(notes.rules[column])]),
        ...[words.rows, ...notes.general].map((each) => [say(words.general), say(each)]),
        ...notes.choices.flatMap((choice) => choice.values.map((value) => [say(choice.title), value])),
      ],
    ],
  };
  const stamp = stampOf(now, timezone);
  return readyFile({ fileName: `${say(notes.page)}_${stamp}.xlsx`, asciiName: `${notes.slug}_${stamp}.xlsx`, sheets: [data, explained] });
}
