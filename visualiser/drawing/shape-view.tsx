import { Fragment, type SVGProps } from 'react';
import type { Colour, Look } from './looks.ts';
import type { Shape } from './shapes.ts';

/** The CSS variable of a colour, see the style sheet beside this file. */
const toCssColour = (colour: Colour) => `var(--chart-${colour.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`;

const toSvgProps = ({ fill, stroke, thickness, dashes, opacity }: Look): SVGProps<SVGElement> => ({
  fill: fill ? toCssColour(fill) : 'none',
  ...(stroke && { stroke: toCssColour(stroke) }),
  ...(thickness !== undefined && { strokeWidth: thickness }),
  ...(dashes !== undefined && { strokeDasharray: dashes }),
  ...(opacity !== undefined && { opacity }),
});

function ShapeView({ shape }: { shape: Shape }) {
  const { fill, stroke, strokeWidth, strokeDasharray, opacity } = toSvgProps(shape.look);
  const look = { fill, stroke, strokeWidth, strokeDasharray, opacity };
  switch (shape.kind) {
    case 'rect':
      return <rect x={shape.x} y={shape.y} width={shape.width} height={shape.height} rx={shape.radius} {...look} />;
    case 'circle':
      return <circle cx={shape.x} cy={shape.y} r={shape.radius} {...look} />;
    case 'path':
      return <path d={shape.d} transform={shape.at && `translate(${shape.at.x} ${shape.at.y})`} {...look} />;
    case 'text':
      return (
        <text
          x={shape.x}
          y={shape.y}
          textLength={shape.width}
          lengthAdjust="spacingAndGlyphs"
          fontSize={shape.look.size}
          fontWeight={shape.look.isBold ? 600 : undefined}
          fontStyle={shape.look.isItalic ? 'italic' : undefined}
          {...look}
        >
          {shape.text}
        </text>
      );
  }
}

/** Shapes in drawing order. The order never changes, so the index is the key. Texts are separated by blanks for screen readers. */
export const Shapes = ({ shapes }: { shapes: readonly Shape[] }) =>
  shapes.map((shape, index) => (
    <Fragment key={index}>
      <ShapeView shape={shape} />
      {shape.kind === 'text' && ' '}
    </Fragment>
  ));
