import type { ScrubberSetting } from '../scrubber/scrub.ts';
import { type Html, html } from '../web/html.ts';
import { switches, switchNames } from './scrubber-setting.ts';

export type ScrubberView = {
  setting: ScrubberSetting;
  /** Why the register or the form cannot be used. */
  problem: string | null;
};

/** The panel that shows and changes the operator's DLT check. */
export function renderScrubberPanel({ setting, problem }: ScrubberView): Html {
  return html`<section class="panel" id="scrubber" aria-labelledby="scrubber-title">
<h2 id="scrubber-title">DLT check</h2>
<p id="scrubber-now">${setting.isOn ? 'On: what is not registered is undelivered, with the operators’ codes.' : 'Off: every text passes.'}</p>
${problem && html`<p class="error" role="alert">${problem}</p>`}
<form method="post" action="/scrubber">
${switchNames.map((name) => html`<p class="switch"><label><input type="checkbox" name="${name}"${setting[name] && html` checked`}> ${switches[name]}</label></p>\n`)}
<p class="field">
<label for="time">Time in India</label>
<input id="time" name="time" autocomplete="off" placeholder="the real one" value="${setting.time ?? ''}" aria-describedby="time-help">
<span class="help" id="time-help">Such as 21:30. Leave empty for the real time.</span>
</p>
<button class="primary">Set DLT check</button>
</form>
</section>`;
}
