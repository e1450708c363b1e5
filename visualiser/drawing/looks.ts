import { FONT, type Role } from '../layout/text-flow.ts';

/** A colour by what it is for; a page and a file give it different values. */
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

/** How a shape looks. Lengths are CSS pixels. */
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

/** Fonts with the widths that texts are measured by come first. */
export const FONTS =
  "Arial, 'Liberation Sans', Helvetica, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif";

const COLOURS: Record<Role, Colour> = {
  title: 'text',
  keyword: 'quiet',
  name: 'text',
  event: 'text',
  guard: 'guard',
  action: 'quiet',
  tag: 'quiet',
  quiet: 'quiet',
};

/** Letters stand as far apart as they were measured. */
export const SPACING = 'font-kerning:none;font-variant-ligatures:none';

export const textLook = (role: Role): Look => {
  const { size, isBold } = FONT[role];
  return { fill: COLOURS[role], size, ...(isBold && { isBold }), ...(role === 'keyword' && { isItalic: true }) };
};
