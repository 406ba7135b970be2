import { createContext, useContext } from 'react';

/** The nonce of this response, without which the content policy lets no script run. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => useContext(NonceContext);
