import { z } from 'zod';

/** Largest upload, in bytes. */
export const maxAvatarBytes = 2 * 1024 * 1024;

/** Most pixels of a decoded picture: enough for a phone's photo, too few to exhaust memory. */
export const maxAvatarPixels = 25_000_000;

/** Width and height of an avatar, in pixels. */
export const avatarSizePx = 256;

/** The accepted formats, as the form lists them. The real format is read from the file's bytes. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** An uploaded picture: one file within the size limit. */
export const avatarInput = z
  .file('Please choose one picture')
  .min(1, 'This file is empty')
  .max(maxAvatarBytes, 'Please choose a picture of at most 2 MiB');

/** The URL path of an avatar. */
export const avatarPath = (name: string) => `/avatars/${name}.webp`;
