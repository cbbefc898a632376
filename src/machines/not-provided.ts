/** The default of every actor: a machine names it, and a service is plugged in for it. */
export const notProvided = (name: string) => (): never => {
  throw new Error(`actor '${name}' was not provided`)
}

/** The default of every action with an outside effect. */
export const actionNotProvided =
  <Params = undefined>(name: string) =>
  (_args: unknown, _params: Params): void => {
    throw new Error(`action '${name}' was not provided`)
  }
