import { CodeBlock } from '#app/content/code-block.tsx';
import { SampleTabs } from '#app/samples/sample-tabs.tsx';
import type { CallTemplate, Values } from './contract.ts';
import { fillIn, fillInSample } from './fill-in.ts';

type CodeTabsProps = { template: CallTemplate; values: Values; title: string; livemode: boolean };

/**
 * The call of the form as code and as an HTTP request. The tabs are radio buttons: they work before hydration
 * and keep what is typed.
 */
export function CodeTabs({ template, values, title, livemode }: CodeTabsProps) {
  return (
    <section aria-label="The same call as code" className="group/panes card min-w-0">
      <fieldset className="flex border-b border-line px-2">
        <legend className="sr-only">How to test</legend>
        <Tab checked id="code">
          Code Testing
        </Tab>
        <Tab id="no-code">No-Code Test</Tab>
      </fieldset>
      <div className="hidden grid-cols-1 gap-6 p-5 group-has-[[value=code]:checked]/panes:grid">
        <p className="text-sm text-faint">
          The code updates as you fill in the form. Replace the API key placeholder with your own
          key.
        </p>
        <SampleTabs sample={fillInSample(template.sample, values)} title={title} />
        <div className="grid grid-cols-1 gap-3">
          <h2 className="text-sm font-medium">Expected Response</h2>
          <CodeBlock label="Expected Response" {...fillIn(template.expected, 'json', values)} />
        </div>
      </div>
      <div className="hidden grid-cols-1 gap-6 p-5 group-has-[[value=no-code]:checked]/panes:grid">
        <p className="text-sm text-faint">
          Fill in the form and send it: no code is needed. It makes this request,{' '}
          {livemode
            ? 'which counts against your plan like a call from your program.'
            : 'like a call from your program with the test key.'}{' '}
          The API’s response appears above.
        </p>
        <CodeBlock
          label="The request that the form makes"
          {...fillIn(template.request, 'json', values)}
        />
      </div>
    </section>
  );
}

function Tab({ id, checked, children }: { id: string; checked?: boolean; children: string }) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center border-b-2 border-transparent px-3 text-sm text-faint has-checked:border-coral has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-airmail">
      <input className="sr-only" defaultChecked={checked} name="pane" type="radio" value={id} />
      {children}
    </label>
  );
}
