import { renderDocument } from './document.ts';
import { html } from './html.ts';

/** The 404 page. */
export function renderNotFound(): string {
  return renderDocument({
    title: 'Not found',
    main: html`<section class="notice">
<h1>Return to sender</h1>
<p>There is no page at this address. <a href="/">Go to the handset</a></p>
</section>`,
  });
}
