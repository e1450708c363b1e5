import { type Colour, FONTS, type Look, SPACING } from './looks.ts';
import { palette, type Theme } from './palette.ts';
import type { Drawing, Group, Shape } from './shapes.ts';

type Attributes = Record<string, string | number | undefined>;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** What no XML file may hold, not even escaped. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const escaped = (text: string) => text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one);

const number = (value: number) => Math.round(value * 10) / 10;

function element(name: string, attributes: Attributes, inside = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(typeof value === 'number' ? number(value) : value))}"`)
    .join('');
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}

const lookOf = ({ fill, stroke, thickness, dashes, opacity }: Look, colours: Record<Colour, string>): Attributes => ({
  fill: fill ? colours[fill] : 'none',
  stroke: stroke && colours[stroke],
  'stroke-width': thickness,
  'stroke-dasharray': dashes,
  opacity,
});

function shapeText(shape: Shape, colours: Record<Colour, string>): string {
  const look = lookOf(shape.look, colours);
  switch (shape.kind) {
    case 'rect':
      return element('rect', { x: shape.x, y: shape.y, width: shape.width, height: shape.height, rx: shape.radius, ...look });
    case 'circle':
      return element('circle', { cx: shape.x, cy: shape.y, r: shape.radius, ...look });
    case 'path':
      return element('path', { d: shape.d, transform: shape.at && `translate(${number(shape.at.x)} ${number(shape.at.y)})`, ...look });
    case 'text':
      return element(
        'text',
        {
          x: shape.x,
          y: shape.y,
          textLength: shape.width,
          lengthAdjust: 'spacingAndGlyphs',
          'font-size': shape.look.size,
          'font-weight': shape.look.isBold ? 600 : undefined,
          'font-style': shape.look.isItalic ? 'italic' : undefined,
          ...look,
        },
        escaped(shape.text),
      );
  }
}

const words = (name: string, description: string | undefined) =>
  element('title', {}, escaped(name)) + (description === undefined ? '' : element('desc', {}, escaped(description)));

/** A drawing as the text of an SVG file that needs nothing else: it brings its own colours and asks for no font that must be fetched. */
export function svgText(drawing: Drawing, theme: Theme): string {
  const colours = palette[theme];
  const all = (shapes: readonly Shape[]) => shapes.map((shape) => shapeText(shape, colours)).join('');
  const group = ({ name, description, shapes }: Group) => element('g', {}, words(name, description) + all(shapes));
  const { width, height } = drawing;
  const lines = [
    words(drawing.name, drawing.description),
    element('rect', { width, height, fill: colours.back }),
    ...drawing.states.map(group),
    ...drawing.lines.map(({ shapes }) => element('g', {}, all(shapes))),
    ...drawing.transitions.map(group),
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    role: 'img',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': FONTS,
    style: SPACING,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  };
  return `${element('svg', attributes, `\n${lines.join('\n')}\n`)}\n`;
}
