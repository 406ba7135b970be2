const side = 24;

/** What the letters of a flag are drawn with where the system has no flags: no part of it is as bright. */
const pen = '#000';
const bright = 64;

/**
 * Whether the browser draws flags. Windows shows the two letters of the country, and a system without an emoji font
 * two boxes: both as black as the pen.
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
