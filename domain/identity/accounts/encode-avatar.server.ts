import type Sharp from 'sharp';
import { DomainError } from '#domain/shared/errors.ts';
import { logger } from '#platform/logger.ts';
import { createSerialQueue } from '#platform/serial-queue.ts';
import { avatarSizePx, maxAvatarPixels } from './avatar.ts';

/** Of those who wait for the one picture that is decoded, the most; the others are asked to come again. */
const inTurn = createSerialQueue({ most: 20 });

/** The library, loaded by who needs it first: no page and no call does. */
let loading: Promise<typeof Sharp> | undefined;

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Only these three formats are ever read, whatever else the library can: each is a way in.
  sharp.block({ operation: ['VipsForeignLoad'] });
  const formats = ['Jpeg', 'Png', 'Webp'];
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) });
  // One core at most, and nothing remembered of one picture for the next.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * Makes an avatar of what somebody sent: a square WebP, upright, cut to its middle and without metadata.
 *
 * @param picture JPEG, PNG or WebP, which its bytes decide
 * @throws DomainError `invalid_parameter` at `picture` if it is none, is damaged or unfolds too far;
 *   `unavailable` while too many wait; `internal` at `picture` if we failed, which is logged
 */
export async function encodeAvatar(picture: Uint8Array): Promise<Uint8Array> {
  loading ??= load().catch((error) => {
    // The next one tries again.
    loading = undefined;
    throw error;
  });
  const sharp = await loading;
  const encoded = await inTurn(() =>
    sharp(picture, { limitInputPixels: maxAvatarPixels, failOn: 'error' })
      .autoOrient()
      .resize(avatarSizePx, avatarSizePx, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
      .catch(refuse),
  );
  if (!encoded) throw new DomainError('unavailable');
  return encoded;
}

/** Says what is wrong with a picture by the library's words for it; what is not about the input is ours. */
function refuse(error: Error): never {
  const { message: words } = error;
  if (ours.test(words) || !aboutInput.test(words)) {
    logger.error({ error }, 'a picture could not be encoded');
    throw new DomainError('internal', { message: notStored, param: 'picture', cause: error });
  }
  const message = sentences.find(([known]) => known.test(words))?.[1] ?? damaged;
  throw new DomainError('invalid_parameter', { message, param: 'picture' });
}

/**
 * How the library begins what it says of an input: its own checks, and those of the readers of each
 * format. Of some pictures that end too early it knows no more than that it is an unknown error.
 */
const aboutInput = /^(?:Input |VipsJpeg:|vipspng:|webp2vips:|timeout:|Unknown error$)/;

/** A reader that had no memory or no thread says so in its own name. */
const ours = /memory|allocate|thread/i;

const notStored = 'The picture could not be stored. Please try again.';

const damaged = 'This picture is damaged. Please choose another one.';

const sentences: [RegExp, string][] = [
  [/unsupported image format/, 'Please choose a JPEG, PNG or WebP picture'],
  [/pixel limit|timeout/, 'This picture is too large. The maximum is 25 megapixels.'],
];
