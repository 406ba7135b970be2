import { expect, it } from 'vitest';
import type { HttpLanguage } from '#app/preferences/preferences.ts';
import { readHttpSample } from '#app/samples/read-sample.server.ts';
import { fillIn, fillInSample, templateValues } from './fill-in.ts';

const nasty = `It's "₹5" \\ $(id) \${x} """ <b>&\n9876543210`;
const values = {
  ...templateValues,
  ...{ keyId: 'dk_mine', recipient: '9999900001', message: nasty },
  ...{ service: '', sender: '', template: '', sendAt: '' },
};

const sample = await readHttpSample('send-message');

const filled = (language: HttpLanguage) => fillInSample(sample, values).code[language];

it('puts the typed values into the sample call, and keeps the example value of an empty field', () => {
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

it('escapes HTML in the typed values', () => {
  expect(filled('python').html).not.toContain('<b>');
  expect(filled('python').html).toContain('&lt;b&gt;&amp;');
});

const languages = ['javascript', 'python', 'curl', 'java'] as const;

it.each(languages)(
  'the sample call names a chosen service instead of the length of the code (in %s)',
  async (language) => {
    const service = 'svc_<"1">';
    for (const name of ['send-otp', 'verify-otp']) {
      const code = fillInSample(await readHttpSample(name), { ...values, service }).code[language];
      expect(code.text).not.toContain('otp_length');
      expect(code.text).toMatch(/\n *"?recipient"?: ["']9999900001["'],\n *"?service"?: ["']svc_</);
      expect(code.html).not.toContain('svc_<');
      const shown = code.html.replaceAll(/<[^>]+>/g, '');
      expect(shown.split('\n')).toHaveLength(code.text.split('\n').length);
      expect(shown).toContain('svc_&lt;');
      // JSON has no trailing comma.
      if (language === 'curl' || language === 'java') expect(code.text).not.toMatch(/,\n *\}/);
    }
  },
);

it('the sample response names the service if a service is chosen', () => {
  const response = { text: '{\n  "service": null\n}', html: '{\n  "service": null\n}' };
  const { text, html } = fillIn(response, 'json', { ...values, service: 'svc_1' });
  expect(JSON.parse(text)).toEqual({ service: 'svc_1' });
  expect(html).toContain('&quot;svc_1&quot;');
});
