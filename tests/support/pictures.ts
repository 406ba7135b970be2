import sharp from 'sharp';

/** Noise, which no format compresses well, with a light upper half and a dark lower half. */
function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  let last = 1;
  for (let i = 0; i < pixels.length; i++) {
    last = (last * 48_271) % 0x7fffffff;
    pixels[i] = (last % 64) + (i < pixels.length / 2 ? 190 : 0);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A photo of 300 by 200 pixels with a light upper half, in each supported format. */
export const photos = {
  jpeg: await noise(300, 200).jpeg().toBuffer(),
  png: await noise(300, 200).png().toBuffer(),
  webp: await noise(300, 200).webp().toBuffer(),
};

/**
 * The same photo as taken with a phone held upright: rotated by metadata, with a location and a camera
 * model.
 */
export const phonePhoto = await noise(300, 200)
  .withExif({ IFD0: { Make: 'A maker of phones' }, IFD3: { GPSLatitudeRef: 'N' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

/** A small file with more pixels than allowed. */
export const decompressionBomb = await sharp({
  create: { width: 5_100, height: 5_000, channels: 3, background: '#000' },
})
  .png()
  .toBuffer();

/** Pictures in unsupported formats. */
export const unsupportedPictures = {
  gif: await noise(30, 20).gif().toBuffer(),
  avif: await noise(30, 20).avif({ effort: 0 }).toBuffer(),
  tiff: await noise(30, 20).tiff().toBuffer(),
  svg: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  ),
};
