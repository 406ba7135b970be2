import { expect, it } from 'vitest';
import type { Language } from '#app/preferences/preferences.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { fillIn, fillInSample, templateValues } from './fill-in.ts';

const nasty = `It's "₹5" \\ $(id) \${x} """ <b>&\n9876543210`;
const values = { ...templateValues, keyId: 'dk_mine', recipient: '9999900001', message: nasty };

const sample = await readSample('send-message');

const filled = (language: Language) => fillInSample(sample, values).code[language];

it('fills in what is typed and keeps the example for an empty field', () => {
  const { text } = fillInSample(sample, { ...values, message: '' }).code.curl;
  expect(text).toContain('x-api-id: dk_mine');
  expect(text).toContain('"recipient": "9999900001"');
  expect(text).toContain(templateValues.message);
});

it('escapes a text so that JSON and JavaScript parse it back unchanged', () => {
  const json = JSON.stringify({ message: templateValues.message });
  expect(JSON.parse(fillIn({ text: json, html: '' }, 'json', values).text).message).toBe(nasty);
  const literal = /message: ('.*'),/.exec(filled('javascript').text)?.[1];
  expect(new Function(`return ${literal}`)()).toBe(nasty);
});

it('leaves no quote open in a shell command', () => {
  const literal = /"message": "(.*)"/.exec(filled('curl').text)?.[1] ?? '';
  expect(literal.replaceAll(String.raw`'\''`, '')).not.toContain("'");
});

it('escapes HTML in what is typed', () => {
  expect(filled('python').html).not.toContain('<b>');
  expect(filled('python').html).toContain('&lt;b&gt;&amp;');
});
