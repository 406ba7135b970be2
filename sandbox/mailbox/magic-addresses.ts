/** What the mailbox does with a mail. */
export type MailBehaviour = 'taken' | 'later' | 'refused' | 'silent';

type Magic = { name: string; fate: MailBehaviour; everyOther: boolean; what: string };

/** Addresses that always meet the same fate, with anything after a plus sign too. */
export const magicAddresses: readonly Magic[] = [
  {
    name: 'later',
    fate: 'later',
    everyOther: true,
    what: 'Refused for now at every first try, 450, then taken',
  },
  { name: 'refused', fate: 'refused', everyOther: false, what: 'Refused for good, 550' },
  {
    name: 'silent',
    fate: 'silent',
    everyOther: true,
    what: 'The first attempt is accepted but gets no response; the second one succeeds',
  },
];

/** Decides by the address. What is tried again is counted for each address alone. */
export function createMailBehaviours(): (address: string) => MailBehaviour {
  const tries = new Map<string, number>();
  return (address) => {
    const [, name] = /^(\w+)(?:\+[^@]*)?@sandbox\.test$/i.exec(address) ?? [];
    const magic = magicAddresses.find((one) => one.name === name?.toLowerCase());
    if (!magic) return 'taken';
    const tried = tries.get(address) ?? 0;
    tries.set(address, tried + 1);
    return magic.everyOther && tried % 2 === 1 ? 'taken' : magic.fate;
  };
}
