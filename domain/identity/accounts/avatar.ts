import { z } from 'zod';

/** The largest picture that is taken, in bytes. */
export const maxAvatarBytes = 2 * 1024 * 1024;

/** The most pixels that a picture may unfold to: what a phone takes, and too few to fill our memory. */
export const maxAvatarPixels = 25_000_000;

/** Width and height of an avatar, in pixels. */
export const avatarSizePx = 256;

/** The formats that are taken, as forms name them. What a file really is, its bytes say. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** A picture as a form sends it: one file of a size that we take. */
export const avatarInput = z
  .file('Please choose one picture')
  .min(1, 'This file is empty')
  .max(maxAvatarBytes, 'Please choose a picture of at most 2 MiB');

/** Where an avatar is served. */
export const avatarPath = (name: string) => `/avatars/${name}.webp`;
