import { buildDrawing, type DrawingOptions } from '../drawing/build-drawing.ts';
import { formatSvg } from '../drawing/format-svg.ts';
import type { Theme } from '../drawing/palette.ts';
import type { Chart, Layout } from '../model/chart.ts';

/** A chart with its highlights as the text of an SVG file. */
export const toSvg = (chart: Chart, layout: Layout, theme: Theme, marks: DrawingOptions = {}): string =>
  formatSvg(buildDrawing(chart, layout, marks), theme);

/**
 * Renders an SVG file to PNG, scaled by `scale` or as far as the browser allows. Only works in browsers; rejects if the SVG is invalid.
 */
export async function toPng(svg: string, scale = 2): Promise<Blob> {
  // Canvas limits that all browsers support, in pixels.
  const limit = { side: 16_384, area: 64_000_000 };
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const fittingScale = Math.min(scale, limit.side / width, limit.side / height, Math.sqrt(limit.area / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * fittingScale);
  canvas.height = Math.floor(height * fittingScale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser makes no pictures'))), 'image/png');
  });
}
