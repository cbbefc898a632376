import { listed } from './format.ts'

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * A Hebrew or Arabic name would take numbers beside it into its own direction: invisible marks keep it apart. A text
 * of names that are apart keeps its own direction.
 */
export const apart = (name: string) =>
  RIGHT_TO_LEFT.test(name) && !name.includes('\u2068') ? `\u2068${name}\u2069` : name

/** `Help desk, Shop, and Returns` */
export const listedNames = (names: readonly string[]) => listed(names.map(apart))

/** `Today · Help desk · 2 messages`, without what is missing */
export const joined = (parts: readonly (string | false | null | undefined)[]) =>
  parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => apart(part as string))
    .join(' · ')
