import { behaviourNames, getBehaviour } from '../smsc/behaviour.ts';
import { magicNumbers } from '../smsc/magic-numbers.ts';
import type { NetworkSetting } from '../smsc/network.ts';
import { type Html, html } from '../web/html.ts';
import { displayNumber } from './phone-number.ts';

/** Invalid values of the form, with the reason. */
export type NetworkSettingError = { behaviour: string; count: string; reason: string };

/** The current setting in the top bar, linked to the panel. */
export function renderNetworkStatus({ behaviour, remaining }: NetworkSetting): Html {
  const tone = behaviour === 'normal' ? 'good' : 'wait';
  return html`<p class="status">
<span id="live" class="live" role="status"></span>
<a id="network-status" href="#network">Network <span class="stamp ${tone}">${getBehaviour(behaviour).label}${remaining !== null && ` × ${remaining}`}</span></a>
</p>`;
}

/** The panel that shows and changes the network's behaviour. */
export function renderNetworkPanel(
  setting: NetworkSetting,
  error: NetworkSettingError | null,
): Html {
  const chosen = error?.behaviour ?? setting.behaviour;
  return html`<section class="panel" id="network" aria-labelledby="network-title">
<h2 id="network-title">Network</h2>
<p id="network-now">${describe(setting)}</p>
<form method="post" action="/network">
<p class="field">
<label for="behaviour">Next behaviour</label>
<select id="behaviour" name="behaviour">
${behaviourNames.map((name) => html`<option value="${name}"${name === chosen && html` selected`}>${getBehaviour(name).label}</option>`)}
</select>
</p>
<p class="field">
<label for="count">For how many submits</label>
<input id="count" name="count" inputmode="numeric" autocomplete="off" value="${error?.count ?? ''}" aria-describedby="${error ? 'count-error ' : ''}count-help"${error && html` aria-invalid="true"`}>
${error && html`<span class="error" id="count-error">${error.reason}</span>`}
<span class="help" id="count-help">Leave empty to keep it until you change it. Each segment is one submit.</span>
</p>
<button class="primary">Set network</button>
</form>
<details>
<summary>What each one does</summary>
<dl>
${behaviourNames.map((name) => html`<dt>${getBehaviour(name).label}</dt><dd>${getBehaviour(name).description}</dd>\n`)}
</dl>
</details>
</section>`;
}

function describe({ behaviour, remaining }: NetworkSetting): string {
  const { label, description } = getBehaviour(behaviour);
  if (behaviour === 'normal') return `${label}: ${description}`;
  const span =
    remaining === null
      ? 'until changed'
      : remaining === 1
        ? 'next submit'
        : `next ${remaining} submits`;
  return `${label}, ${span}: ${description}`;
}

/** The table of magic numbers. */
export function renderMagicNumbers(): Html {
  return html`<section class="panel" aria-labelledby="magic-title">
<h2 id="magic-title">Magic numbers</h2>
<p class="quiet">Texts to these numbers always behave the same way, regardless of the network setting.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>
${magicNumbers.map(({ number, description }) => html`<tr><td><code>${displayNumber(number).slice(4)}</code></td><td>${description}</td></tr>\n`)}
</tbody>
</table>
</section>`;
}
