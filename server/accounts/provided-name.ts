import { cut, UNSEEN } from '../../src/services/contract/common.ts'

/** A person's name as their provider has it, without what a name cannot contain here. */
export const providedName = (name: string) =>
  cut(
    name
      .replace(/\s+/g, ' ')
      .replace(/\p{Surrogate}/gu, '')
      .split(UNSEEN)
      .join(''),
    60,
  ).trim()
