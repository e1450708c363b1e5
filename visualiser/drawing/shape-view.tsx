import { Fragment, type SVGProps } from 'react';
import type { Colour, Look } from './looks.ts';
import type { Shape } from './shapes.ts';

/** A colour of the page; the style sheet beside this says which. */
const paint = (colour: Colour) => `var(--chart-${colour.replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)})`;

const lookOf = ({ fill, stroke, thickness, dashes, opacity }: Look): SVGProps<SVGElement> => ({
  fill: fill ? paint(fill) : 'none',
  ...(stroke && { stroke: paint(stroke) }),
  ...(thickness !== undefined && { strokeWidth: thickness }),
  ...(dashes !== undefined && { strokeDasharray: dashes }),
  ...(opacity !== undefined && { opacity }),
});

function ShapeView({ shape }: { shape: Shape }) {
  const { fill, stroke, strokeWidth, strokeDasharray, opacity } = lookOf(shape.look);
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

/** Shapes one over the other. Their order is all that tells them apart. Between words stands a blank, as somebody would read them. */
export const Shapes = ({ shapes }: { shapes: readonly Shape[] }) =>
  shapes.map((shape, index) => (
    <Fragment key={index}>
      <ShapeView shape={shape} />
      {shape.kind === 'text' && ' '}
    </Fragment>
  ));
