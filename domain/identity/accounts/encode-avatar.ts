import type Sharp from 'sharp';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget, NotDone } from '#platform/limits/fair-budget.ts';
import { logger } from '#platform/logger.ts';
import { avatarSizePx, maxAvatarPixels } from './contract.browser.ts';

/** One picture is decoded at a time; users take turns, and more than 20 that wait are rejected. */
const inTurn = ofInstance(() =>
  createFairBudget({
    perCaller: 1,
    total: 1,
    maxWaiting: { perCaller: 5, total: 20 },
    maxWaitMs: 30_000,
  }),
);

/** Loaded on first use: other requests do not need the library. */
let loading: Promise<typeof Sharp> | undefined;

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Only these three loaders are enabled: every other format is attack surface.
  sharp.block({ operation: ['VipsForeignLoad'] });
  const formats = ['Jpeg', 'Png', 'Webp'];
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) });
  // One thread and no cache between pictures.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * Encodes an uploaded picture as an avatar: a square WebP, rotated upright, cropped to the centre,
 * without metadata.
 *
 * @param userId whose turn it is
 * @param picture JPEG, PNG or WebP, detected by its bytes
 * @throws DomainError `invalid_parameter` at `picture` if it is another format, damaged or too
 *   large; `unavailable` if too many wait; `internal` at `picture` for an error of the server, which
 *   is logged
 */
export async function encodeAvatar(userId: string, picture: Uint8Array): Promise<Uint8Array> {
  loading ??= load().catch((error) => {
    // Lets the next upload try again.
    loading = undefined;
    throw error;
  });
  const sharp = await loading;
  const encode = () =>
    sharp(picture, { limitInputPixels: maxAvatarPixels, failOn: 'error' })
      .autoOrient()
      .resize(avatarSizePx, avatarSizePx, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
      .catch(rejectPicture);
  try {
    return await inTurn(userId, 1, encode);
  } catch (error) {
    if (error instanceof NotDone) throw new DomainError('unavailable');
    throw error;
  }
}

/** Maps an error of the library to one of the user's input, or else of the server. */
function rejectPicture(error: Error): never {
  if (serverError.test(error.message) || !inputError.test(error.message)) {
    logger.error({ error }, 'a picture could not be encoded');
    throw new DomainError('internal', { message: notStored, param: 'picture', cause: error });
  }
  const message = messages.find(([known]) => known.test(error.message))?.[1] ?? damaged;
  throw new DomainError('invalid_parameter', { message, param: 'picture' });
}

/**
 * How the library's errors about input begin: its own checks, and those of each format's reader.
 * Some truncated pictures only give `Unknown error`.
 */
const inputError = /^(?:Input |VipsJpeg:|vipspng:|webp2vips:|timeout:|Unknown error$)/;

/** A reader that ran out of memory or threads reports it under its own name. */
const serverError = /memory|allocate|thread/i;

const notStored = 'The picture could not be stored. Please try again.';

const damaged = 'This picture is damaged. Please choose another one.';

const messages: [RegExp, string][] = [
  [/unsupported image format/, 'Please choose a JPEG, PNG or WebP picture'],
  [/pixel limit|timeout/, 'This picture is too large. The maximum is 25 megapixels.'],
];
