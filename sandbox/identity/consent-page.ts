import { renderDocument } from '../web/document.ts';
import { html } from '../web/html.ts';
import { failureModes } from './person.ts';

const style = '/assets/identity.css';

type Consent = {
  /** Display name of the provider. */
  provider: string;
  /** Error message for the previous entry. */
  error?: string;
};

/** The consent page. Its form posts to its own address. */
export function renderConsent({ provider, error }: Consent): string {
  return renderDocument({
    title: `Sign in with ${provider}`,
    styles: [style],
    main: html`<section class="consent">
<header>
<h1>${provider}, in the sandbox</h1>
<p class="quiet">Dakiya requests your name and email address. Enter any identity.</p>
</header>
<form method="post">
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
<p class="field"><label for="name">Name</label>
<input id="name" name="name" value="Asha Rao" autocomplete="off" required maxlength="100"></p>
<p class="field"><label for="email">Email address</label>
<input id="email" name="email" type="email" value="asha@example.com" autocomplete="off" required maxlength="254"></p>
<p class="tick"><input id="verified" name="verified" type="checkbox" checked>
<label for="verified">The address is confirmed</label></p>
<p class="field"><label for="trouble">Failure after consent</label>
<select id="trouble" name="trouble">
${Object.entries(failureModes).map(([name, label]) => html`<option value="${name}">${label}</option>`)}
</select></p>
<p class="choice">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</p>
</form>
</section>`,
  });
}

/** The error page for a request that must not redirect. */
export function renderErrorPage({ provider, error }: Required<Consent>): string {
  return renderDocument({
    title: `Sign in with ${provider}`,
    styles: [style],
    main: html`<section class="consent"><h1>Invalid request to ${provider}</h1><p>${error}</p></section>`,
  });
}
