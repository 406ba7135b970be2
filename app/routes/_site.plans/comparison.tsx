import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';

const agreed = 'By agreement';

const isNegotiated = ({ numericPrice }: PlanOutput) => numericPrice === 0;

/** The rows of the comparison. A plan without a price has negotiated limits too. */
const rows: { label: string; of: (plan: PlanOutput) => string }[] = [
  {
    label: 'Messages a month',
    of: (plan) => (isNegotiated(plan) ? agreed : formatCount(plan.monthlylimit)),
  },
  {
    label: 'API calls a month',
    of: (plan) => (isNegotiated(plan) ? agreed : formatCount(plan.apiCalls)),
  },
  { label: 'Price of a segment', of: (plan) => (isNegotiated(plan) ? agreed : segmentPrice(plan)) },
];

/** If all messages of the month are sent. */
const segmentPrice = ({ numericPrice, monthlylimit }: PlanOutput) =>
  monthlylimit === 0
    ? 'none'
    : `about ${Math.round((numericPrice * 100) / monthlylimit)} paise, if all are used`;

const inAll = [
  'One-time passwords with their own priority queue',
  'Batches of up to 1,000 messages a call',
  'A timeline for every message, with each attempt and receipt',
  'Idempotency keys, stored for 24 hours',
  'API keys that can expire or be deactivated within a second',
  'The same API, with an OpenAPI 3.1 document',
];

/** The plans side by side. On a phone each row becomes a list of the plans. */
export function Comparison({ plans }: { plans: PlanOutput[] }) {
  return (
    <section className="grid gap-6">
      <h2 className="font-serif text-xl">Side by side</h2>
      <table className="w-full text-left text-sm max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            <td className="w-1/4" />
            {plans.map(({ _id, name }) => (
              <th className="w-1/4 py-3 pl-4 font-medium" key={_id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-6">
          {rows.map(({ label, of }) => (
            <tr className="border-t border-line max-md:block" key={label}>
              <th className="py-3 font-normal text-faint max-md:block" scope="row">
                {label}
              </th>
              {plans.map((plan) => (
                <td
                  className="py-3 pl-4 tabular-nums max-md:flex max-md:justify-between max-md:gap-4 max-md:border-t max-md:border-line max-md:py-2 max-md:pl-0 max-md:before:content-[attr(data-plan)]"
                  data-plan={plan.name}
                  key={plan._id}
                >
                  {of(plan)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-faint">
        A quota unit is one segment: a text of three segments uses three messages. A segment holds
        160 characters of English, or 70 of Hindi and other scripts; in longer texts 153 and 67.
      </p>
      <div className="grid gap-3 text-sm">
        <h3 className="font-medium">In every plan, Free included</h3>
        <ul className="grid gap-x-8 text-faint sm:grid-cols-2">
          {inAll.map((text) => (
            <li className="border-t border-line py-2" key={text}>
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
