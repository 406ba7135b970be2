import type { Lane } from '../carriers/contract.ts';

/** The kind of message that a lane delivers. */
export const kindOf: Record<Lane, 'otp' | 'message'> = { otp: 'otp', messages: 'message' };
