import { Type } from 'typebox';
import { noted } from './noted.ts';
import { Exact, Nullable } from './shapes.ts';

/** A JPEG or PNG of at most 5 MiB. */
export const UploadedPicture = Exact({
  content: noted(Type.String({ minLength: 1, maxLength: 9_000_000 }), {
    zh: 'JPEG 或 PNG 图片的 Base64；文件最大 5 MiB，类型以内容为准。',
    en: 'A JPEG or PNG picture as Base64; at most 5 MiB, its type told by its content.',
  }),
});

export const CoverUrl = noted(Nullable(Type.String()), {
  zh: '封面的临时地址，可直接用于 img；没有封面时为空。',
  en: 'A short-lived address of the cover, for an img; null without a cover.',
});

/** A new cover, or null to remove it. */
export const CoverChange = noted(Type.Optional(Nullable(UploadedPicture)), {
  zh: '新的封面；null 去掉封面，不带则不变。',
  en: 'A new cover; null takes it away, absent leaves it.',
});
