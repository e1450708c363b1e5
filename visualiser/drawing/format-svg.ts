import { type Colour, FONT_FAMILY, type Look, TEXT_SPACING_STYLE } from './looks.ts';
import { PALETTES, type Theme } from './palette.ts';
import type { Drawing, Group, Shape } from './shapes.ts';

type Attributes = Record<string, string | number | undefined>;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** Characters that XML forbids even when escaped. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const escapeXml = (text: string) => text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const roundNumber = (value: number) => Math.round(value * 10) / 10;

function formatElement(name: string, attributes: Attributes, content = ''): string {
  const attributeText = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(typeof value === 'number' ? roundNumber(value) : value))}"`)
    .join('');
  return content === '' ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${content}</${name}>`;
}

const toAttributes = ({ fill, stroke, thickness, dashes, opacity }: Look, colours: Record<Colour, string>): Attributes => ({
  fill: fill ? colours[fill] : 'none',
  stroke: stroke && colours[stroke],
  'stroke-width': thickness,
  'stroke-dasharray': dashes,
  opacity,
});

function formatShape(shape: Shape, colours: Record<Colour, string>): string {
  const look = toAttributes(shape.look, colours);
  switch (shape.kind) {
    case 'rect':
      return formatElement('rect', { x: shape.x, y: shape.y, width: shape.width, height: shape.height, rx: shape.radius, ...look });
    case 'circle':
      return formatElement('circle', { cx: shape.x, cy: shape.y, r: shape.radius, ...look });
    case 'path':
      return formatElement('path', {
        d: shape.d,
        transform: shape.at && `translate(${roundNumber(shape.at.x)} ${roundNumber(shape.at.y)})`,
        ...look,
      });
    case 'text':
      return formatElement(
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
        escapeXml(shape.text),
      );
  }
}

const formatNames = (name: string, description: string | undefined) =>
  formatElement('title', {}, escapeXml(name)) + (description === undefined ? '' : formatElement('desc', {}, escapeXml(description)));

/** A drawing as the text of a self-contained SVG file: it has its own colours and needs no web fonts. */
export function formatSvg(drawing: Drawing, theme: Theme): string {
  const colours = PALETTES[theme];
  const formatShapes = (shapes: readonly Shape[]) => shapes.map((shape) => formatShape(shape, colours)).join('');
  const formatGroup = ({ name, description, shapes }: Group) =>
    formatElement('g', {}, formatNames(name, description) + formatShapes(shapes));
  const { width, height } = drawing;
  const lines = [
    formatNames(drawing.name, drawing.description),
    formatElement('rect', { width, height, fill: colours.back }),
    ...drawing.states.map(formatGroup),
    ...drawing.lines.map(({ shapes }) => formatElement('g', {}, formatShapes(shapes))),
    ...drawing.transitions.map(formatGroup),
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    role: 'img',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': FONT_FAMILY,
    style: TEXT_SPACING_STYLE,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  };
  return `${formatElement('svg', attributes, `\n${lines.join('\n')}\n`)}\n`;
}
