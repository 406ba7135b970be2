/** Browsers send each newline of a text as CRLF; in a message it is LF. */
export const withLf = (text: string) => text.replaceAll('\r\n', '\n');
