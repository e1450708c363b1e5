import { type DrawingOptions, drawingOf } from '../drawing/drawing-of.ts';
import type { Theme } from '../drawing/palette.ts';
import { svgText } from '../drawing/svg-text.ts';
import type { Chart, Layout } from '../model/chart.ts';

/** A chart as the text of an SVG file, with what is highlighted in it. */
export const svgOf = (chart: Chart, layout: Layout, theme: Theme, marks: DrawingOptions = {}): string =>
  svgText(drawingOf(chart, layout, marks), theme);

/** An SVG file as a PNG file, so many times as large, or as large as a browser can; only in browsers. Rejected where the SVG is none. */
export async function pngOf(svg: string, scale = 2): Promise<Blob> {
  // What canvases of all browsers bear, in pixels.
  const limit = { side: 16_384, area: 64_000_000 };
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const fitting = Math.min(scale, limit.side / width, limit.side / height, Math.sqrt(limit.area / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * fitting);
  canvas.height = Math.floor(height * fitting);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser makes no pictures'))), 'image/png');
  });
}
