import { renderDocument } from '../web/document.ts';
import { html } from '../web/html.ts';
import { failureModes } from './person.ts';

const style = '/assets/identity.css';

type Consent = {
  /** How the provider is called. */
  provider: string;
  /** What was entered before and could not be used. */
  fault?: string;
};

/** The page that asks who signs in, and whether the client may know. The form posts to its own address. */
export function renderConsent({ provider, fault }: Consent): string {
  return renderDocument({
    title: `Sign in with ${provider}`,
    styles: [style],
    main: html`<section class="consent">
<header>
<h1>${provider}, in the sandbox</h1>
<p class="quiet">Dakiya asks for your name and your e-mail address. Be whoever you like.</p>
</header>
<form method="post">
${fault !== undefined && html`<p class="fault" role="alert">${fault}</p>`}
<p class="field"><label for="name">Name</label>
<input id="name" name="name" value="Asha Rao" autocomplete="off" required maxlength="100"></p>
<p class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="asha@example.com" autocomplete="off" required maxlength="254"></p>
<p class="tick"><input id="verified" name="verified" type="checkbox" checked>
<label for="verified">The address is confirmed</label></p>
<p class="field"><label for="trouble">What goes wrong afterwards</label>
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

/** The page for a request that must not be sent back. */
export function renderErrorPage({ provider, fault }: Required<Consent>): string {
  return renderDocument({
    title: `Sign in with ${provider}`,
    styles: [style],
    main: html`<section class="consent"><h1>${provider} refuses</h1><p>${fault}</p></section>`,
  });
}
