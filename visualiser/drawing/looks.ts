import { FONTS_BY_ROLE, type WordRole } from '../layout/text-flow.ts';

/** A colour by its purpose; pages and files map it to different values. */
export type Colour =
  | 'back'
  | 'state'
  | 'group'
  | 'border'
  | 'line'
  | 'text'
  | 'quiet'
  | 'guard'
  | 'tag'
  | 'good'
  | 'bad'
  | 'accent'
  | 'accentBack'
  | 'found';

/** Lengths are CSS pixels. */
export interface Look {
  fill?: Colour;
  stroke?: Colour;
  thickness?: number;
  dashes?: string;
  opacity?: number;
  size?: number;
  isBold?: boolean;
  isItalic?: boolean;
}

/** Fonts whose widths match the measured texts come first. */
export const FONT_FAMILY =
  "Arial, 'Liberation Sans', Helvetica, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif";

const COLOURS_BY_ROLE: Record<WordRole, Colour> = {
  title: 'text',
  keyword: 'quiet',
  name: 'text',
  event: 'text',
  guard: 'guard',
  action: 'quiet',
  tag: 'quiet',
  quiet: 'quiet',
};

/** Keeps letters as far apart as they were measured. */
export const TEXT_SPACING_STYLE = 'font-kerning:none;font-variant-ligatures:none';

export const getTextLook = (role: WordRole): Look => {
  const { size, isBold } = FONTS_BY_ROLE[role];
  return { fill: COLOURS_BY_ROLE[role], size, ...(isBold && { isBold }), ...(role === 'keyword' && { isItalic: true }) };
};
