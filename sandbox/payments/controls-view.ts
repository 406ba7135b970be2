import { type Html, html } from '../web/html.ts';
import {
  behaviours,
  describeBehaviour,
  type FaultSettingName,
  faultSettingNames,
} from './behaviours.ts';
import type { FaultSettingError } from './control-setting.ts';
import type { FaultSettingValue } from './fault-settings.ts';
import type { Payments } from './payments.ts';

const titles: Record<FaultSettingName, { title: string; unit: string }> = {
  webhooks: { title: 'Webhooks', unit: 'events' },
  payments: { title: 'Checkout', unit: 'payments' },
  refunds: { title: 'Refunds', unit: 'refunds' },
  api: { title: 'API', unit: 'calls' },
};

/** A summary of the settings in the top bar, linked to the controls. */
export function renderControlStatus({ faultSettings }: Payments): Html {
  const set = faultSettingNames.filter(
    (name) => faultSettings[name].setting().behaviour !== 'normal',
  );
  const labels = set.map(
    (name) => `${titles[name].title}: ${now(name, faultSettings[name].setting())}`,
  );
  return html`<p class="status">
<span id="live" class="live" role="status"></span>
<a id="control-status" href="#controls">Provider <span class="stamp ${set.length === 0 ? 'good' : 'wait'}">${labels.length === 0 ? 'Normal' : labels.join(', ')}</span></a>
</p>`;
}

/** Panels that show and change the provider's behaviour. */
export function renderControls(payments: Payments, error: FaultSettingError | null): Html {
  const { faultSettings, webhooks } = payments;
  const held = webhooks.held().length;
  return html`<div id="held">${
    held > 0 &&
    html`<form class="panel" method="post" action="/payments/deliver">
<p>${held === 1 ? '1 webhook is held.' : `${held} webhooks are held.`}</p>
<button class="primary">Release ${held === 1 ? 'it' : 'all'}</button>
</form>`
  }</div>
${faultSettingNames.map((name) =>
  renderSetting(name, faultSettings[name].setting(), error?.setting === name ? error : null),
)}`;
}

function renderSetting(
  name: FaultSettingName,
  setting: FaultSettingValue,
  error: FaultSettingError | null,
): Html {
  const { title, unit } = titles[name];
  const chosen = error?.behaviour ?? setting.behaviour;
  const id = (part: string) => `${name}-${part}`;
  return html`<section class="panel" id="${name}" aria-labelledby="${id('title')}">
<h2 id="${id('title')}">${title}</h2>
<p id="${id('now')}">${now(name, setting)}. ${describeBehaviour(name, setting.behaviour).description}</p>
<form method="post" action="/payments/set">
<input type="hidden" name="setting" value="${name}">
<p class="field">
<label for="${id('behaviour')}">What happens next</label>
<select id="${id('behaviour')}" name="behaviour">
${Object.keys(behaviours[name]).map((one) => html`<option value="${one}"${one === chosen && html` selected`}>${describeBehaviour(name, one).label}</option>`)}
</select>
</p>
<p class="field">
<label for="${id('count')}">For how many ${unit}</label>
<input id="${id('count')}" name="count" inputmode="numeric" autocomplete="off" value="${error?.count ?? ''}" aria-describedby="${id('help')}"${error && html` aria-invalid="true"`}>
${error && html`<span class="error" role="alert">${error.reason}</span>`}
<span class="help" id="${id('help')}">Leave empty to keep it until you change it.</span>
</p>
${name === 'webhooks' && renderLateness(setting)}
<button>Set ${title === 'API' ? title : title.toLowerCase()}</button>
</form>
<details>
<summary>What each one does</summary>
<dl>
${Object.keys(behaviours[name]).map((one) => html`<dt>${describeBehaviour(name, one).label}</dt><dd>${describeBehaviour(name, one).description}</dd>\n`)}
</dl>
</details>
</section>
`;
}

function renderLateness({ ms }: FaultSettingValue): Html {
  return html`<p class="field">
<label for="webhooks-ms">Late by, in milliseconds</label>
<input id="webhooks-ms" name="ms" inputmode="numeric" autocomplete="off" value="${ms}">
</p>`;
}

function now(name: FaultSettingName, { behaviour, remaining }: FaultSettingValue): string {
  return `${describeBehaviour(name, behaviour).label}${remaining === null ? '' : ` × ${remaining}`}`;
}
