/** The mailbox's response to an email. */
export type MailBehaviour = 'accepted' | 'later' | 'refused' | 'silent';

type Magic = { name: string; behaviour: MailBehaviour; everyOther: boolean; what: string };

/** Addresses that always behave the same way, also with a +tag. */
export const magicAddresses: readonly Magic[] = [
  {
    name: 'later',
    behaviour: 'later',
    everyOther: true,
    what: 'Every first attempt fails with 450, the next one succeeds',
  },
  { name: 'refused', behaviour: 'refused', everyOther: false, what: 'Always fails with 550' },
  {
    name: 'silent',
    behaviour: 'silent',
    everyOther: true,
    what: 'The first attempt is accepted but gets no response; the second one succeeds',
  },
];

/** Picks the behaviour by address. Attempts are counted per address. */
export function createMailBehaviours(): (address: string) => MailBehaviour {
  const tries = new Map<string, number>();
  return (address) => {
    const [, name] = /^(\w+)(?:\+[^@]*)?@sandbox\.test$/i.exec(address) ?? [];
    const magic = magicAddresses.find((one) => one.name === name?.toLowerCase());
    if (!magic) return 'accepted';
    const tried = tries.get(address) ?? 0;
    tries.set(address, tried + 1);
    return magic.everyOther && tried % 2 === 1 ? 'accepted' : magic.behaviour;
  };
}
