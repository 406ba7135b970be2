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
 * Highlights code as HTML with the classes of code.css. Code in an unknown language is only escaped. Text of one colour is
 * one element, because a page of the documentation has thousands of words in code.
 */
export function highlight(code: string, language: string): string {
  const name = language in known ? language : 'plaintext';
  if (name === 'plaintext') return escapeHtml(code);
  return mergeByColor(hljs.highlight(code, { language: name }).value);
}

/**
 * The classes of code.css, each with the classes of the highlighter that get its colour. Other code has the colour of
 * the code around it.
 */
const colors = {
  'code-comment': ['comment', 'meta'],
  'code-word': ['keyword', 'built_in', 'literal', 'type'],
  'code-text': ['string', 'regexp'],
  'code-name': ['attr', 'title', 'number', 'variable', 'property'],
};

const colorOf = new Map(
  Object.entries(colors).flatMap(([color, names]) => names.map((name) => [`hljs-${name}`, color])),
);

type Run = { color: string | undefined; text: string };

/**
 * Replaces the nested elements of the highlighter by one element for each run of text with one colour. White space belongs to
 * the run before it.
 */
function mergeByColor(html: string): string {
  const open: (string | undefined)[] = [];
  const runs: Run[] = [];
  for (const [part, className] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    const around = open.at(-1);
    // Some elements have further classes, such as `hljs-title function_`.
    if (className !== undefined) open.push(colorOf.get(className.split(' ')[0] ?? '') ?? around);
    else if (part === '</span>') open.pop();
    else addRun(runs, { color: around, text: part });
  }
  return runs
    .map(({ color, text }) => (color ? `<span class="${color}">${text}</span>` : text))
    .join('');
}

function addRun(runs: Run[], { color, text }: Run): void {
  const last = runs.at(-1);
  if (last && (last.color === color || text.trim() === '')) last.text += text;
  else runs.push({ color, text });
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
