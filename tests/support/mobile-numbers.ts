/** `count` different mobile numbers from `9876500000`. */
export function mobileNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(9_876_500_000 + i));
}
