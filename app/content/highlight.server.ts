import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';

const known = { bash, curl: bash, java, javascript, json, php, python, typescript };
for (const [name, language] of Object.entries(known)) hljs.registerLanguage(name, language);

/**
 * Highlights code as HTML with the classes that code.css styles. Code in an unknown language is only
 * escaped.
 */
export function highlight(code: string, language: string): string {
  const name = language in known ? language : 'plaintext';
  if (name === 'plaintext') return escapeHtml(code);
  return hljs.highlight(code, { language: name }).value;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
