/** Whether a plan is sold in a talk: Enterprise always, and whatever has no price. */
export const isByContact = ({ name, price }: { name: string; price: number }) =>
  name === 'Enterprise' || price === 0;
