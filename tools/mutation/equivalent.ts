/** Mutants that behave as the machine does, with the reason; `<transition>: <change>` → why. */
export const EQUIVALENT: Readonly<Record<string, string>> = {}
