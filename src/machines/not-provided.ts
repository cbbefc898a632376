/** The default of every effect: a machine names it, a service is plugged in its place. */
export const notProvided = (name: string) => (): never => {
  throw new Error(`actor '${name}' was not provided`)
}
