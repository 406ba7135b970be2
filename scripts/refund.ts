import { parseArgs } from 'node:util';
import type { RefundArguments } from './operator/refund.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run refund -- <order>            pays an order back and ends its plan
npm run refund -- --decline <order>  declines the refund that is requested of it
    --reason <reason>                for the audit trail
The order is given by its id here, its id at the provider, or the id of its payment.`;

/**
 * npm run refund: refunds an order in full, or declines the refund. Running it again never refunds twice.
 * Exit codes: 0 done, 1 not possible, 2 wrong arguments, 3 the provider is unavailable and a retry is
 * worthwhile.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/refund.ts') });

function readArguments(): RefundArguments | null {
  try {
    const { values, positionals } = parseArgs({
      options: { decline: { type: 'boolean', default: false }, reason: { type: 'string' } },
      allowPositionals: true,
    });
    const [order, ...more] = positionals;
    const reason = values.reason?.trim() || null;
    return order && more.length === 0 ? { order, decline: values.decline, reason } : null;
  } catch {
    return null;
  }
}
