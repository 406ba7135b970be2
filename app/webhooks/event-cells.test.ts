import { expect, test } from 'vitest';
import { visibleText } from '#app/webhooks/event-cells.tsx';

test('makes control characters and direction marks visible, and keeps line breaks and letters of other writing systems', () => {
  expect(visibleText('a\u0000\u001b[31m\u202eb\u2066')).toBe('a\ufffd\ufffd[31m\ufffdb\ufffd');
  expect(visibleText('line\r\n\tनमस्ते 🎉')).toBe('line\n\tनमस्ते 🎉');
});
