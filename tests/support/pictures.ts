import sharp from 'sharp';

/** Noise, which no format makes much smaller: the upper half light, the lower half dark. */
function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  let last = 1;
  for (let i = 0; i < pixels.length; i++) {
    last = (last * 48_271) % 0x7fffffff;
    pixels[i] = (last % 64) + (i < pixels.length / 2 ? 190 : 0);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A photo of 300 by 200 pixels, light above and dark below, in each format that is taken. */
export const photos = {
  jpeg: await noise(300, 200).jpeg().toBuffer(),
  png: await noise(300, 200).png().toBuffer(),
  webp: await noise(300, 200).webp().toBuffer(),
};

/** The same as a phone writes it that was held upright: turned, and with where and by what it was taken. */
export const phonePhoto = await noise(300, 200)
  .withExif({ IFD0: { Make: 'A maker of phones' }, IFD3: { GPSLatitudeRef: 'N' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

/** Few bytes that unfold to more pixels than are taken. */
export const decompressionBomb = await sharp({
  create: { width: 5_100, height: 5_000, channels: 3, background: '#000' },
})
  .png()
  .toBuffer();

/** Formats that are not taken. */
export const unsupportedPictures = {
  gif: await noise(30, 20).gif().toBuffer(),
  avif: await noise(30, 20).avif({ effort: 0 }).toBuffer(),
  tiff: await noise(30, 20).tiff().toBuffer(),
  svg: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  ),
};
