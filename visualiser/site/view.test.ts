import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centreView,
  fitView,
  getVisibleArea,
  getVisiblePart,
  isFullyVisible,
  keepInSight,
  moveView,
  openView,
  revealBox,
  type View,
  zoomView,
} from './view.ts';

const viewport = { width: 800, height: 600 };
const length = fc.integer({ min: 50, max: 5000 });
const sizes = fc.record({ width: length, height: length });
const coordinate = fc.integer({ min: -3000, max: 3000 });
const views: fc.Arbitrary<View> = fc.record({ x: coordinate, y: coordinate, scale: fc.double({ min: 0.1, max: 4, noNaN: true }) });

describe('the view of a drawing', () => {
  it('fits the whole drawing, centred and never enlarged', () => {
    expect(fitView({ width: 400, height: 300 }, viewport)).toEqual({ x: 200, y: 150, scale: 1 });
    const small = fitView({ width: 1504, height: 300 }, viewport);
    expect(small.scale).toBeCloseTo(0.5);
    expect([small.x, small.y]).toEqual([24, 225]);
  });

  it('starts at the beginning of a drawing that would be unreadable as a whole', () => {
    expect(openView({ width: 400, height: 300 }, viewport)).toEqual(fitView({ width: 400, height: 300 }, viewport));
    expect(openView({ width: 400, height: 6000 }, viewport)).toEqual({ x: 260, y: 24, scale: 0.7 });
  });

  it('shows where the machine starts, if the whole would be unreadable', () => {
    const drawing = { width: 4000, height: 3000 };
    const start = { x: 2500, y: 1800, width: 200, height: 100 };
    const view = openView(drawing, viewport, [start]);
    expect(view.scale).toBe(0.7);
    const { x, y, width, height } = getVisibleArea(view, viewport);
    expect([start.x >= x, start.y >= y, start.x + 200 <= x + width, start.y + 100 <= y + height]).toEqual([true, true, true, true]);
    expect(openView({ width: 400, height: 300 }, viewport, [{ x: 10, y: 10, width: 20, height: 20 }])).toEqual(
      fitView({ width: 400, height: 300 }, viewport),
    );
  });

  it('keeps the point under the pointer when zooming', () => {
    fc.assert(
      fc.property(views, fc.double({ min: 0.2, max: 5, noNaN: true }), fc.record({ x: coordinate, y: coordinate }), (view, factor, at) => {
        const next = zoomView(view, factor, at);
        const under = (one: View) => [(at.x - one.x) / one.scale, (at.y - one.y) / one.scale];
        const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [under(view), under(next)];
        expect(x1).toBeCloseTo(x0, 5);
        expect(y1).toBeCloseTo(y0, 5);
        expect(next.scale).toBeGreaterThanOrEqual(0.1);
        expect(next.scale).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('always shows some part of the drawing, however far it is moved', () => {
    fc.assert(
      fc.property(views, sizes, (view, drawing) => {
        const { x, y, scale } = keepInSight(view, drawing, viewport);
        expect(x).toBeLessThanOrEqual(viewport.width - 48);
        expect(y).toBeLessThanOrEqual(viewport.height - 48);
        expect(x + drawing.width * scale).toBeGreaterThanOrEqual(48 - 1e-6);
        expect(y + drawing.height * scale).toBeGreaterThanOrEqual(48 - 1e-6);
      }),
    );
  });

  it('moves by the given distance', () => {
    expect(moveView({ x: 1, y: 2, scale: 3 }, { x: 10, y: -20 })).toEqual({ x: 11, y: -18, scale: 3 });
  });

  it.each([
    ['what is seen already stays', { x: 100, y: 100, width: 50, height: 20 }, [0, 0]],
    ['what stands to the right comes in from there', { x: 900, y: 100, width: 50, height: 20 }, [-174, 0]],
    ['what stands above comes in from there', { x: 100, y: -300, width: 50, height: 20 }, [0, 324]],
    ['what is larger than the room begins in its corner', { x: 100, y: -300, width: 1000, height: 900 }, [-76, 324]],
  ])('moves as little as possible to reveal a box: %s', (_, box, [x, y]) => {
    expect(revealBox({ x: 0, y: 0, scale: 1 }, box, viewport)).toEqual({ x, y, scale: 1 });
  });

  it('can be centred on a point', () => {
    fc.assert(
      fc.property(views, fc.record({ x: coordinate, y: coordinate }), (view, at) => {
        const { x, y, width, height } = getVisibleArea(centreView(view, at, viewport), viewport);
        expect(x + width / 2).toBeCloseTo(at.x, 5);
        expect(y + height / 2).toBeCloseTo(at.y, 5);
      }),
    );
  });

  it('frames only what exists of the drawing', () => {
    expect(getVisiblePart({ x: -100, y: 50, scale: 0.5 }, { width: 1000, height: 500 }, viewport)).toEqual({
      x: 200,
      y: 0,
      width: 800,
      height: 500,
    });
    expect(getVisiblePart({ x: 0, y: -600, scale: 2 }, { width: 200, height: 500 }, viewport)).toEqual({
      x: 0,
      y: 300,
      width: 200,
      height: 200,
    });
  });

  it.each([
    ['at its own size in its corner', { x: 0, y: 0, scale: 1 }, true],
    ['with more room than it needs', { x: 100, y: 50, scale: 0.5 }, true],
    ['too far to the left', { x: -1, y: 0, scale: 1 }, false],
    ['too far down', { x: 0, y: 1, scale: 1 }, false],
    ['too large', { x: 0, y: 0, scale: 1.01 }, false],
  ])('shows the whole drawing or not: %s', (_, view, is) => {
    expect(isFullyVisible(view, viewport, viewport)).toBe(is);
  });
});
