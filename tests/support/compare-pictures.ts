import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Converts a PNG to a PNG with a palette, which has a third of the size and no visible differences. */
export const smallPng = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, colours: 128, dither: 0, effort: 10 }).toBuffer();

/**
 * Compares two PNGs.
 *
 * @returns the number of visibly different pixels, and an image that shows them; images of different sizes differ everywhere
 */
export async function comparePictures(kept: Buffer, now: Buffer) {
  const [before, after] = await Promise.all([toPixels(kept), toPixels(now)]);
  const { width, height } = before.info;
  if (after.info.width !== width || after.info.height !== height) {
    return { differing: width * height, diff: now };
  }
  const pixels = Buffer.alloc(width * height * 4);
  const differing = pixelmatch(before.data, after.data, pixels, width, height, { threshold: 0.1 });
  const diff = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { differing, diff };
}

const toPixels = (png: Buffer) =>
  sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
