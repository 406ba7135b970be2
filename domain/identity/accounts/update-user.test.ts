import { afterEach, expect, test, vi } from 'vitest';
import { logger } from '#platform/logger.ts';
import { encodeAvatar } from './update-user.ts';

const library = vi.hoisted(() => ({ block: vi.fn(), toBuffer: vi.fn() }));

// The test mocks the library, because no input makes the real library run out of memory.
vi.mock('sharp', () => {
  const step = () => picture;
  const { toBuffer } = library;
  const picture = { autoOrient: step, resize: step, webp: step, timeout: step, toBuffer };
  const nothing = () => undefined;
  const methods = { block: library.block, unblock: nothing, concurrency: nothing, cache: nothing };
  return { default: Object.assign(step, methods) };
});

afterEach(() => vi.restoreAllMocks());

const picture = new Uint8Array(1);

test('after a failure, the image library is loaded again for the next picture', async () => {
  library.block.mockImplementationOnce(() => {
    throw new Error('too many open files');
  });
  library.toBuffer.mockResolvedValue(picture);
  await expect(encodeAvatar('usr_1', picture)).rejects.toThrow('too many open files');
  expect(await encodeAvatar('usr_1', picture)).toBe(picture);
});

test.each(['vips_malloc: out of memory', 'VipsJpeg: Insufficient memory (case 4)', 'vips2webp: 1'])(
  'the error “%s” is logged and reported as “could not be stored”, not as a damaged picture',
  async (words) => {
    const log = vi.spyOn(logger, 'error').mockReturnValue();
    const error = new Error(words);
    library.toBuffer.mockRejectedValue(error);
    await expect(encodeAvatar('usr_1', picture)).rejects.toMatchObject({
      code: 'internal',
      message: 'The picture could not be stored. Please try again.',
      param: 'picture',
    });
    expect(log).toHaveBeenCalledWith({ error }, 'a picture could not be encoded');
  },
);

test.each(['VipsJpeg: premature end of JPEG image', 'vipspng: libpng read error', 'Unknown error'])(
  'the error “%s” is reported as a damaged picture, and is not logged',
  async (words) => {
    const log = vi.spyOn(logger, 'error');
    library.toBuffer.mockRejectedValue(new Error(words));
    await expect(encodeAvatar('usr_1', picture)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: 'This picture is damaged. Please choose another one.',
    });
    expect(log).not.toHaveBeenCalled();
  },
);
