import { behaviourNames, getBehaviour } from '../smsc/behaviour.ts';
import { magicNumbers } from '../smsc/magic-numbers.ts';
import type { NetworkSetting } from '../smsc/network.ts';
import { type Html, html } from '../web/html.ts';
import { displayNumber } from './phone-number.ts';

/** What was entered and could not be used, with the reason. */
export type NetworkSettingError = { behaviour: string; count: string; reason: string };

/** The setting in the top bar, where it is always seen; it leads to the panel. */
export function renderNetworkStatus({ behaviour, remaining }: NetworkSetting): Html {
  const tone = behaviour === 'normal' ? 'good' : 'wait';
  return html`<p class="status">
<span id="live" class="live" role="status"></span>
<a id="network-status" href="#network">Network <span class="stamp ${tone}">${getBehaviour(behaviour).label}${remaining !== null && ` × ${remaining}`}</span></a>
</p>`;
}

/** The panel that says what the network does next, and changes it. */
export function renderNetworkPanel(
  setting: NetworkSetting,
  fault: NetworkSettingError | null,
): Html {
  const chosen = fault?.behaviour ?? setting.behaviour;
  return html`<section class="panel" id="network" aria-labelledby="network-title">
<h2 id="network-title">Network</h2>
<p id="network-now">${describe(setting)}</p>
<form method="post" action="/network">
<p class="field">
<label for="behaviour">What it does next</label>
<select id="behaviour" name="behaviour">
${behaviourNames.map((name) => html`<option value="${name}"${name === chosen && html` selected`}>${getBehaviour(name).label}</option>`)}
</select>
</p>
<p class="field">
<label for="count">For how many submits</label>
<input id="count" name="count" inputmode="numeric" autocomplete="off" value="${fault?.count ?? ''}" aria-describedby="${fault ? 'count-fault ' : ''}count-help"${fault && html` aria-invalid="true"`}>
${fault && html`<span class="fault" id="count-fault">${fault.reason}</span>`}
<span class="help" id="count-help">Left empty: until it is changed. Each segment is a submit.</span>
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

/** Numbers that behave in one way whatever the network is set to. */
export function renderMagicNumbers(): Html {
  return html`<section class="panel" aria-labelledby="magic-title">
<h2 id="magic-title">Magic numbers</h2>
<p class="quiet">A text to one of these always meets the same fate, whatever the network is set to.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>
${magicNumbers.map(({ number, description }) => html`<tr><td><code>${displayNumber(number).slice(4)}</code></td><td>${description}</td></tr>\n`)}
</tbody>
</table>
</section>`;
}
