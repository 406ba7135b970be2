/** Control characters other than tab and newline, and characters that change the direction of the following text. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes text from outside safe to show: U+FFFD replaces invisible characters and those that change the text direction. */
export const visibleText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(hidden, '\ufffd');
