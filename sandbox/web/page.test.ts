import { expect, it } from 'vitest';
import { html } from './page.ts';

it('escapes every value, in text and in attributes', () => {
  const hostile = `<a href="x" title='y'>&`;
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
    '<p title="&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;">&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;</p>',
  );
});

it('keeps nested markup, joins lists and omits null and false', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}${null}${false}${0}</ul>`.markup).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li>0</ul>',
  );
});
