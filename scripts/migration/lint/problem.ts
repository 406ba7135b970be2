/** A statement's effect, which its author may want, the reason why it is bad, and what to write instead. */
export type Problem = { effect: 'Blocks' | 'Drops'; message: string };

export const blocks = (message: string): Problem => ({ effect: 'Blocks', message });

export const drops = (message: string): Problem => ({ effect: 'Drops', message });
