const side = 24;

/**
 * Text colour. The letters or boxes that appear in place of a missing flag are this dark, so a brighter pixel
 * belongs to a flag.
 */
const pen = '#000';
const bright = 64;

/**
 * Whether the browser has glyphs for flags. Windows shows the two letters of the country instead, and a
 * system without an emoji font two boxes.
 */
export function drawsFlags(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.fillStyle = pen;
  context.font = '16px sans-serif';
  context.textBaseline = 'top';
  context.fillText('🇮🇳', 0, 0);
  const { data } = context.getImageData(0, 0, side, side);
  return data.some((value, i) => i % 4 < 3 && value > bright);
}
