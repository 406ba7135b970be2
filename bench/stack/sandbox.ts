import { z } from 'zod';

const totalsSchema = z.object({
  submits: z.number(),
  accepted: z.number(),
  distinct: z.number(),
  duplicates: z.number(),
  receipts: z.number(),
  receiptsWaiting: z.number(),
});

const handsetSchema = z.object({
  messages: z.array(z.object({ at: z.coerce.date() })),
});

/** The far side of the wire, asked over its JSON. */
export type Sandbox = {
  /** What the network counted since the start. */
  totals(): Promise<z.infer<typeof totalsSchema>>;
  /** When texts reached a phone, newest first, in milliseconds since 1970. */
  arrivals(number: string): Promise<number[]>;
};

export function openSandbox(url: string): Sandbox {
  const get = async (path: string) => (await fetch(`${url}${path}`)).json();
  return {
    totals: async () => totalsSchema.parse(await get('/submits.json')),
    async arrivals(number) {
      const { messages } = handsetSchema.parse(await get(`/handset.json?number=${number}`));
      return messages.map(({ at }) => at.getTime());
    },
  };
}
