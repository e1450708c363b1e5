import { Type } from 'typebox';
import { noted } from './noted.ts';
import { Count, Exact, Nullable, OneOf } from './shapes.ts';

/** An uploaded xlsx file of at most 2 MiB. */
export const UploadedSheet = Exact({
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
  content: noted(Type.String({ minLength: 1, maxLength: 4_000_000 }), {
    zh: 'xlsx 文件的 Base64；文件最大 2 MiB。',
    en: 'The xlsx file as Base64; the file has at most 2 MiB.',
  }),
});

const Cell = noted(Type.Optional(Type.String()), { zh: '表格里没有这一列时不出现。', en: 'Absent where the sheet has no such column.' });

/** One data row of an uploaded sheet with these columns. */
export const importRowOf = <const C extends string[]>(columns: readonly [...C]) =>
  Exact({
    row: noted(Type.Integer({ minimum: 2 }), {
      zh: '表格软件里的行号：从 1 开始，表头也算。',
      en: 'As the spreadsheet program counts: from 1, the titles included.',
    }),
    values: noted(Exact(Object.fromEntries(columns.map((column) => [column, Cell])) as Record<C[number], typeof Cell>), {
      zh: '表格里的原文，按列；过长的会截断。',
      en: 'As they stand in the sheet, by column; long ones are cut.',
    }),
    errors: noted(
      Type.Array(
        Exact({
          field: OneOf(columns),
          column: noted(Nullable(Type.String()), {
            zh: '列的字母；表格里没有这一列时为空。',
            en: 'Letters of the column; null where the sheet has none for it.',
          }),
          rule: noted(Type.String(), { zh: '违反的规则的名字。', en: 'Name of the rule that is broken.' }),
          message: noted(Type.String(), {
            zh: '用请求的语言，并指出列名。',
            en: 'In the language of the request, naming the column.',
          }),
        }),
      ),
      { zh: '没有错误的行可以导入。', en: 'None: the row can be imported.' },
    ),
  });

/** The result that an import would have, row by row. */
export const importPreviewOf = <R extends ReturnType<typeof importRowOf>>(row: R) =>
  noted(
    Exact({
      total: noted(Count, { zh: '数据行数，不含表头。', en: 'Rows of data, without the titles.' }),
      good: noted(Count, { zh: '可以导入的行数。', en: 'Rows that can be imported.' }),
      bad: noted(Count, { zh: '有错误的行数。', en: 'Rows with errors.' }),
      rows: noted(Type.Array(row), {
        zh: '有错误的在前，各按表格里的顺序。',
        en: 'Rows with errors first, each kind in the order of the sheet.',
      }),
    }),
    { zh: '只检查，什么都不写入。', en: 'Only looked at: nothing is written.' },
  );
