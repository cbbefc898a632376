import type { SignInProblem } from '../../../src/services/contract/single-sign-on.ts'

/** A sign-in by a provider that does not succeed, for a reason that the page of the app explains. */
export class SignInRefusal extends Error {
  readonly problem: SignInProblem
  constructor(problem: SignInProblem) {
    super(problem)
    this.name = 'SignInRefusal'
    this.problem = problem
  }
}

export const refuse = (problem: SignInProblem): never => {
  throw new SignInRefusal(problem)
}
