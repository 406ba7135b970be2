/** A number as its owner recognises it and nobody else can call it, such as `+91 ••••• •3210`. */
export const maskNumber = (number: string) => `+91 ••••• •${number.slice(-4)}`;
