import { expect, test } from 'vitest';
import { maskAddress } from './connect-channels.ts';

test.each([
  ['https://hooks.slack.com/services/T00/B00/abcdWXYZ', 'https://hooks.slack.com/…/WXYZ'],
  ['https://chat.example:8443/hooks/abcdefgh/', 'https://chat.example:8443/…/efgh'],
  ['https://chat.example/?token=abcdefgh', 'https://chat.example/…/efgh'],
  ['https://chat.example/short', 'https://chat.example/…'],
])('shows the address %s as %s', (address, hint) => expect(maskAddress(address)).toBe(hint));
