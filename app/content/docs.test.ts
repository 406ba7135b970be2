import { expect, test } from 'vitest';
import { slugify } from './docs.ts';

test.each([
  ['Send a message', 'send-a-message'],
  ['  What is refused? ', 'what-is-refused'],
  ['`GET /messages/{id}`', 'get-messages-id'],
  ['Long texts & other scripts', 'long-texts-other-scripts'],
  ['हिन्दी', 'हिन्दी'],
])('the heading %s gets the anchor #%s', (heading, slug) => {
  expect(slugify(heading)).toBe(slug);
});
