/** `planChange` → `plan-change`: a machine's id and the name of its drawings. */
export const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
