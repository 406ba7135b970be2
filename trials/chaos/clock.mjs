// A test worker loads this file before its own code (NODE_OPTIONS=--import=…). The product does not use it. It lets the
// clock of the process jump: `Date` is ahead by the number of milliseconds in the file DAKIYA_CLOCK_FILE, which is read at
// the start and at SIGUSR2. As on a computer whose clock is changed, timers and `performance` are not affected.
import { readFileSync } from 'node:fs';

const file = process.env.DAKIYA_CLOCK_FILE;
const TrueDate = Date;
const trueNow = Date.now;
let aheadMs = 0;

function read() {
  aheadMs = Number(readFileSync(file, 'utf8'));
}
read();
process.on('SIGUSR2', read);

TrueDate.now = () => trueNow() + aheadMs;
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
  apply: (target) => new target(target.now()).toString(),
});
TrueDate.prototype.constructor = globalThis.Date;
