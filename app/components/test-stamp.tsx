/** Marks a key, a message or an endpoint of test mode, beside its state. */
export const TestStamp = () => <span className="stamp text-waiting">Test</span>;
