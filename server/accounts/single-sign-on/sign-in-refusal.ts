import type { SignInProblem } from '../../../src/services/contract/single-sign-on.ts'

/** A failed sign-in through a provider, for a reason that the app's page explains. */
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
