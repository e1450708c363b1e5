import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brought, centred, fitted, isAllSeen, kept, moved, opened, seenOf, shownOf, type View, zoomed } from './view.ts';

const room = { width: 800, height: 600 };
const length = fc.integer({ min: 50, max: 5000 });
const sizes = fc.record({ width: length, height: length });
const place = fc.integer({ min: -3000, max: 3000 });
const views: fc.Arbitrary<View> = fc.record({ x: place, y: place, scale: fc.double({ min: 0.1, max: 4, noNaN: true }) });

describe('what is seen of a drawing', () => {
  it('is the whole of it, in the middle and never enlarged, when it is fitted', () => {
    expect(fitted({ width: 400, height: 300 }, room)).toEqual({ x: 200, y: 150, scale: 1 });
    const small = fitted({ width: 1504, height: 300 }, room);
    expect(small.scale).toBeCloseTo(0.5);
    expect([small.x, small.y]).toEqual([24, 225]);
  });

  it('is its beginning, as long as it could not be read otherwise, when it is opened', () => {
    expect(opened({ width: 400, height: 300 }, room)).toEqual(fitted({ width: 400, height: 300 }, room));
    expect(opened({ width: 400, height: 6000 }, room)).toEqual({ x: 260, y: 24, scale: 0.7 });
  });

  it('stays the same below the point around which it is zoomed', () => {
    fc.assert(
      fc.property(views, fc.double({ min: 0.2, max: 5, noNaN: true }), fc.record({ x: place, y: place }), (view, factor, at) => {
        const next = zoomed(view, factor, at);
        const under = (one: View) => [(at.x - one.x) / one.scale, (at.y - one.y) / one.scale];
        const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [under(view), under(next)];
        expect(x1).toBeCloseTo(x0, 5);
        expect(y1).toBeCloseTo(y0, 5);
        expect(next.scale).toBeGreaterThanOrEqual(0.1);
        expect(next.scale).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('is never nothing, however far it is moved', () => {
    fc.assert(
      fc.property(views, sizes, (view, drawing) => {
        const { x, y, scale } = kept(view, drawing, room);
        expect(x).toBeLessThanOrEqual(room.width - 48);
        expect(y).toBeLessThanOrEqual(room.height - 48);
        expect(x + drawing.width * scale).toBeGreaterThanOrEqual(48 - 1e-6);
        expect(y + drawing.height * scale).toBeGreaterThanOrEqual(48 - 1e-6);
      }),
    );
  });

  it('moves by as much as it is moved', () => {
    expect(moved({ x: 1, y: 2, scale: 3 }, { x: 10, y: -20 })).toEqual({ x: 11, y: -18, scale: 3 });
  });

  it.each([
    ['what is seen already stays', { x: 100, y: 100, width: 50, height: 20 }, [0, 0]],
    ['what stands to the right comes in from there', { x: 900, y: 100, width: 50, height: 20 }, [-174, 0]],
    ['what stands above comes in from there', { x: 100, y: -300, width: 50, height: 20 }, [0, 324]],
    ['what is larger than the room begins in its corner', { x: 100, y: -300, width: 1000, height: 900 }, [-76, 324]],
  ])('is a box that is wanted: %s', (_, box, [x, y]) => {
    expect(brought({ x: 0, y: 0, scale: 1 }, box, room)).toEqual({ x, y, scale: 1 });
  });

  it('has the point in its middle that it is centred at', () => {
    fc.assert(
      fc.property(views, fc.record({ x: place, y: place }), (view, at) => {
        const { x, y, width, height } = seenOf(centred(view, at, room), room);
        expect(x + width / 2).toBeCloseTo(at.x, 5);
        expect(y + height / 2).toBeCloseTo(at.y, 5);
      }),
    );
  });

  it('is framed where there is something of it', () => {
    expect(shownOf({ x: -100, y: 50, scale: 0.5 }, { width: 1000, height: 500 }, room)).toEqual({ x: 200, y: 0, width: 800, height: 500 });
    expect(shownOf({ x: 0, y: -600, scale: 2 }, { width: 200, height: 500 }, room)).toEqual({ x: 0, y: 300, width: 200, height: 200 });
  });

  it.each([
    ['at its own size in its corner', { x: 0, y: 0, scale: 1 }, true],
    ['with more room than it needs', { x: 100, y: 50, scale: 0.5 }, true],
    ['too far to the left', { x: -1, y: 0, scale: 1 }, false],
    ['too far down', { x: 0, y: 1, scale: 1 }, false],
    ['too large', { x: 0, y: 0, scale: 1.01 }, false],
  ])('is the whole drawing or not: %s', (_, view, is) => {
    expect(isAllSeen(view, room, room)).toBe(is);
  });
});
