/** The default of every actor: a machine names it, a service is plugged in its place. */
export const notProvided = (name: string) => (): never => {
  throw new Error(`actor '${name}' was not provided`)
}

/** The default of every action that reaches the outside. */
export const actionNotProvided =
  <Params = undefined>(name: string) =>
  (_args: unknown, _params: Params): void => {
    throw new Error(`action '${name}' was not provided`)
  }
